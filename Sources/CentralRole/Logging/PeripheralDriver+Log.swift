import BlueZ
import DBus
import GATT
import Profiles

/// The lines that tell what was done with a peripheral: its address, the action, the attribute.
///
/// Values are not told, only their lengths: logs are kept and passed on.
extension PeripheralDriver {
  /// Writes a line that begins with the address.
  func log(_ level: LogLevel, _ action: @autoclosure () -> String) {
    session.log(level, "\(address): \(action())")
  }

  /// Writes a line of ``LogLevel/info``.
  func log(_ action: @autoclosure () -> String) { log(.info, action()) }

  /// A request has its answer, or will have none.
  func logOutcome<Failure: Error>(
    of request: PendingRequest, _ outcome: Result<Message, Failure>
  ) {
    switch outcome {
    case .success(let reply):
      guard case .read = request.operation else { return logWritten(request) }
      log("read \(request.node.uuid.logName), \(Self.octets(in: reply))")
    case .failure(let error):
      log(.error, "\(request.verb) of \(request.node.uuid.logName) failed: \(error)")
    }
  }

  /// A write is done, or its packet is on its way.
  func logWritten(_ request: PendingRequest) {
    guard case .write(let data, _, let type, _) = request.operation else { return }
    log("wrote \(request.node.uuid.logName), \(Self.octets(data.count)) \(type.words)")
  }

  private static func octets(in reply: Message) -> String {
    var reader = reply.reader
    return octets((try? reader.readBytes())?.count ?? 0)
  }

  private static func octets(_ count: Int) -> String {
    count == 1 ? "1 octet" : "\(count) octets"
  }
}

extension BluetoothUUID {
  /// The assigned name and the number, such as `Battery Level (2A19)`.
  var logName: String { assignedName.map { "\($0) (\(self))" } ?? "\(self)" }
}
