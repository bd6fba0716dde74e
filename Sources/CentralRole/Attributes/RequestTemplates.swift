import BlueZ
import DBus
import FoundationEssentials
import Futures

/// The calls that the requests of one attribute make again and again.
///
/// A call that was sent is copied when it is sent again, which takes a tenth of making it. The copy
/// cannot meet the first sending, because an attribute has one request at a time.
final class RequestTemplates: Sendable {
  private struct Made {
    var read: Message?
    var writes: [WriteType?: CallTemplate] = [:]
  }

  private let path: ObjectPath
  private let interface: String
  private let made = Lock(Made())

  init(_ path: ObjectPath, _ table: InterfaceTable) {
    self.path = path
    interface = table.name
  }

  func read(offset: Int) -> Message {
    guard offset == 0 else {
      return call("ReadValue") { $0.appendDictionary(Self.options(offset: offset)) }
    }
    return made.withLock { made in
      let read = made.read ?? call("ReadValue") { $0.appendEmptyDictionary() }
      made.read = read
      return read
    }
  }

  /// Descriptors have no type: they are always written with a response.
  func write(_ data: Data, offset: Int, _ type: WriteType?) -> Message {
    guard offset == 0 else { return makeWrite(data, offset: offset, type) }
    let template = made.withLock { made in
      let template = made.writes[type] ?? CallTemplate(makeWrite(Data(), offset: 0, type))
      made.writes[type] = template
      return template
    }
    return template?.call(with: data) ?? makeWrite(data, offset: 0, type)
  }

  private func makeWrite(_ data: Data, offset: Int, _ type: WriteType?) -> Message {
    call("WriteValue") { writer in
      writer.appendBytes(data)
      writer.appendDictionary(
        Self.options(offset: offset) + (type.map { [("type", .string($0.option))] } ?? []))
    }
  }

  private static func options(offset: Int) -> [(String, Value)] {
    offset > 0 ? [("offset", .uint16(UInt16(clamping: offset)))] : []
  }

  private func call(_ member: String, _ body: Message.Append) -> Message {
    Message.methodCall(
      to: BusNames.daemon, path: path, interface: interface, member: member, append: body)
  }
}
