/// What one D-Bus interface of the daemon offers, declared once for the client and the simulator.
///
/// Source: BlueZ 5.66, `doc/org.bluez.*.rst` and the property tables of the daemon. What the
/// daemon says of itself is recorded in `Tests/Recordings`, and a test compares both.
package struct InterfaceTable: Sendable {
  /// A property with its D-Bus type.
  package struct Property: Sendable {
    package let name: String
    package let signature: String
    package let isWritable: Bool
    /// An optional property may be absent from an object.
    package let isOptional: Bool
  }

  /// A method with the D-Bus types that it takes and returns.
  package struct Method: Sendable {
    package let name: String
    package let takes: String
    package let returns: String
  }

  /// A signal with the D-Bus types that it carries.
  package struct Signal: Sendable {
    package let name: String
    package let carries: String
  }

  package let name: String
  package var properties: [Property] = []
  package var methods: [Method] = []
  package var signals: [Signal] = []
}

extension InterfaceTable.Property {
  static func required(_ name: String, _ signature: String) -> Self {
    Self(name: name, signature: signature, isWritable: false, isOptional: false)
  }
  static func writable(_ name: String, _ signature: String) -> Self {
    Self(name: name, signature: signature, isWritable: true, isOptional: false)
  }
  static func optional(_ name: String, _ signature: String) -> Self {
    Self(name: name, signature: signature, isWritable: false, isOptional: true)
  }
}

extension InterfaceTable.Method {
  init(_ name: String, _ takes: String = "", returns: String = "") {
    self.init(name: name, takes: takes, returns: returns)
  }
}
