/// Interfaces that D-Bus itself defines, as the daemon has them.
extension InterfaceTable {
  /// Tells what an object offers; every object has it.
  package static let introspectable = InterfaceTable(
    name: BusNames.introspectable, methods: [Method("Introspect", returns: "s")])

  /// Reads, sets and follows properties; every object with properties has it.
  package static let propertyAccess = InterfaceTable(
    name: BusNames.properties,
    methods: [
      Method("Get", "ss", returns: "v"), Method("Set", "ssv"),
      Method("GetAll", "s", returns: "a{sv}"),
    ],
    signals: [Signal(name: "PropertiesChanged", carries: "sa{sv}as")])

  /// Tells which objects there are; the root has it.
  package static let objectManager = InterfaceTable(
    name: BusNames.objectManager,
    methods: [Method("GetManagedObjects", returns: "a{oa{sa{sv}}}")],
    signals: [
      Signal(name: "InterfacesAdded", carries: "oa{sa{sv}}"),
      Signal(name: "InterfacesRemoved", carries: "oas"),
    ])

  package static let standard = [introspectable, propertyAccess, objectManager]
}
