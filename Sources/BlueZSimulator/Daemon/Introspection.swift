import BlueZ
import DBus

/// The description of an object that tools such as `busctl` and `d-feet` ask for.
enum Introspection {
  private static let head = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
    "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
    """

  /// Nil when there is neither an object at the path nor one below it.
  static func text(of path: ObjectPath, in tree: ObjectStore) -> String? {
    let below = tree.paths.filter { $0 != path && $0.isInside(path) }
    let interfaces = tree.interfaces(of: path)
    guard !below.isEmpty || !interfaces.isEmpty else { return nil }
    let depth = path == .root ? 1 : path.string.split(separator: "/").count + 1
    let children = Set(
      below.compactMap { $0.string.split(separator: "/").prefix(depth).last.map(String.init) })
    let tables = (InterfaceTable.standard + InterfaceTable.served).filter { table in
      interfaces[table.name] != nil
        || path == .root && [BusNames.introspectable, BusNames.objectManager].contains(table.name)
    }
    let lines =
      tables.map(text) + children.sorted().map { "<node name=\"\($0)\"/>" } + ["</node>", ""]
    return head + "\n" + lines.joined(separator: "\n")
  }

  private static func text(of table: InterfaceTable) -> String {
    let methods = table.methods.map { method in
      "<method name=\"\(method.name)\">" + arguments(method.takes, "in")
        + arguments(method.returns, "out") + "</method>"
    }
    let properties = table.properties.map { property in
      let access = property.isWritable ? "readwrite" : "read"
      return
        "<property name=\"\(property.name)\" type=\"\(property.signature)\" access=\"\(access)\"/>"
    }
    let signals = table.signals.map { signal in
      "<signal name=\"\(signal.name)\">" + arguments(signal.carries) + "</signal>"
    }
    let members = methods + signals + properties
    let lines = ["<interface name=\"\(table.name)\">"] + members + ["</interface>"]
    return lines.joined(separator: "\n")
  }

  private static func arguments(_ types: String, _ direction: String? = nil) -> String {
    let types = Signature(types)?.types ?? []
    let direction = direction.map { " direction=\"\($0)\"" } ?? ""
    return types.map { "<arg type=\"\($0)\"\(direction)/>" }.joined()
  }
}
