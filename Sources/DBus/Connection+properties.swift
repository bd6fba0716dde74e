extension Connection {
  /// Reads one property, without its variant.
  @discardableResult
  package func getProperty(
    destination: String, path: ObjectPath, interface: String, name: String, timeout: Duration,
    _ completion: @escaping @Sendable (Result<Value, DBusError>) -> Void
  ) -> CallID {
    let message = Message.methodCall(
      to: destination, path: path, interface: BusName.propertiesInterface, member: "Get"
    ) {
      $0.appendString(interface)
      $0.appendString(name)
    }
    return call(message, timeout: timeout) { result in
      completion(result.flatMap { Self.firstValue($0).map(\.unwrapped) })
    }
  }

  @discardableResult
  package func setProperty(
    destination: String, path: ObjectPath, interface: String, name: String, value: Value,
    timeout: Duration, _ completion: @escaping @Sendable (Result<Void, DBusError>) -> Void
  ) -> CallID {
    let message = Message.methodCall(
      to: destination, path: path, interface: BusName.propertiesInterface, member: "Set"
    ) {
      $0.appendString(interface)
      $0.appendString(name)
      $0.append(.variant(value))
    }
    return call(message, timeout: timeout) { completion($0.map { _ in }) }
  }

  /// All properties of an interface, without their variants.
  @discardableResult
  package func getAllProperties(
    destination: String, path: ObjectPath, interface: String, timeout: Duration,
    _ completion: @escaping @Sendable (Result<[String: Value], DBusError>) -> Void
  ) -> CallID {
    let message = Message.methodCall(
      to: destination, path: path, interface: BusName.propertiesInterface, member: "GetAll"
    ) { $0.appendString(interface) }
    return call(message, timeout: timeout) { result in
      completion(
        result.flatMap(Self.firstValue).flatMap { value in
          guard let properties = value.asProperties else {
            return .failure(
              DBusError(
                .invalidMessage,
                "GetAll of \(path) gave '\(value.signature)' in place of properties."))
          }
          return .success(properties)
        })
    }
  }

  private static func firstValue(_ reply: Message) -> Result<Value, DBusError> {
    var reader = reply.reader
    do throws(DBusError) {
      return .success(try reader.readValue())
    } catch {
      return .failure(error)
    }
  }
}
