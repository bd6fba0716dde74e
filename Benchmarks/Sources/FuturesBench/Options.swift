/// What the command line says.
struct Options {
  struct Invalid: Error, CustomStringConvertible {
    var description: String { "Usage: FuturesBench [ROUNDS] [--smoke] [--json FILE]" }
  }

  var rounds = 9
  /// One round of small blocks: shows that everything works, and measures nothing.
  var isSmoke = false
  /// Where the figures go beside the table.
  var json: String?

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--smoke":
        isSmoke = true
        rounds = 1
      case "--json":
        guard let file = rest.popFirst() else { throw Invalid() }
        json = file
      default:
        guard let number = Int(argument), number > 0 else { throw Invalid() }
        rounds = number
      }
    }
  }
}
