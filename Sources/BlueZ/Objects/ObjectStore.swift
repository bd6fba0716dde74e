package import DBus

/// The properties of one interface of one object, by name.
package typealias Properties = [String: Value]

/// The daemon's object tree as the client knows it: one snapshot, then the signals that follow.
///
/// A pure value: it learns from messages and tells what changed. An object whose last interface
/// is gone does not exist; invalidated names are dropped whether they were known or not.
package struct ObjectStore: Sendable {
  private(set) var objects: [ObjectPath: [String: Properties]] = [:]
  private var children: [ObjectPath: Set<ObjectPath>] = [:]

  package init() {}

  package var paths: some Collection<ObjectPath> & Sendable { objects.keys }

  package func interfaces(of path: ObjectPath) -> [String: Properties] { objects[path] ?? [:] }

  package func properties(_ table: InterfaceTable, of path: ObjectPath) -> Properties? {
    objects[path]?[table.name]
  }

  /// The objects directly below a path that have the interface, in the order of their paths,
  /// which for attributes is the order of their handles.
  package func children(of path: ObjectPath, with table: InterfaceTable) -> [ObjectPath] {
    (children[path] ?? []).filter { objects[$0]?[table.name] != nil }.sorted()
  }

  package mutating func replaceAll(_ snapshot: [ObjectPath: [String: Properties]]) {
    self = ObjectStore()
    for (path, interfaces) in snapshot { add(path, interfaces) }
  }

  package mutating func add(_ path: ObjectPath, _ interfaces: [String: Properties]) {
    objects[path, default: [:]].merge(interfaces) { _, new in new }
    if let parent = path.parent { children[parent, default: []].insert(path) }
  }

  /// Removes interfaces of an object; returns the ones that it had.
  package mutating func remove(_ path: ObjectPath, _ interfaces: [String]) -> [String] {
    guard var object = objects[path] else { return [] }
    let gone = interfaces.filter { object.removeValue(forKey: $0) != nil }
    guard object.isEmpty else {
      objects[path] = object
      return gone
    }
    objects[path] = nil
    if let parent = path.parent {
      children[parent]?.remove(path)
      if children[parent]?.isEmpty == true { children[parent] = nil }
    }
    return gone
  }

  /// Merges a change; returns false when the object or its interface is not known.
  package mutating func change(
    _ path: ObjectPath, _ interface: String, _ changed: Properties, invalidated: [String]
  ) -> Bool {
    // Found once, as this is done for each advertisement.
    guard let object = objects.index(forKey: path),
      let properties = objects.values[object].index(forKey: interface)
    else { return false }
    for name in invalidated { objects.values[object].values[properties][name] = nil }
    for (name, value) in changed { objects.values[object].values[properties][name] = value }
    return true
  }
}
