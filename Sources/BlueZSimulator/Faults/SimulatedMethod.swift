import BlueZ

/// A method of the daemon that a fault is about.
public struct SimulatedMethod: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name, such as `ReadValue`; nil for every method.
  public let name: String?
  /// The interface, such as `org.bluez.Device1`; nil for every interface that has the method.
  public let interface: String?

  /// Makes a method from its D-Bus names.
  public init(_ name: String, interface: String? = nil) {
    self.name = name
    self.interface = interface
  }

  private init() {
    name = nil
    interface = nil
  }

  /// Makes a method of any interface from its name.
  public init(stringLiteral name: String) { self.init(name) }

  /// What the daemon answers to.
  static var known: [(interface: String, methods: [String])] {
    (InterfaceTable.served + InterfaceTable.standard).map { ($0.name, $0.methods.map(\.name)) }
  }

  func matches(interface: String?, name: String?) -> Bool {
    (self.name == nil || self.name == name)
      && (self.interface == nil || self.interface == interface)
  }
}

extension SimulatedMethod {
  /// Every method of every interface.
  public static let every = SimulatedMethod()
  /// A read of a characteristic or a descriptor.
  public static let readValue: SimulatedMethod = "ReadValue"
  /// A write to a characteristic or a descriptor.
  public static let writeValue: SimulatedMethod = "WriteValue"
  /// The start of notifications by signals.
  public static let startNotify: SimulatedMethod = "StartNotify"
  /// The end of notifications by signals.
  public static let stopNotify: SimulatedMethod = "StopNotify"
  /// The request for a socket of notifications.
  public static let acquireNotify: SimulatedMethod = "AcquireNotify"
  /// The request for a socket of writes.
  public static let acquireWrite: SimulatedMethod = "AcquireWrite"
  /// A connect to a device.
  public static let connect: SimulatedMethod = "Connect"
  /// A disconnect of a device, which also ends a pending connect.
  public static let disconnect: SimulatedMethod = "Disconnect"
  /// A pairing.
  public static let pair: SimulatedMethod = "Pair"
  /// The end of a pending pairing.
  public static let cancelPairing: SimulatedMethod = "CancelPairing"
  /// The removal of a device with all that is stored of it.
  public static let removeDevice: SimulatedMethod = "RemoveDevice"
  /// The filter of a discovery.
  public static let setDiscoveryFilter: SimulatedMethod = "SetDiscoveryFilter"
  /// The start of a discovery.
  public static let startDiscovery: SimulatedMethod = "StartDiscovery"
  /// The end of a discovery.
  public static let stopDiscovery: SimulatedMethod = "StopDiscovery"
  /// The question for the whole object tree.
  public static let getManagedObjects: SimulatedMethod = "GetManagedObjects"
  /// The setting of a property, of which `Powered` is the most important.
  public static let setProperty = SimulatedMethod(
    "Set", interface: "org.freedesktop.DBus.Properties")
  /// The question for a property.
  public static let getProperty = SimulatedMethod(
    "Get", interface: "org.freedesktop.DBus.Properties")
  /// The registration of an application with services.
  public static let registerApplication: SimulatedMethod = "RegisterApplication"
  /// The registration of an advertisement.
  public static let registerAdvertisement: SimulatedMethod = "RegisterAdvertisement"
  /// The registration of an agent.
  public static let registerAgent: SimulatedMethod = "RegisterAgent"
}
