import BlueZ
import DBus
public import FoundationEssentials
import Futures
public import GATT

/// Peripherals without a scan: those that are known, and those whose address is.
extension CentralManager {
  /// The peripherals with these identifiers that the daemon knows or the program refers to.
  ///
  /// In the order of the identifiers; those that nobody knows are left out, see
  /// ``peripheral(at:type:)``.
  public func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [Peripheral] {
    var sought: Set<UUID> = []
    return identifiers.compactMap { identifier in
      guard sought.insert(identifier).inserted,
        let (address, type) = PeripheralIdentifier.read(identifier),
        let peripheral = driver.known(address), peripheral.addressType == type
      else { return nil }
      return peripheral
    }
  }

  /// The peripherals with these addresses that the daemon knows or the program refers to.
  ///
  /// In the order of the addresses; those that nobody knows are left out, see
  /// ``peripheral(at:type:)``.
  public func retrievePeripherals(withAddresses addresses: [BluetoothAddress]) -> [Peripheral] {
    var sought: Set<BluetoothAddress> = []
    return addresses.compactMap { sought.insert($0).inserted ? driver.known($0) : nil }
  }

  /// The peripherals with a link to this machine, whoever made it, that have at least one of the
  /// services; with an empty list, all of them.
  ///
  /// Their services are those that the daemon has found. A link that another program made is taken
  /// over by `connect()`.
  public func retrieveConnectedPeripherals(
    withServices services: [BluetoothUUID] = []
  ) -> [Peripheral] {
    let wanted = Set(services)
    return driver.peripherals.filter { driver in
      guard driver.isLinked else { return false }
      let texts = driver.properties["UUIDs"]?.asStrings ?? []
      return wanted.isEmpty
        || texts.contains { BluetoothUUID($0).map(wanted.contains) ?? false }
    }.map(\.facade)
  }

  /// The peripheral with an address, which the daemon need not know yet.
  ///
  /// Its `connect()` looks for it within the deadline of the link, with a scan that ends when it
  /// is heard. There is one object for each address; the type matters only for one that the daemon
  /// does not know. Fails with ``CentralError/poweredOff`` before there is an adapter.
  public func peripheral(
    at address: BluetoothAddress, type: AddressType = .public
  ) throws(CentralError) -> Peripheral {
    try driver.peripheral(at: address, type).facade
  }
}
