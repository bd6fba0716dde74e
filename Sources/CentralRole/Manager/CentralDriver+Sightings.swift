import BlueZ
import DBus
import Futures

/// What is heard on the air: which signals are evidence of it, and who is told.
extension CentralDriver {
  /// Properties of a device changed.
  func deviceChanged(_ path: ObjectPath, _ changed: Properties) {
    guard let driver = peripheral(at: path) else {
      // One that the program forgot is found anew when it is heard.
      if AdvertisementFields.areTold(by: changed) { deviceAdded(path, changed) }
      return
    }
    if LinkFacts.depend(on: changed) { driver.treeChanged() }
    let now = session.now
    // Names and services that a link brings are no advertisement.
    let fields = driver.isLinked ? AdvertisementFields.all.subtracting(.ofLink) : .all
    let news = driver.shared.withLock { $0.advertisement.merge(changed, fields, at: now) }
    if !news.heard.isEmpty { heard(driver, at: now, changed: news.changed) }
  }

  /// The daemon listed a device, or made an object for it; what it lists it may only remember.
  ///
  /// With evidence, that is what was heard of it, and the rest is remembered.
  func deviceListed(
    _ driver: PeripheralDriver, _ properties: Properties, _ evidence: Properties?
  ) {
    let now = session.now
    let isNew = evidence == nil && shared.withLock { $0.isReady && !$0.isListing }
    let isLinked = driver.isLinked
    let news = driver.shared.withLock { shared in
      let remembered: AdvertisementFields = !isNew ? .all : isLinked ? .ofLink : []
      shared.advertisement.restart()
      _ = shared.advertisement.merge(properties, remembered, at: nil)
      return shared.advertisement.merge(
        evidence ?? properties,
        evidence == nil ? AdvertisementFields.all.subtracting(remembered) : .all, at: now)
    }
    if !news.heard.isEmpty { heard(driver, at: now, changed: news.changed) }
  }

  /// A peripheral was heard on the air: scans that run now tell of it.
  func heard(_ driver: PeripheralDriver, at now: Duration, changed: AdvertisementFields) {
    let scans = shared.withLock { shared in
      guard shared.isReady else { return [Scan]() }
      return shared.discovery.isRunning ? shared.listening.all : shared.listening.monitored
    }
    guard !scans.isEmpty else { return }
    let advertisement = driver.advertisement
    for scan in scans where !scan.heard(driver, advertisement, at: now, changed: changed) {
      endScan(scan.id)
    }
  }
}

extension LinkFacts {
  /// Whether properties of a device may say anything about its link or its keys.
  static func depend(on changed: Properties) -> Bool {
    changed.keys.contains { AdvertisementFields(property: $0) == nil }
  }
}

extension AdvertisementFields {
  /// Whether properties of a device without a link tell of an advertisement.
  static func areTold(by changed: Properties) -> Bool {
    changed.keys.contains { AdvertisementFields(property: $0) != nil }
  }
}
