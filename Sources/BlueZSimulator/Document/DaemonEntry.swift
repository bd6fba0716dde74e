import Profiles

/// How the daemon of a document is configured.
struct DaemonEntry: Sendable {
  private enum Cache: CaseIterable {
    case always, yes
  }

  var isExperimental = false
  var keepsAttributes = true

  init() {}

  init(_ node: JSONNode) throws(ProfileError) {
    try node.checkMembers(["experimental", "cache"])
    isExperimental = try node.optional("experimental")?.truth ?? false
    keepsAttributes = try node.optional("cache")?.choice(Cache.self) != .yes
  }

  func configure(_ world: SimulatedBlueZ) {
    if isExperimental { world.isExperimental = true }
    if !keepsAttributes { world.keepsAttributes = false }
  }
}
