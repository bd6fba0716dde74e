import FoundationEssentials
import GATT
import Profiles

/// What a characteristic or descriptor of a document answers instead of doing what it is asked.
struct RefusalEntry: Sendable {
  static let members = ["readError", "writeError"]

  var read: ATTError?
  var write: ATTError?

  init() {}

  /// Takes those of an attribute whose abilities are a member of it.
  init(
    _ node: JSONNode, canRead: Bool, canWrite: Bool, by member: String
  ) throws(ProfileError) {
    read = try node.optional("readError")?.attError(of: canRead, "read", by: member)
    write = try node.optional("writeError")?.attError(of: canWrite, "write", by: member)
  }

  /// What answers reads; `nil` if they are not refused.
  var reader: (@Sendable () throws -> Data)? {
    guard let read else { return nil }
    return { throw read }
  }

  /// What takes writes; `nil` if they are not refused.
  var writer: (@Sendable (Data) throws -> Void)? {
    guard let write else { return nil }
    return { _ in throw write }
  }
}

extension JSONNode {
  /// An error by its number or name, which only what can be read or written gives.
  fileprivate func attError(
    of ability: Bool, _ flag: String, by member: String
  ) throws(ProfileError) -> ATTError {
    let error = try attError
    guard ability else {
      throw self.error(allowed: "an answer without \(flag) among the \(member)")
    }
    return error
  }

  private var attError: ATTError {
    get throws(ProfileError) {
      let known = (1...UInt8.max).map(ATTError.init(code:))
      if case .string(let text) = value {
        // Codes without a name of their own share one.
        let letters = text.letters
        let named = known.filter { $0.name.letters == letters }
        if named.count == 1 { return named[0] }
      } else if case .number(let number) = value, let code = number.whole,
        let error = known.first(where: { $0.code == code })
      {
        return error
      }
      throw error(
        allowed: "a whole number of 1...255, or the name of an ATT error such as valueNotAllowed")
    }
  }
}

extension String {
  /// A name without what the ways to write it differ in.
  fileprivate var letters: String { lowercased().filter(\.isLetter) }
}
