import CDBus
import Synchronization

/// The match rules of a connection, found by interface and member.
struct RuleTable: Sendable {
  final class Entry: Sendable {
    let rule: MatchRule
    let handler: @Sendable (Message) -> Void
    private let active = Atomic(true)

    init(_ rule: MatchRule, _ handler: @escaping @Sendable (Message) -> Void) {
      self.rule = rule
      self.handler = handler
    }

    /// False as soon as the rule was cancelled, even if a message is being delivered.
    var isActive: Bool { active.load(ordering: .acquiring) }

    /// Here, so that comparing copies no rule.
    func matches(
      _ head: MessageHead, _ message: Message,
      isOwner: (_ sender: UnsafePointer<CChar>, _ name: String) -> Bool
    ) -> Bool {
      rule.matches(head, message, isOwner: isOwner)
    }

    func deactivate() { active.store(false, ordering: .releasing) }
  }

  private enum Status: Sendable { case new, announced, refused }

  private struct Installed: Sendable {
    let id: Int
    let entry: Entry
    var status: Status
  }

  /// The entries that a signal fits, in the order in which they were added.
  ///
  /// Most signals fit one, which needs no array.
  struct Matches {
    private var first: Entry?
    private var others: [Entry] = []

    fileprivate mutating func append(_ entry: Entry) {
      if first == nil { first = entry } else { others.append(entry) }
    }

    func forEach(_ body: (Entry) -> Void) {
      if let first { body(first) }
      others.forEach(body)
    }
  }

  private var buckets: [UInt64: [Installed]] = [:]
  /// Rules that name no interface or no member, which are looked at for each signal.
  private var general: [Installed] = []
  private var keys: [Int: UInt64] = [:]
  private var lastID = 0

  var count: Int { keys.count }

  private subscript(key: UInt64) -> [Installed] {
    get { key == Self.generalKey ? general : buckets[key] ?? [] }
    set {
      guard key != Self.generalKey else { return general = newValue }
      buckets[key] = newValue.isEmpty ? nil : newValue
    }
  }

  private var bucketKeys: [UInt64] { [Self.generalKey] + buckets.keys }

  /// The rules that the bus has not been told, in order; they count as announced from now on.
  mutating func takeNew() -> [(id: Int, rule: MatchRule)] {
    var new: [(id: Int, rule: MatchRule)] = []
    for key in bucketKeys {
      for index in self[key].indices where self[key][index].status == .new {
        self[key][index].status = .announced
        new.append((self[key][index].id, self[key][index].entry.rule))
      }
    }
    return new.sorted { $0.id < $1.id }
  }

  /// Adds a rule that the caller announces now, or that `takeNew` gives back later.
  mutating func insert(_ entry: Entry, isAnnounced: Bool) -> Int {
    lastID += 1
    let key = Self.key(entry.rule)
    keys[lastID] = key
    self[key].append(
      Installed(id: lastID, entry: entry, status: isAnnounced ? .announced : .new))
    return lastID
  }

  /// The rule that went, and whether the bus has it.
  mutating func remove(_ id: Int) -> (entry: Entry, isKnownToBus: Bool)? {
    guard let key = keys.removeValue(forKey: id),
      let index = self[key].firstIndex(where: { $0.id == id })
    else { return nil }
    let installed = self[key].remove(at: index)
    return (installed.entry, installed.status == .announced)
  }

  /// Notes that the bus refused a rule; false if it was cancelled meanwhile.
  mutating func refuse(_ id: Int) -> Bool {
    guard let key = keys[id], let index = self[key].firstIndex(where: { $0.id == id }) else {
      return false
    }
    self[key][index].status = .refused
    return true
  }

  /// Another bus gets all rules again, whatever the last one answered.
  mutating func forgetBus() {
    for key in bucketKeys {
      for index in self[key].indices { self[key][index].status = .new }
    }
  }

  func matching(
    _ message: Message, isOwner: (UnsafePointer<CChar>, String) -> Bool
  ) -> Matches {
    let head = message.head
    let exact = self[Self.key(head.interface, head.member)]
    // Both are in order, and so is what is taken from the one or the other in turn.
    var found = Matches()
    var (next, nextGeneral) = (exact.startIndex, general.startIndex)
    while next < exact.endIndex || nextGeneral < general.endIndex {
      let isGeneral =
        next == exact.endIndex
        || nextGeneral < general.endIndex && general[nextGeneral].id < exact[next].id
      let entry = isGeneral ? general[nextGeneral].entry : exact[next].entry
      if isGeneral { nextGeneral += 1 } else { next += 1 }
      if entry.matches(head, message, isOwner: isOwner) { found.append(entry) }
    }
    return found
  }

  /// The key of rules that name no interface or no member.
  private static let generalKey: UInt64 = 0

  private static func key(_ rule: MatchRule) -> UInt64 {
    guard let interface = rule.interface, let member = rule.member else { return generalKey }
    return interface.withCString { interface in member.withCString { key(interface, $0) } }
  }

  /// FNV-1a over both names; equal keys of unequal names only cost a comparison.
  private static func key(
    _ interface: UnsafePointer<CChar>?, _ member: UnsafePointer<CChar>?
  ) -> UInt64 {
    guard let interface, let member else { return generalKey }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for name in [interface, member] {
      var cursor = name
      while cursor.pointee != 0 {
        hash = (hash ^ UInt64(UInt8(bitPattern: cursor.pointee))) &* 0x100_0000_01B3
        cursor += 1
      }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    return hash == generalKey ? 1 : hash
  }
}
