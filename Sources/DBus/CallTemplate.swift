import CDBus
package import FoundationEssentials

/// A method call whose first argument is other octets each time: `ay`, then options, `a{sv}`.
///
/// Appending a dictionary with libdbus's iterators takes longer than everything else that is done
/// for a call. So the call is made once and kept as octets; putting others into it and having
/// libdbus check the whole takes a fifth of that.
package struct CallTemplate: Sendable {
  private static let signature: StaticString = "aya{sv}"

  /// Up to the body.
  private let header: [UInt8]
  /// The entries of the dictionary, each of which begins at a multiple of eight.
  private let entries: [UInt8]

  /// `nil` unless the call has no octets yet, and options behind them.
  package init?(_ call: Message) {
    let content = call.content
    guard call.fault == nil, call.kind == .methodCall, call.hasSignature(Self.signature) else {
      return nil
    }
    let wire = content.wire
    let options = content.bodyStart + 4
    guard wire.load(UInt32.self, at: content.bodyStart) == 0,
      let range = wire.content(of: content.signatureStart + 2, at: options, before: wire.end)
    else { return nil }
    header = Array(wire.octets(0..<content.bodyStart))
    entries = Array(wire.octets(range))
  }

  /// The call with these octets; `nil` if libdbus does not take it.
  package func call(with data: Data) -> Message? {
    let body = 4 + data.count
    let length = Wire.align(body, 4)
    let start = Wire.align(length + 4, 8)
    var octets = [UInt8](repeating: 0, count: header.count + start + entries.count)
    let count = octets.count
    let raw = octets.withUnsafeMutableBytes { octets -> OpaquePointer? in
      let words = [
        (4, start + entries.count), (8, 1), (header.count, data.count),
        (header.count + length, entries.count),
      ]
      octets.copyBytes(from: header)
      for (offset, word) in words {
        octets.storeBytes(of: UInt32(word), toByteOffset: offset, as: UInt32.self)
      }
      octets[(header.count + 4)...].copyBytes(from: data)
      octets[(header.count + start)...].copyBytes(from: entries)
      guard let base = octets.baseAddress else { return nil }
      return dbus_message_demarshal(
        base.assumingMemoryBound(to: CChar.self), Int32(count), nil)
    }
    return raw.map { Message(made: $0, fault: nil) }
  }
}
