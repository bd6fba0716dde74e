import DBus
import FoundationEssentials
import Glibc

/// How much of the load a run bears: a short one with the suite, the whole with
/// `BLUEFUTURES_LOAD=full`.
enum Load {
  static let isFull = getenv("BLUEFUTURES_LOAD").map { String(cString: $0) } == "full"

  static func rounds(_ full: Int, short: Int) -> Int { isFull ? full : short }
}

/// What a process holds that must not grow.
struct Holdings: Equatable, CustomStringConvertible {
  let descriptors: Int
  let threads: Int

  init() {
    descriptors = Self.entries("/proc/self/fd")
    threads = Self.entries("/proc/self/task")
  }

  var description: String { "\(descriptors) descriptors, \(threads) threads" }

  /// Octets of memory that the process occupies.
  static var memory: Int {
    guard let text = try? Data(contentsOf: URL(filePath: "/proc/self/statm")) else { return 0 }
    let pages = String(decoding: text, as: UTF8.self).split(separator: " ").dropFirst().first
    return (pages.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static func entries(_ path: String) -> Int {
    guard let directory = opendir(path) else { return 0 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
  }
}
