import BlueZ
import DBus
import FoundationEssentials
import GATT

/// What requests need to know of an attribute, which is a characteristic or a descriptor.
protocol AttributeNode: AnyObject, Sendable {
  var path: ObjectPath { get }
  var uuid: BluetoothUUID { get }
  /// The daemon's spelling of the UUID, by which it is recognised without parsing.
  var uuidText: String { get }
  /// Tells the attributes of one peripheral apart.
  var number: RequestQueue.Attribute { get }
  /// The daemon's interface of such an attribute.
  var table: InterfaceTable { get }
  var readCall: ReadCall { get }

  func readStarted()
  /// A read was answered with what follows the offset, or with `nil` if it failed; what comes too
  /// late for its caller is not kept.
  func readEnded(_ value: Data?, offset: Int, isLate: Bool)
}

extension AttributeNode {
  /// The octets that a reply to a read carries.
  func value(in reply: Message) -> Result<Data, CentralError> {
    var reader = reply.reader
    do {
      return .success(try reader.readBytes())
    } catch {
      return .failure(
        CentralError(
          .requestFailed, "the daemon answered the read of \(uuid) with something else than octets",
          attribute: uuid, cause: error))
    }
  }
}

/// Handles of attributes, which the daemon tells with the names of their objects.
enum AttributeHandle {
  /// What stands before the number; the daemon's documentation writes `descriptor`.
  private static let kinds = ["service", "char", "descriptor", "desc"]

  /// The number at the end of `service0010`, `char0011`, `desc0013` or `descriptor0013`.
  static func number(in path: ObjectPath) -> UInt16? {
    let name = path.lastElement
    let kind = kinds.first { name.hasPrefix($0) && name.utf8.count == $0.utf8.count + 4 }
    return kind.flatMap { UInt16(name.dropFirst($0.utf8.count), radix: 16) }
  }
}
