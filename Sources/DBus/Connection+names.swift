import Futures

extension Connection {
  /// RequestName: do not wait in the queue behind another owner.
  private static let doNotQueue: UInt32 = 4
  private static let existsAlready: UInt32 = 3

  /// Asks for a well-known name; `nameTaken` if another connection owns it.
  package func requestName(
    _ name: String, _ completion: @escaping @Sendable (Result<Void, DBusError>) -> Void
  ) {
    let request = busCall("RequestName", [.string(name), .uint32(Self.doNotQueue)])
    call(request, timeout: Self.busTimeout) { result in
      completion(
        result.flatMap { reply in
          var reader = reply.reader
          do throws(DBusError) {
            guard try reader.readUInt32() == Self.existsAlready else { return .success(()) }
            return .failure(
              DBusError(.nameTaken, "The name \(name) belongs to another program; stop that first.")
            )
          } catch { return .failure(error) }
        })
    }
  }

  /// Gives a name back; that nobody or another connection owns it is no error.
  package func releaseName(
    _ name: String, _ completion: @escaping @Sendable (Result<Void, DBusError>) -> Void = { _ in }
  ) {
    call(busCall("ReleaseName", [.string(name)]), timeout: Self.busTimeout) { result in
      completion(result.map { _ in })
    }
  }

  /// Whether a message's sender owns a name that is watched; true as well while nobody can know.
  package func isOwner(_ sender: String, of name: String) -> Bool {
    state.withLock { $0.names.isOwner(sender, of: name) }
  }
}
