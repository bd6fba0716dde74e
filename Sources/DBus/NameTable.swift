/// Who owns the names that a connection watches.
struct NameTable: Sendable {
  enum Owner: Sendable, Equatable {
    /// The bus has not answered yet.
    case unknown
    case nobody
    case connection(String)

    init(_ name: String?) { self = name.map(Owner.connection) ?? .nobody }

    var uniqueName: String? {
      guard case .connection(let name) = self else { return nil }
      return name
    }
  }

  struct Change: Equatable, Sendable {
    let name: String
    let old: String?
    let new: String?
  }

  private struct Entry: Sendable {
    var owner = Owner.unknown
    var isAnnounced: Bool
  }

  private var entries: [String: Entry] = [:]

  /// The watched names in alphabetical order.
  var names: [String] { entries.keys.sorted() }

  /// False if the name is watched already.
  ///
  /// The caller announces it now, or `takeNew` gives it back.
  mutating func watch(_ name: String, isAnnounced: Bool) -> Bool {
    guard entries[name] == nil else { return false }
    entries[name] = Entry(isAnnounced: isAnnounced)
    return true
  }

  /// The names that the bus has not been asked about; they count as announced from now on.
  mutating func takeNew() -> [String] {
    let new = names.filter { entries[$0]?.isAnnounced == false }
    for name in new { entries[name]?.isAnnounced = true }
    return new
  }

  func owner(of name: String) -> String? { entries[name]?.owner.uniqueName }

  /// True as well while nobody can know, so that nothing is lost.
  func isOwner(_ sender: UnsafePointer<CChar>, of name: String) -> Bool {
    switch entries[name]?.owner {
    case .connection(let owner): owner.isText(sender)
    case .nobody: false
    case .unknown, nil: true
    }
  }

  /// A signal or a reply told the owner; nil if that is nothing new.
  mutating func update(_ name: String, owner: String?) -> Change? {
    guard let old = entries[name]?.owner else { return nil }
    let new = Owner(owner)
    guard old != new else { return nil }
    entries[name]?.owner = new
    return Change(name: name, old: old.uniqueName, new: owner)
  }

  /// The connection is gone, and with it all knowledge.
  mutating func forgetBus() { entries = entries.mapValues { _ in Entry(isAnnounced: false) } }
}
