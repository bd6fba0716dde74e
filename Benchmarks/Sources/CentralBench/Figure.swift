import Glibc

/// Lines of "name value" on standard output, which the runner compares.
enum Figure {
  static func print(_ name: String, _ value: Double) {
    line("\(name) \(value)")
  }

  static func line(_ text: String) {
    let line = Array("\(text)\n".utf8)
    _ = write(STDOUT_FILENO, line, line.count)
  }

  /// The time of one of `count` operations, in microseconds.
  static func measure(_ name: String, _ count: Int, _ body: () throws -> Void) rethrows {
    let start = ContinuousClock.now
    try body()
    print(name, (ContinuousClock.now - start) / .microseconds(1) / Double(count))
  }
}

/// How much time and processor time something takes.
struct Stopwatch {
  private let start = ContinuousClock.now
  private let spent = Self.processorMicroseconds

  /// Prints the rate for a second and the processor time of each in microseconds.
  func print(_ name: String, _ count: Int) {
    let spent = Self.processorMicroseconds - spent
    Figure.print("\(name)_rate", Double(count) / ((ContinuousClock.now - start) / .seconds(1)))
    Figure.print("\(name)_cpu", spent / Double(count))
  }

  /// Of all threads of the process.
  private static var processorMicroseconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) * 1e6 + Double($1.tv_usec)
    }
  }
}
