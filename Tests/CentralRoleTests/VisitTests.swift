import BlueZ
import DBus
import Dispatch
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// Visits: links that are made for one purpose and taken down after it.
@Suite struct VisitTests {
  let world = ScriptedWorld()

  @Test func `exploring connects, discovers, disconnects and remembers`() throws {
    let peripheral = try world.peripheral()
    let found = peripheral.exploreServices()
    let joined = peripheral.exploreServices()
    world.run()
    let services = try #require(found.success)
    #expect(joined.success == services)
    #expect(services.map(\.uuid) == [Objects.serviceUUID, Objects.otherUUID])
    #expect(services[0].characteristics.map(\.uuid) == [Objects.dataUUID, Objects.controlUUID])
    #expect(services[0].characteristics[0].properties == [.read, .notify])
    #expect(world.daemon.count("Connect") == 1)
    #expect(world.daemon.count("Disconnect") == 1)
    #expect(peripheral.exploreServices().success == services)
    #expect(world.daemon.count("Connect") == 1)
    let fresh = peripheral.exploreServices(usingCache: false)
    world.run()
    #expect(fresh.success == services)
    #expect(world.daemon.count("Connect") == 2)
  }

  @Test func `exploring tries again and tells the last failure`() throws {
    let peripheral = try world.peripheral()
    world.daemon.script("Connect", .failed("le-connection-not-supported"))
    let found = peripheral.exploreServices(retrying: .constant(.seconds(1), attempts: 2))
    world.advance(.seconds(2))
    #expect(found.success?.count == 2)
    world.daemon.always("Connect", .failed("le-connection-not-supported"))
    let failed = peripheral.exploreServices(
      usingCache: false, retrying: .constant(.seconds(1), attempts: 3))
    world.advance(.seconds(5))
    #expect(failed.failure?.code == .connectionFailed)
    #expect(world.daemon.count("Connect") == 5)
  }

  @Test func `visits that meet share a link, which goes with the last`() {
    var visits = Visits()
    let mustLink = [visits.begin(isLinked: false), visits.begin(isLinked: true)]
    visits.linkAsked(by: .visit)
    let endsLink = [visits.end(), visits.end()]
    #expect(mustLink == [true, false])
    #expect(endsLink == [false, true])
    visits.linkIsOver()
    visits.linkAsked(by: .program)
    visits.linkAsked(by: .visit)
    _ = visits.begin(isLinked: true)
    let endsOther = visits.end()
    #expect(!endsOther)
  }

  @Test func `a link that the program asks for during a visit stays`() throws {
    let peripheral = try world.peripheral()
    let found = peripheral.exploreServices()
    peripheral.connect().forEach { _ in }
    world.advance(.seconds(1))
    #expect(found.success?.count == 2)
    #expect(peripheral.isConnected)
    #expect(world.daemon.count("Connect") == 1)
  }

  @Test func `an attempt of the program that a visit joins stays as well`() throws {
    let peripheral = try world.peripheral()
    peripheral.connect().forEach { _ in }
    let found = peripheral.exploreServices()
    world.advance(.seconds(1))
    #expect(found.success?.count == 2)
    #expect(peripheral.isConnected)
  }

  @Test func `exploring leaves a link that was there before`() throws {
    let peripheral = try world.connected()
    let found = peripheral.exploreServices()
    world.run()
    #expect(found.success?.count == 2)
    #expect(peripheral.isConnected)
  }
}
