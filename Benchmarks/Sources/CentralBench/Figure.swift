import Glibc

/// Lines of "name value" on standard output, which the runner compares.
enum Figure {
  static func print(_ name: String, _ value: Double) {
    Swift.print("\(name) \(value)")
  }

  /// A line for people, apart from the figures.
  static func note(_ text: String) {
    let line = Array("\(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }

  /// The time of one of `count` operations, in microseconds.
  static func measure(_ name: String, _ count: Int, _ body: () async throws -> Void) async throws {
    let start = ContinuousClock.now
    try await body()
    print(name, (ContinuousClock.now - start) / .microseconds(1) / Double(count))
  }
}

/// What the process has used so far.
struct Usage {
  let microseconds: Double
  let residentKilobytes: Int

  static var now: Usage {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    return Usage(
      microseconds: times.reduce(0) { $0 + Double($1.tv_sec) * 1e6 + Double($1.tv_usec) },
      residentKilobytes: usage.ru_maxrss)
  }
}
