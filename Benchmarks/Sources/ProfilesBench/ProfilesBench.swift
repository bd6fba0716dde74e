import Glibc

/// Measures decoding by profiles beside the same decoding written by hand.
///
/// Usage: ProfilesBench [ROUNDS] [--smoke]
///
/// Fails if a result is wrong, but not because a target is missed.
@main
enum ProfilesBench {
  static func main() {
    var rounds = 9
    var isSmoke = false
    for argument in CommandLine.arguments.dropFirst() {
      if argument == "--smoke" {
        (isSmoke, rounds) = (true, 1)
      } else if let number = Int(argument), number > 0 {
        rounds = number
      } else {
        print("Usage: ProfilesBench [ROUNDS] [--smoke]")
        exit(64)
      }
    }
    do {
      print("Decoding, medians of \(rounds) rounds; × is the median of the rounds' ratios.\n")
      print(Comparison.header)
      for comparison in Comparison.all {
        print(try comparison.line(rounds: rounds, count: isSmoke ? 100 : 200_000))
      }
    } catch {
      print("\(error)")
      exit(1)
    }
  }
}
