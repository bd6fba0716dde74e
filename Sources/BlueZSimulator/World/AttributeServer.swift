import FoundationEssentials
import Futures
import GATT

/// The value of an attribute, and who answers for it; characteristics and descriptors have one.
final class AttributeServer: Sendable {
  typealias Answer<Value> = @Sendable (Result<Value, ATTError>) -> Void

  enum Reader: Sendable {
    case now(@Sendable () throws -> Data)
    case later(@Sendable (SimulatedReadRequest) -> Future<Data>)
  }

  enum Writer: Sendable {
    case now(@Sendable (Data) throws -> Void)
    case later(@Sendable (SimulatedWriteRequest) -> Future<Void>)
  }

  struct Shared {
    var value: Data
    var nextReadErrors: [ATTError] = []
    var nextWriteErrors: [ATTError] = []
    var reader: Reader?
    var writer: Writer?
  }

  let canRead: Bool
  let canWrite: Bool
  /// What reads and writes demand of the link.
  let permissions: AttributePermissions
  let shared: Lock<Shared>

  init(canRead: Bool, canWrite: Bool, permissions: AttributePermissions, value: Data) {
    self.canRead = canRead
    self.canWrite = canWrite
    self.permissions = permissions
    shared = Lock(Shared(value: value))
  }

  /// The longest value that an attribute can have (Core specification, Vol 3 Part F 3.2.9).
  static let longest = 512

  /// Answers a read, at once or on the context.
  func read(
    _ request: SimulatedReadRequest, _ context: ExecutionContext, _ answer: @escaping Answer<Data>
  ) {
    guard canRead else { return answer(.failure(.readNotPermitted)) }
    let (error, reader, value) = shared.withLock { shared in
      let error = shared.nextReadErrors.isEmpty ? nil : shared.nextReadErrors.removeFirst()
      return (error, shared.reader, shared.value)
    }
    if let error { return answer(.failure(error)) }
    switch reader {
    case nil:
      answer(.success(value.prefix(Self.longest)))
    case .now(let read):
      answer(Result(catching: read).map { $0.prefix(Self.longest) }.mapError(Self.attError))
    case .later(let read):
      read(request).onComplete(context: context) { result in
        answer(result.map { $0.prefix(Self.longest) }.mapError(Self.attError))
      }
    }
  }

  /// Takes a write, whose octets belong at its offset, and answers at once or on the context.
  func write(
    _ request: SimulatedWriteRequest, _ context: ExecutionContext, _ answer: @escaping Answer<Void>
  ) {
    guard canWrite else { return answer(.failure(.writeNotPermitted)) }
    let (error, writer, old) = shared.withLock { shared in
      let error = shared.nextWriteErrors.isEmpty ? nil : shared.nextWriteErrors.removeFirst()
      return (error, shared.writer, shared.value)
    }
    if let error { return answer(.failure(error)) }
    guard request.offset <= old.count else { return answer(.failure(.invalidOffset)) }
    var request = request
    request.value = Data(old.prefix(request.offset)) + request.value
    guard request.value.count <= Self.longest else {
      return answer(.failure(.invalidAttributeValueLength))
    }
    let value = request.value
    let take: @Sendable (Result<Void, any Error>) -> Void = { [self] result in
      if case .success = result { shared.withLock { $0.value = value } }
      answer(result.mapError(Self.attError))
    }
    switch writer {
    case nil: take(.success(()))
    case .now(let write): take(Result { try write(value) })
    case .later(let write): write(request).onComplete(context: context, take)
    }
  }

  private static func attError(_ error: any Error) -> ATTError {
    error as? ATTError ?? .unlikelyError
  }
}
