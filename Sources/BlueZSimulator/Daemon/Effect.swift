import DBus

/// What the daemon's state asks its driver to do, in order.
enum Effect: Sendable {
  case signal(Message)
  case reply(MethodCall, [Value])
  case refuse(MethodCall, DaemonError)
  case after(Duration, DaemonEvent)
  /// The peripheral's side of a link came or went.
  case link(SimulatedPeripheral, Bool)
  /// Somebody subscribed to a characteristic, or nobody does any more.
  case subscribed(SimulatedCharacteristic, Bool)
  /// A value for the holder of an acquired socket.
  case send(FileDescriptor, Octets)
  /// Tell when the client closes its end of a socket, until `unwatch`.
  case watch(FileDescriptor, ObjectPath)
  /// Tell what the client writes into a socket as well.
  case receive(FileDescriptor, ObjectPath)
  case unwatch(FileDescriptor)
  case note(String)
  case ask(Ask)
  /// Something that waits for an answer outside of the daemon gets it.
  case tell(@Sendable () -> Void)
  /// Hear of the properties that a program changes, until `unfollow`.
  case follow(Client)
  case unfollow(Client)
  /// A value of a program for a central that subscribed to it.
  case deliver(SimulatedPeripheral, Client, ObjectPath, Octets)
}

/// What happens to the daemon by time or by the answers of peripherals.
enum DaemonEvent: Sendable {
  case adaptersFound
  case adapterReady(ObjectPath)
  case advertisements(ObjectPath, session: Int)
  case forget(ObjectPath, unlessSeenAfter: Duration)
  case tryLink(ObjectPath, attempt: Int, until: Duration)
  case services(ObjectPath, epoch: Int)
  case name(ObjectPath, epoch: Int)
  case unlink(ObjectPath, epoch: Int)
  case loseLink(ObjectPath, Int)
  case pair(ObjectPath, Int)
  case battery(ObjectPath, epoch: Int)
  case typed(ObjectPath, Int)
  case read(ObjectPath, epoch: Int)
  case write(ObjectPath, DeviceState.Write, epoch: Int)
  case startNotify(ObjectPath, MethodCall, client: Client, epoch: Int)
  case hungUp(ObjectPath, FileDescriptor)
}
