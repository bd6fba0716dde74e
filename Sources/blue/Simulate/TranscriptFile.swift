import Glibc
import Profiles

/// A file that each line of a transcript goes to as it comes.
final class TranscriptFile: Sendable {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw Failure(
        "unwritable",
        "the file \(path.excerpt) cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  /// Gives the reason why it cannot be written, if it cannot.
  func add(_ line: String) -> String? {
    do {
      try Console.put(line + "\n", descriptor)
      return nil
    } catch {
      return "the transcript ends here: \(error)"
    }
  }
}
