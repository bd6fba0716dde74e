/// Interfaces by which programs register what they offer.
extension InterfaceTable {
  /// `org.bluez.AgentManager1`: who answers for the user while devices pair.
  package static let agentManager = InterfaceTable(
    name: "org.bluez.AgentManager1", properties: [],
    methods: [
      Method("RegisterAgent", "os"), Method("UnregisterAgent", "o"),
      Method("RequestDefaultAgent", "o"),
    ])

  /// `org.bluez.GattManager1`: programs publish services at an adapter.
  package static let gattManager = InterfaceTable(
    name: "org.bluez.GattManager1", properties: [],
    methods: [Method("RegisterApplication", "oa{sv}"), Method("UnregisterApplication", "o")])

  /// `org.bluez.LEAdvertisingManager1`: programs advertise at an adapter.
  package static let advertisingManager = InterfaceTable(
    name: "org.bluez.LEAdvertisingManager1",
    properties: [
      .required("ActiveInstances", "y"), .required("SupportedInstances", "y"),
      .required("SupportedIncludes", "as"), .optional("SupportedSecondaryChannels", "as"),
    ],
    methods: [
      Method("RegisterAdvertisement", "oa{sv}"), Method("UnregisterAdvertisement", "o"),
    ])

  /// The interfaces that the daemon has and this package knows.
  package static let served = all + [battery, agentManager, gattManager, advertisingManager]
}

extension BusNames {
  /// The interface of the object by which a program answers for its user.
  package static let agent = "org.bluez.Agent1"
}
