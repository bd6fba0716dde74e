import FoundationEssentials
import GATT

extension BluetoothClient {
  /// An endpoint was called that the test did not expect.
  public struct Unimplemented: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the closure.
    public let endpoint: String

    /// What was called, and what to do.
    public var description: String {
      "BluetoothClient.\(endpoint) was called and is not implemented: set it in this test"
    }
  }

  /// A client whose endpoints all fail: a test sets those that it expects to be called.
  /// - Parameter report: hears of each call that was not expected; with Swift Testing pass
  ///   `{ Issue.record($0) }`, so that the test fails also where the caller forgives errors.
  /// - Returns: the client.
  public static func unimplemented(
    _ report: @escaping @Sendable (Unimplemented) -> Void = { _ in }
  ) -> BluetoothClient {
    @Sendable func failed(_ endpoint: String) -> Unimplemented {
      let error = Unimplemented(endpoint: endpoint)
      report(error)
      return error
    }
    return BluetoothClient(
      states: { AsyncThrowingStream(failing: failed("states")) },
      scan: { _ in AsyncThrowingStream(failing: failed("scan")) },
      connect: { _ in throw failed("connect") },
      disconnect: { _ in throw failed("disconnect") },
      discoverServices: { _, _ in throw failed("discoverServices") },
      discoverCharacteristics: { _, _, _ in throw failed("discoverCharacteristics") },
      read: { _, _ in throw failed("read") },
      write: { _, _, _ in throw failed("write") },
      writeWithoutResponse: { _, _, _ in throw failed("writeWithoutResponse") },
      subscribe: { _, _ in throw failed("subscribe") },
      disconnectionEvents: {
        _ = failed("disconnectionEvents")
        return AsyncStream { $0.finish() }
      })
  }
}

extension AsyncThrowingStream where Failure == any Error {
  fileprivate init(failing error: any Error) {
    self.init { $0.finish(throwing: error) }
  }
}
