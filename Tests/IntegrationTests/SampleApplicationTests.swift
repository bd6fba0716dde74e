import BlueFutures
import BlueZSimulator
import Synchronization
import Testing

struct NoHeartRate: Error {}
/// The application: heart rates of the first strap around, over as many links as it takes.
func heartRates(_ manager: CentralManager) -> FutureStream<Int> {
  manager.whenStateChanges()
    .withFilter { $0 == .poweredOn }
    .flatMap { _ in manager.startScanning(forServiceUUIDs: [0x180D]) }
    .flatMap { strap -> FutureStream<Int> in
      let link = strap.connect()
      link.onFailure { _ in strap.reconnect(withDelay: .seconds(1)) }
      return link.flatMap { strap.discoverAllServices() }
        .flatMap { () -> Future<Void> in
          guard let heart = strap.services(withUUID: 0x180D)?.first else { throw NoHeartRate() }
          return heart.discoverAllCharacteristics()
        }
        .flatMap { () -> FutureStream<Int> in
          let heart = strap.services(withUUID: 0x180D)?.first?.characteristics(withUUID: 0x2A37)
          guard let rates = heart?.first else { throw NoHeartRate() }
          return rates.startNotifying().flatMap {
            rates.receiveNotificationUpdates(as: BluetoothSIG.HeartRateService.Measurement.self)
          }.map(\.rate)
        }
    }
}

@Test func `heart rates go on over a lost link`() throws {
  let bluez = SimulatedBlueZ(try WorldDocument(.strap))
  let seen = Mutex<[Int]>([])
  let rates = heartRates(CentralManager(session: bluez.session()))
  rates.onSuccess { rate in seen.withLock { $0.append(rate) } }
  bluez.advance(by: .seconds(4))
  bluez.adapters.first?.peripherals.first?.dropLink()
  bluez.advance(by: .seconds(5))
  #expect(seen.withLock { $0 } == [72, 74, 73, 72, 74, 73])
}
