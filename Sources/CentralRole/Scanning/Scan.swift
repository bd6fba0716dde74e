import DBus
import Futures
import GATT

/// One scan: what it looks for, whom it has found, and the stream that tells.
final class Scan: Sendable {
  private struct Course {
    var hasBegun = false
    var deadline: (any Cancellable)?
    var search: (any Cancellable)?
  }

  let id: DiscoveryMachine.Holder
  let request: ScanRequest
  let promise: StreamPromise<ScanEvent>
  private let book: Lock<ScanBook>
  private let course = Lock(Course())

  var filter: ScanFilter { request.filter }

  init(id: Int, request: ScanRequest, promise: StreamPromise<ScanEvent>) {
    self.id = id
    self.request = request
    self.promise = promise
    let detail: ScanBook.Detail =
      switch request.interest {
      case .finding: .nothing
      case .events(let repetitions, _): repetitions ? .repetitions : .changes
      }
    book = Lock(ScanBook(detail: detail))
  }

  func begin() { course.withLock { $0.hasBegun = true } }

  func setDeadline(_ timer: any Cancellable) {
    course.withLock { $0.deadline = timer }
  }

  /// When the scan looks for the lost the next time.
  func setSearch(_ timer: any Cancellable) {
    course.withLock { $0.search = timer }
  }

  /// Returns whether it had begun.
  func finish() -> Bool {
    let course = course.withLock { course in
      defer { course = Course() }
      return course
    }
    course.deadline?.cancel()
    course.search?.cancel()
    promise.finish()
    return course.hasBegun
  }

  /// A device was heard, with news of it in some fields.
  ///
  /// Returns whether the scan goes on: whoever only wanted the first one has left with it.
  func heard(
    _ driver: PeripheralDriver, _ advertisement: Advertisement, at time: Duration,
    changed: AdvertisementFields
  ) -> Bool {
    let verdict = book.withLock {
      $0.heard(driver.path, at: time, isNews: !changed.isEmpty) {
        filter.matches(advertisement, address: driver.address)
      }
    }
    let hadSubscribers = promise.hasSubscribers
    switch verdict {
    case .silent: return true
    case .found: promise.success(.found(driver.facade, advertisement))
    case .updated:
      promise.success(.updated(driver.facade, advertisement, changed: changed))
    }
    return !hadSubscribers || promise.hasSubscribers
  }

  /// The daemon has removed a device.
  func removed(_ path: ObjectPath, _ driver: PeripheralDriver?) {
    guard book.withLock({ $0.removed(path) }), let driver else { return }
    promise.success(.lost(driver.facade))
  }

  /// Tells of those that were not heard for too long, and returns when to look again.
  func expire(
    at time: Duration, after limit: Duration, since: Duration,
    _ driver: (ObjectPath) -> PeripheralDriver?
  ) -> Duration {
    let (lost, next) = book.withLock {
      $0.expire(at: time, after: limit, since: since) { driver($0)?.isLinked == true }
    }
    for driver in lost.compactMap(driver) { promise.success(.lost(driver.facade)) }
    return next
  }

  /// The devices that were found and have not gone since.
  var found: [ObjectPath] { book.withLock { Array($0.found) }.sorted() }
}

extension Scan: CustomStringConvertible {
  /// The subject of a sentence.
  var description: String {
    let kind = request.mode == .passive ? "the passive scan" : "the scan"
    return filter.description.isEmpty ? kind : "\(kind) for \(filter)"
  }
}
