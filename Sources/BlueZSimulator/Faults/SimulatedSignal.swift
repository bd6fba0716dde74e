import BlueZ
import DBus

/// A signal that is sent although nothing happened, rightly or wrongly made.
public struct SimulatedSignal: Sendable {
  let path: String?
  let interface: String
  let member: String
  let body: [SimulatedValue]

  /// Makes a signal of any kind.
  ///
  /// - Parameters:
  ///   - path: the object that sends it; by default the object of the call that the fault is about.
  ///   - interface: the interface of the signal.
  ///   - member: the signal's name.
  ///   - body: its arguments.
  public init(
    path: String? = nil, interface: String, member: String, body: [SimulatedValue] = []
  ) {
    self.path = path
    self.interface = interface
    self.member = member
    self.body = body
  }

  /// A change of properties, of whatever types; the daemon's own objects stay as they are.
  public static func propertiesChanged(
    of path: String? = nil, interface: String, _ changed: [String: SimulatedValue],
    invalidated: [String] = []
  ) -> SimulatedSignal {
    SimulatedSignal(
      path: path, interface: BusNames.properties, member: "PropertiesChanged",
      body: [.string(interface), .properties(changed), .strings(invalidated)])
  }

  /// The value of a characteristic, as if it had been notified.
  public static func value(of path: String? = nil, _ value: SimulatedValue) -> SimulatedSignal {
    propertiesChanged(
      of: path, interface: InterfaceTable.characteristic.name, ["Value": value])
  }

  func message(from object: ObjectPath) -> Message {
    .signal(
      path: path.flatMap { ObjectPath($0) } ?? object, interface: interface, member: member,
      body.map(\.value))
  }
}
