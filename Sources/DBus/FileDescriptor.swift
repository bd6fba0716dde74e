import Glibc
import Synchronization

/// An open file that closes itself when nobody refers to it any more.
package final class FileDescriptor: Sendable {
  private static let none: Int32 = -1
  private let number: Atomic<Int32>

  /// Takes over the descriptor; nobody else may close it afterwards.
  package init(owning descriptor: Int32) { number = Atomic(descriptor) }

  deinit {
    let open = number.load(ordering: .acquiring)
    if open >= 0 { close(open) }
  }

  /// The number, or -1 after `take()`.
  package var raw: Int32 { number.load(ordering: .acquiring) }

  /// Hands the descriptor to the caller, who closes it; nil if it was taken before.
  package func take() -> Int32? {
    let open = number.exchange(Self.none, ordering: .acquiringAndReleasing)
    return open >= 0 ? open : nil
  }

  /// A second descriptor of the same open file, or nil when the process has no more to give.
  package func duplicate() -> FileDescriptor? {
    let copy = fcntl(raw, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? FileDescriptor(owning: copy) : nil
  }
}

extension FileDescriptor: Hashable {
  package static func == (lhs: FileDescriptor, rhs: FileDescriptor) -> Bool { lhs === rhs }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension DBusError {
  static let noDescriptorLeft = DBusError(
    .limitExceeded, "The process has no file descriptor left; close some or raise the limit.")
}
