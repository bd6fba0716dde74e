/// Interfaces by which programs register what they offer.
extension InterfaceTable {
  /// `org.bluez.AgentManager1`: who answers for the user while devices pair.
  package static let agentManager = InterfaceTable(
    name: "org.bluez.AgentManager1", properties: [],
    methods: [
      Method("RegisterAgent", "os"), Method("UnregisterAgent", "o"),
      Method("RequestDefaultAgent", "o"),
    ])

  /// The interfaces that the daemon has and this package knows.
  package static let served = all + [agentManager]
}

extension BusNames {
  /// The interface of the object by which a program answers for its user.
  package static let agent = "org.bluez.Agent1"
}
