public import FoundationEssentials
public import GATT

/// Bluetooth as a value: each endpoint is a closure that a test or a preview can replace.
///
/// Programs that inject their dependencies take a client instead of a ``CentralManager``: the
/// application passes ``live(_:adapter:configuration:clock:)``, a test passes ``unimplemented(_:)`` with the
/// endpoints that it expects set to closures of its own. Peripherals are plain values, made up at will.
public struct BluetoothClient: Sendable {
  /// A peripheral as a plain value.
  public struct Peripheral: Sendable, Hashable, Identifiable {
    /// The same for the same device, on every machine.
    public let id: UUID
    /// The name that it gave itself.
    public let name: String?
    /// The signal strength when it was heard, in dBm, −127...20.
    public let rssi: Int?
    /// The services that it advertised.
    public let services: [BluetoothUUID]

    /// A peripheral, made up or heard.
    public init(id: UUID, name: String? = nil, rssi: Int? = nil, services: [BluetoothUUID] = []) {
      self.id = id
      self.name = name
      self.rssi = rssi
      self.services = services
    }

    /// Peripherals are equal when their identifiers are.
    public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// A characteristic by its name and its service's.
  public struct Attribute: Sendable, Hashable {
    /// The kind of characteristic.
    public let characteristic: BluetoothUUID
    /// The kind of the service that has it.
    public let service: BluetoothUUID

    /// The characteristic of its kind in the service of its kind; where there are several of either, a
    /// live client fails with ``CentralError/attributeAmbiguous``.
    public init(_ characteristic: BluetoothUUID, in service: BluetoothUUID) {
      self.characteristic = characteristic
      self.service = service
    }
  }

  /// The end of a link.
  public struct LinkEnd: Sendable, Hashable {
    /// The peripheral whose link ended.
    public let peripheral: Peripheral
    /// Why it ended.
    public let reason: DisconnectReason

    /// An end, made up or real.
    public init(peripheral: Peripheral, reason: DisconnectReason) {
      self.peripheral = peripheral
      self.reason = reason
    }
  }

  /// The states of Bluetooth, the present one first.
  public var states: @Sendable () -> AsyncThrowingStream<ManagerState, any Error>
  /// Scans for peripherals that advertise one of the services, or for all; ending the loop ends the
  /// scan.
  public var scan: @Sendable ([BluetoothUUID]) -> AsyncThrowingStream<Peripheral, any Error>
  /// Makes a link, with the services resolved.
  public var connect: @Sendable (Peripheral) async throws -> Void
  /// Ends the link.
  public var disconnect: @Sendable (Peripheral) async throws -> Void
  /// Discovers the services of a connected peripheral, or some of them; gives those that it has.
  public var discoverServices:
    @Sendable (Peripheral, [BluetoothUUID]?) async throws -> [BluetoothUUID]
  /// Discovers the characteristics of a service, or some of them; gives those that it has.
  public var discoverCharacteristics:
    @Sendable (Peripheral, _ service: BluetoothUUID, [BluetoothUUID]?) async throws ->
      [BluetoothUUID]
  /// Reads a value, 0 to 512 octets.
  public var read: @Sendable (Peripheral, Attribute) async throws -> Data
  /// Writes a value and waits for the answer, 0 to 512 octets.
  public var write: @Sendable (Peripheral, Attribute, Data) async throws -> Void
  /// Writes a value without an answer, at most MTU − 3 octets.
  public var writeWithoutResponse: @Sendable (Peripheral, Attribute, Data) async throws -> Void
  /// Subscribes to a value; the stream fails when the link is lost, ending the loop ends the
  /// subscription.
  public var subscribe:
    @Sendable (Peripheral, Attribute) async throws -> AsyncThrowingStream<Data, any Error>
  /// Every end of a link, from now on.
  public var disconnectionEvents: @Sendable () -> AsyncStream<LinkEnd>
}
