/// One-sided keys: the peripheral has lost those of its bond with this machine.
package enum BondLoss {
  /// What the library says where the daemon tells the reason of a link's end.
  package static let refusedKey = "the daemon reports an authentication failure"

  /// What the library concludes where the daemon gives no reason (before BlueZ 5.82).
  package static let suspicion =
    "each link ended at once, as it does when the peripheral has lost its key"

  /// So many links of a bonded device that end at once are no accident of the radio.
  package static let suspiciousLinks = 3

  /// What the end of a link says about the bond, when it was the so many-th in one attempt that ended
  /// before its services were resolved.
  package static func conclusion(_ facts: LinkFacts, links: Int) -> String? {
    guard facts.exists, facts.isBonded else { return nil }
    if facts.reason == .authentication { return refusedKey }
    return links >= suspiciousLinks ? suspicion : nil
  }
}
