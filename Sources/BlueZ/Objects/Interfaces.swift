extension InterfaceTable {
  /// `org.bluez.Adapter1`: a controller.
  package static let adapter = InterfaceTable(
    name: "org.bluez.Adapter1",
    properties: [
      .required("Address", "s"), .required("AddressType", "s"), .required("Name", "s"),
      .writable("Alias", "s"), .required("Class", "u"), .writable("Powered", "b"),
      .writable("Discoverable", "b"), .writable("DiscoverableTimeout", "u"),
      .writable("Pairable", "b"), .writable("PairableTimeout", "u"),
      .required("Discovering", "b"), .required("UUIDs", "as"), .optional("Modalias", "s"),
      .required("Roles", "as"), .optional("ExperimentalFeatures", "as"),
    ],
    methods: [
      Method("StartDiscovery"), Method("StopDiscovery"), Method("SetDiscoveryFilter", "a{sv}"),
      Method("GetDiscoveryFilters", returns: "as"), Method("RemoveDevice", "o"),
    ])

  /// `org.bluez.Device1`: a remote device that the daemon knows.
  package static let device = InterfaceTable(
    name: "org.bluez.Device1",
    properties: [
      .required("Address", "s"), .required("AddressType", "s"), .optional("Name", "s"),
      .writable("Alias", "s"), .optional("Class", "u"), .optional("Appearance", "q"),
      .optional("Icon", "s"), .required("Paired", "b"), .required("Bonded", "b"),
      .writable("Trusted", "b"), .writable("Blocked", "b"), .required("LegacyPairing", "b"),
      .optional("RSSI", "n"), .required("Connected", "b"), .required("UUIDs", "as"),
      .optional("Modalias", "s"), .required("Adapter", "o"),
      .optional("ManufacturerData", "a{qv}"), .optional("ServiceData", "a{sv}"),
      .optional("TxPower", "n"), .required("ServicesResolved", "b"),
      InterfaceTable.Property(
        name: "WakeAllowed", signature: "b", isWritable: true, isOptional: true),
    ],
    methods: [
      Method("Connect"), Method("Disconnect"), Method("ConnectProfile", "s"),
      Method("DisconnectProfile", "s"), Method("Pair"), Method("CancelPairing"),
    ])

  /// `org.bluez.GattService1`: a service of a connected device.
  package static let service = InterfaceTable(
    name: "org.bluez.GattService1",
    properties: [
      .required("UUID", "s"), .required("Device", "o"), .required("Primary", "b"),
      .required("Includes", "ao"),
    ],
    methods: [])

  /// `org.bluez.GattCharacteristic1`: a characteristic of a service.
  package static let characteristic = InterfaceTable(
    name: "org.bluez.GattCharacteristic1",
    properties: [
      .required("UUID", "s"), .required("Service", "o"), .optional("Value", "ay"),
      .optional("Notifying", "b"), .required("Flags", "as"), .optional("WriteAcquired", "b"),
      .optional("NotifyAcquired", "b"), .optional("MTU", "q"),
    ],
    methods: [
      Method("ReadValue", "a{sv}", returns: "ay"), Method("WriteValue", "aya{sv}"),
      Method("AcquireWrite", "a{sv}", returns: "hq"),
      Method("AcquireNotify", "a{sv}", returns: "hq"), Method("StartNotify"),
      Method("StopNotify"),
    ])

  /// `org.bluez.GattDescriptor1`: a descriptor of a characteristic.
  package static let descriptor = InterfaceTable(
    name: "org.bluez.GattDescriptor1",
    properties: [
      .required("UUID", "s"), .required("Characteristic", "o"), .optional("Value", "ay"),
    ],
    methods: [
      Method("ReadValue", "a{sv}", returns: "ay"), Method("WriteValue", "aya{sv}"),
    ])

  /// `org.bluez.Battery1`: the battery of a connected device, on the device's object.
  package static let battery = InterfaceTable(
    name: "org.bluez.Battery1",
    properties: [.required("Percentage", "y"), .optional("Source", "s")], methods: [])

  /// The interfaces of the daemon's object tree that the client follows.
  package static let all = [adapter, device, service, characteristic, descriptor]
}

/// Names on the bus that belong to no single interface of the daemon.
package enum BusNames {
  package static let daemon = "org.bluez"
  package static let objectManager = "org.freedesktop.DBus.ObjectManager"
  package static let properties = "org.freedesktop.DBus.Properties"
  package static let introspectable = "org.freedesktop.DBus.Introspectable"
}
