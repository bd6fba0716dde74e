/// What carries the messages of a connection: a socket or the loopback bus.
protocol Transport: AnyObject, Sendable {
  /// Begins to deliver messages to the receiver, on the loop.
  func start(_ receiver: any MessageReceiver)

  /// Sends a message whose serial is set or left to the transport. False if it cannot be sent.
  func send(_ message: Message) -> Bool

  /// Tells the transport which name the bus gave.
  func registered(as uniqueName: String)

  /// Ends the connection; nothing is delivered afterwards, and nothing is told.
  func close()
}

/// What a transport reports to, always on the loop.
protocol MessageReceiver: AnyObject, Sendable {
  func receive(_ message: Message, from transport: any Transport)

  /// The other end went away.
  func transportLost(_ transport: any Transport)
}
