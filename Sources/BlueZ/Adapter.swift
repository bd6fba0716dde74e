package import DBus
public import Futures
public import GATT

/// A Bluetooth controller of this machine, as the daemon describes it at this moment.
///
/// A snapshot: ask the session or the manager again for later values.
public struct Adapter: Sendable, CustomStringConvertible {
  /// The kernel's name of the controller, such as `hci0`.
  ///
  /// It may change when the controller is replugged.
  public let identifier: String
  /// The controller's own address.
  public let address: BluetoothAddress
  /// The name that people gave it.
  public let name: String
  /// Whether it is switched on.
  public let isPowered: Bool
  /// Whether some program on this machine scans with it.
  public let isDiscovering: Bool
  package let path: ObjectPath
  let session: Session

  package init?(_ path: ObjectPath, _ properties: Properties, session: Session) {
    guard let text = properties["Address"]?.asString, let address = BluetoothAddress(text) else {
      return nil
    }
    self.path = path
    self.session = session
    self.address = address
    identifier = path.lastElement
    name = properties["Alias"]?.asString ?? properties["Name"]?.asString ?? ""
    isPowered = properties["Powered"]?.asBool ?? false
    isDiscovering = properties["Discovering"]?.asBool ?? false
  }

  /// Switches the controller on or off, for every program of this machine.
  ///
  /// Fails with ``BlueZError``: `blocked` when rfkill holds it off, `busy` when another change
  /// is under way, `noReply` after 10 s.
  public func setPowered(_ isPowered: Bool) -> Future<Void> {
    let promise = Promise<Void>(context: session.context)
    let message = Message.methodCall(
      to: BusNames.daemon, path: path, interface: BusNames.properties, member: "Set",
      [.string(InterfaceTable.adapter.name), .string("Powered"), .variant(.bool(isPowered))])
    session.call(message, timeout: .seconds(10)) { result in
      promise.complete(result.map { _ in () }.mapError { $0 })
    }
    return promise.future
  }

  /// Identifier, address and power, such as `hci0 (00:AA:01:00:00:00, on)`.
  public var description: String { "\(identifier) (\(address), \(isPowered ? "on" : "off"))" }
}

extension Session {
  /// The controllers that the daemon knows at this moment, by identifier; empty before the
  /// first answer.
  public var adapters: [Adapter] {
    let found = withStore { store in
      store.children(of: "/org/bluez", with: .adapter).map { path in
        (path, store.properties(.adapter, of: path) ?? [:])
      }
    }
    return found.compactMap { Adapter($0.0, $0.1, session: self) }
  }
}
