import BlueZ
import DBus
import FoundationEssentials
import Futures

/// A call of the daemon to a program, and what follows from the answer.
struct Ask: Sendable {
  let client: Client
  let path: ObjectPath
  let interface: String
  let member: String
  var body: [Value] = []
  let timeout: Duration
  let then: @Sendable (inout DaemonState, Result<[Value], DBusError>) -> Void
}

extension SimulatedDaemon {
  func ask(_ ask: Ask) {
    let message = Message.methodCall(
      to: ask.client.name, path: ask.path, interface: ask.interface, member: ask.member, ask.body)
    transcript.add(askedBy: message)
    let connection = shared.withLock { shared in
      ask.client.bus < shared.connections.count ? shared.connections[ask.client.bus] : nil
    }
    connection?.call(message, timeout: ask.timeout) { [weak self, transcript] result in
      let answer = result.flatMap { reply in
        Result { () throws(DBusError) in try reply.body() }
      }
      transcript.add(answer: answer, to: message)
      self?.feed { ask.then(&$0, answer) }
    }
  }
}

extension SimulatedDaemon {
  /// Programs notify by changing the property `Value`.
  func follow(_ client: Client) {
    let connection = shared.withLock { shared in
      let isNew = shared.followed[client] == nil
      return isNew && client.bus < shared.connections.count ? shared.connections[client.bus] : nil
    }
    guard let connection else { return }
    let rule = MatchRule(
      sender: client.name, interface: BusNames.properties, member: "PropertiesChanged")
    let match = connection.addMatch(rule) { [weak self] message in
      guard let path = message.path,
        let (interface, changed, _) = ObjectMessages.propertiesChanged(message),
        interface == InterfaceTable.characteristic.name, let value = changed["Value"]?.asData
      else { return }
      self?.feed { $0.applicationChanged(client, path, value) }
    }
    shared.withLock { $0.followed[client] = match }
  }
}

extension Transcript {
  func add(askedBy message: Message) {
    add("ask \(Self.subject(message))\(Self.text((try? message.body()) ?? []))")
  }

  func add(answer: Result<[Value], DBusError>, to message: Message) {
    switch answer {
    case .success(let body): add("told \(Self.subject(message))\(Self.text(body))")
    case .failure(let error):
      add("refused \(Self.subject(message)) \(error.name ?? "\(error.code)"): \(error.text)")
    }
  }
}
