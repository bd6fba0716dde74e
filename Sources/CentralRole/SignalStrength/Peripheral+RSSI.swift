public import Futures

/// How strong the peripheral is received.
extension Peripheral {
  /// Tells how strong the peripheral is received.
  ///
  /// Over a link it is measured now, through the kernel's management socket, which needs
  /// CAP_NET_ADMIN: the daemon does not tell it. Where that is not possible, and without a link, it
  /// is the strength of the last advertisement that was heard, with its age. Calls that come while
  /// one is under way share its answer. Fails with ``CentralError/rssiUnavailable`` and the
  /// reason, within 2 s.
  /// - Parameter maximumAge: how old the strength of an advertisement may be; any age by default.
  /// - Returns: the strength, and what was measured.
  public func readRSSI(maximumAge: Duration? = nil) -> Future<RSSIReading> {
    driver.readRSSI(maximumAge: maximumAge)
  }

  /// Reads the signal strength again and again, the first time at once.
  ///
  /// The stream delivers what ``readRSSI(maximumAge:)`` does, failures too, and goes on, until
  /// ``stopPollingRSSI()`` or until the last subscriber leaves. A second call gives the running
  /// stream, whose period stays.
  /// - Parameters:
  ///   - period: the time from one answer to the next question, at least 100 ms.
  ///   - capacity: how many readings are kept for a subscriber that is slow.
  /// - Returns: the readings.
  public func startPollingRSSI(
    every period: Duration = .seconds(10), capacity: Int = 16
  ) -> FutureStream<RSSIReading> {
    driver.startPollingRSSI(every: period, capacity: capacity)
  }

  /// Ends the polling; its stream finishes.
  public func stopPollingRSSI() {
    driver.stopPollingRSSI()
  }
}

extension CentralError.Code {
  /// Nobody could tell how strong the peripheral is received; the message says why.
  public static let rssiUnavailable = Self("rssiUnavailable")
}

extension CentralError {
  /// Nobody could tell how strong the peripheral is received; the message says why.
  public static var rssiUnavailable: Code { .rssiUnavailable }
}
