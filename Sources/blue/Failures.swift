import Profiles

/// A mistake in the command line.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ text: String, help: String) {
    description = "\(text)\n\(help) explains"
  }
}

/// A failure as a word for programs and a message for people.
struct Failure: Error {
  let word: String
  let message: String

  init(_ word: String, _ message: String) {
    self.word = word
    self.message = message
  }

  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as ProfileError:
      // The layout knows the key, and only the tool knows how it is given here.
      let hint =
        error.code == ProfileError.missingContext
        ? "; here --context '{\"\(error.value ?? "")\": …}' gives it" : ""
      self.init(error.code.description, error.description + hint)
    default: self.init("failed", "\(error)")
    }
  }

  var json: ProfileJSON { ["error": .string(word), "message": .string(message)] }
}
