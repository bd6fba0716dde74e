/// What a scan tells of the peripherals around.
public enum ScanEvent: Sendable {
  /// A peripheral was heard that fits, for the first time or again after it was lost.
  case found(Peripheral, Advertisement)
  /// A peripheral that was found was heard again and still fits.
  ///
  /// The fields are those that are new; none for a repetition.
  case updated(Peripheral, Advertisement, changed: AdvertisementFields)
  /// A peripheral that was found is gone: the daemon has removed it, or it was not heard for the
  /// time that was asked for.
  case lost(Peripheral)

  /// The peripheral that the event is about.
  public var peripheral: Peripheral {
    switch self {
    case .found(let peripheral, _), .updated(let peripheral, _, _), .lost(let peripheral):
      peripheral
    }
  }
}

/// How a scan listens.
public enum ScanMode: Sendable, Hashable {
  /// Asks each advertiser for its scan response, which for many has the name.
  case active
  /// Only listens, and costs little where the controller knows the patterns.
  ///
  /// It hears no scan responses. It needs the daemon's advertisement monitors: BlueZ 5.66 or later
  /// that was started with `--experimental`, and a kernel from 5.10 on.
  case passive
}
