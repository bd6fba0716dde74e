/// A frame of Google's beacon: what the service data under FEAA holds.
public enum EddystoneFrame: ProfileValue, Hashable {
  /// Who the beacon is.
  case uid(UID)
  /// Where it points to.
  case url(URLFrame)
  /// How the beacon does.
  case telemetry(Telemetry)
  /// How the beacon does, for who has its key.
  case encryptedTelemetry(EncryptedTelemetry)
  /// Who the beacon is, for who has its key.
  case eid(EID)

  /// One octet for the kind of frame, and what the kind needs.
  public static let profileLayout = Layout<EddystoneFrame>(
    union: "frame", style: .name,
    [
      .payload(0x00, name: "UID", UID.profileLayout, make: EddystoneFrame.uid) {
        if case .uid(let frame) = $0 { frame } else { nil }
      },
      .payload(0x10, name: "URL", URLFrame.profileLayout, make: EddystoneFrame.url) {
        if case .url(let frame) = $0 { frame } else { nil }
      },
      .payload(0x20, 0, name: "TLM", Telemetry.profileLayout, make: EddystoneFrame.telemetry) {
        if case .telemetry(let frame) = $0 { frame } else { nil }
      },
      .payload(
        0x20, 1, name: "eTLM", EncryptedTelemetry.profileLayout,
        make: EddystoneFrame.encryptedTelemetry
      ) {
        if case .encryptedTelemetry(let frame) = $0 { frame } else { nil }
      },
      .payload(0x30, name: "EID", EID.profileLayout, make: EddystoneFrame.eid) {
        if case .eid(let frame) = $0 { frame } else { nil }
      },
    ])
}
