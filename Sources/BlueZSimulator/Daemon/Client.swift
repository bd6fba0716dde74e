/// A program on one of the daemon's buses.
///
/// Names of programs are unique on their own bus only.
struct Client: Hashable, Sendable {
  let bus: Int
  /// The unique name.
  let name: String
}
