import BlueZ
import DBus
import FoundationEssentials
import Futures

/// A request from its call to its answer, with what it owes to its caller.
final class PendingRequest: Sendable {
  enum Operation: Sendable {
    case read(Promise<Data>)
    case write(Data, WriteType, Promise<Void>)
  }

  let node: CharacteristicNode
  let operation: Operation
  let timeout: Duration
  private let deadline = Lock<(any Cancellable)?>(nil)

  init(_ node: CharacteristicNode, _ operation: Operation, timeout: Duration) {
    self.node = node
    self.operation = operation
    self.timeout = timeout
  }

  var kind: RequestQueue.Kind {
    switch operation {
    case .read: .read
    case .write: .write
    }
  }

  /// Nobody waits for the result any more; a request that has not started need not start.
  var isSettled: Bool {
    switch operation {
    case .read(let promise): promise.isCompleted
    case .write(_, _, let promise): promise.isCompleted
    }
  }

  var verb: String {
    switch operation {
    case .read: "read"
    case .write: "write"
    }
  }

  /// The call on the daemon.
  var message: Message {
    switch operation {
    case .read:
      Message.methodCall(
        to: BusNames.daemon, path: node.path, interface: InterfaceTable.characteristic.name,
        member: "ReadValue"
      ) { $0.appendEmptyDictionary() }
    case .write(let data, let type, _):
      Message.methodCall(
        to: BusNames.daemon, path: node.path, interface: InterfaceTable.characteristic.name,
        member: "WriteValue"
      ) { writer in
        writer.appendBytes(data)
        writer.appendDictionary([("type", .string(type.option))])
      }
    }
  }

  func complete(_ outcome: Result<Message, CentralError>) {
    stopDeadline()
    switch operation {
    case .read(let promise):
      let value = outcome.flatMap { node.value(in: $0) }
      node.readEnded(try? value.get())
      promise.complete(value.mapError { $0 })
    case .write(_, _, let promise):
      promise.complete(outcome.map { _ in () }.mapError { $0 })
    }
  }

  func setDeadline(_ timer: any Cancellable) {
    deadline.withLock { $0 = timer }
  }

  func stopDeadline() {
    deadline.withLock { timer in
      defer { timer = nil }
      return timer
    }?.cancel()
  }

  func fail(_ error: CentralError) {
    stopDeadline()
    switch operation {
    case .read(let promise): promise.failure(error)
    case .write(_, _, let promise): promise.failure(error)
    }
  }
}
