import Glibc

/// A program that is run to its end.
struct Command {
  let arguments: [String]

  init(_ arguments: String...) { self.init(arguments) }

  init(_ arguments: [String]) { self.arguments = arguments }

  /// The exit status; −1 if the program could not be run or was killed.
  func run() -> Int32 {
    var id = pid_t()
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    guard posix_spawnp(&id, arguments[0], nil, nil, words, environ) == 0 else { return -1 }
    var status: Int32 = 0
    guard waitpid(id, &status, 0) == id, status & 0x7f == 0 else { return -1 }
    return (status >> 8) & 0xff
  }
}
