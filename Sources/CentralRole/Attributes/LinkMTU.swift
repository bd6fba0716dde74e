/// The longest packet of a link, in octets.
enum LinkMTU {
  /// A number that can be an MTU of a link (Core Specification, Vol 3, Part F, 3.2.8 and Part G,
  /// 5.2.1); a daemon that does not know it may tell 0.
  static func valid(_ octets: Int) -> Int? {
    (23...517).contains(octets) ? octets : nil
  }
}
