import BlueZ
import DBus
import FoundationEssentials
import Futures

/// A request from its call to its answer, with what it owes to its caller.
final class PendingRequest: Sendable {
  enum Operation: Sendable {
    case read(offset: Int, Promise<Data>)
    case write(Data, offset: Int, WriteType, Promise<Void>)
    /// Gives the socket of paced writes back.
    case release(Promise<Void>)
  }

  let node: any AttributeNode
  let operation: Operation
  let timeout: Duration
  private let deadline = Lock<(any Cancellable)?>(nil)

  init(_ node: any AttributeNode, _ operation: Operation, timeout: Duration) {
    self.node = node
    self.operation = operation
    self.timeout = timeout
  }

  var kind: RequestQueue.Kind {
    switch operation {
    case .read: .read
    case .write, .release: .write
    }
  }

  /// Nobody waits for the result any more; a request that has not started need not start.
  var isSettled: Bool {
    switch operation {
    case .read(_, let promise): promise.isCompleted
    case .write(_, _, _, let promise), .release(let promise): promise.isCompleted
    }
  }

  var verb: String {
    switch operation {
    case .read: "read"
    case .write, .release: "write"
    }
  }

  /// The octets of a write through a socket; a packet without any would be taken for the end.
  var packet: Data? {
    guard case .write(let data, _, .paced, _) = operation, !data.isEmpty else { return nil }
    return data
  }

  /// The call on the daemon, if there is one to make.
  var message: Message? {
    switch operation {
    case .read(0, _):
      node.readCall.message { call("ReadValue") { $0.appendEmptyDictionary() } }
    case .read(let offset, _):
      call("ReadValue") { $0.appendDictionary(Self.options(offset: offset)) }
    case .write(let data, let offset, let type, _):
      call("WriteValue") {
        $0.appendBytes(data)
        // Descriptors have no type: they are always written with a response.
        let type = node is CharacteristicNode ? [("type", Value.string(type.option))] : []
        $0.appendDictionary(Self.options(offset: offset) + type)
      }
    case .release:
      nil
    }
  }

  private static func options(offset: Int) -> [(String, Value)] {
    offset > 0 ? [("offset", .uint16(UInt16(clamping: offset)))] : []
  }

  private func call(_ member: String, _ body: Message.Append) -> Message {
    Message.methodCall(
      to: BusNames.daemon, path: node.path, interface: node.table.name, member: member, append: body
    )
  }

  func complete(_ outcome: Result<Message, CentralError>) {
    switch operation {
    case .read(let offset, let promise):
      stopDeadline()
      let value = outcome.flatMap { node.value(in: $0) }
      node.readEnded(try? value.get(), offset: offset, isLate: promise.isCompleted)
      promise.complete(value.mapError { $0 })
    case .write, .release:
      switch outcome {
      case .success: succeed()
      case .failure(let error): fail(error)
      }
    }
  }

  /// A write is done.
  func succeed() {
    stopDeadline()
    switch operation {
    case .read: break
    case .write(let data, let offset, let type, let promise):
      // What a peripheral has taken is what a descriptor holds.
      if type.isAcknowledged, offset == 0, let descriptor = node as? DescriptorNode {
        descriptor.data.withLock { $0 = data }
      }
      promise.success(())
    case .release(let promise): promise.success(())
    }
  }

  /// Sets the timer unless there is one.
  func setDeadline(_ timer: () -> any Cancellable) {
    guard deadline.withLock({ $0 == nil }) else { return }
    let timer = timer()
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
    case .read(_, let promise): promise.failure(error)
    case .write(_, _, _, let promise), .release(let promise): promise.failure(error)
    }
  }
}
