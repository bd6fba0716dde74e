import DBus
import GATT

/// What the daemon keeps of one device.
struct DeviceState: Sendable {
  /// Who waits for a link.
  enum LinkReason: Sendable {
    case call(MethodCall)
    /// The pairing answers for itself.
    case pairing
  }

  enum Link: Sendable {
    case none
    /// A connect call waits for the peripheral.
    case connecting(LinkReason, attempt: Int)
    case connected(epoch: Int)
    /// A disconnect was asked for; the link lasts a little longer.
    case disconnecting([MethodCall], epoch: Int)
  }

  /// The subscriptions and the open write of one characteristic.
  struct Attribute: Sendable {
    let characteristic: SimulatedCharacteristic
    /// The clients that asked for notifications; the daemon renews them after a reconnect.
    var clients: Set<Client> = []
    /// Those of them whose wish has not reached the peripheral over the present link.
    var waitingClients: Set<Client> = []
    /// The client that holds the socket of the notifications.
    var socket: (client: Client, end: FileDescriptor)?
    /// The client that holds the socket of writes.
    var writeSocket: (client: Client, end: FileDescriptor)?
  }

  enum Descriptor: Sendable {
    /// The client characteristic configuration, which is the daemon's.
    case configuration
    case extendedProperties
    case own(SimulatedDescriptor)
  }

  /// A characteristic of a program.
  struct Subscription: Hashable, Sendable {
    let client: Client
    let path: ObjectPath
  }

  /// What is open at one attribute.
  struct Requests: Sendable {
    /// The read, with all calls that its answer is for.
    var read: (offset: Int, calls: [MethodCall])?
    var write: MethodCall?
  }

  /// A write on its way to the peripheral.
  struct Write: Sendable {
    /// Nil when nobody waits for an answer.
    let call: MethodCall?
    let value: Octets
    let offset: Int
    let kind: SimulatedWriteRequest.Kind
  }

  let peripheral: SimulatedPeripheral
  let adapter: ObjectPath
  var link = Link.none
  var lastSeen: Duration?
  /// Known from the daemon's storage, and so not temporary before its next link.
  var isStored = false
  /// A client asked for its removal, which waits for the end of the link.
  var isDoomed = false
  /// Counts attempts and links.
  var epoch = 0
  var attributes: [ObjectPath: Attribute] = [:]
  /// The services that have objects.
  var services: [ObjectIdentifier: ObjectPath] = [:]
  /// The handle of the next service that comes.
  var nextHandle: Int?
  var descriptors: [ObjectPath: Descriptor] = [:]
  var requests: [ObjectPath: Requests] = [:]
  /// A client chose the alias, so that it follows the name no more.
  var hasOwnAlias = false
  var pairing: Pairing?
  /// What a central has subscribed to at programs.
  var subscriptions: Set<Subscription> = []
  /// How far the present link is secured.
  var security = SecurityLevel.none

  init(_ peripheral: SimulatedPeripheral, adapter: ObjectPath) {
    self.peripheral = peripheral
    self.adapter = adapter
  }

  /// The epoch of the link that requests may use.
  var linkEpoch: Int? {
    switch link {
    case .connected(let epoch), .disconnecting(_, let epoch): epoch
    case .none, .connecting: nil
    }
  }
}
