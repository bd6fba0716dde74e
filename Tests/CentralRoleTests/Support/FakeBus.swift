import DBus
import Futures
import Glibc
import Testing

/// A message bus on a real socket that a test can let misbehave; it has no daemon on it.
///
/// Everything happens on the test's loop, so there is no thread and nothing to wait for.
final class FakeBus: Sendable {
  private struct Shared {
    var listener: Int32 = -1
    var client: Int32 = -1
    var watches: [any Cancellable] = []
    var input: [UInt8] = []
    var isBinary = false
    var members: [String] = []
  }

  let path: String
  var address: String { "unix:path=\(path)" }
  private let loop: ManualLoop
  private let refusal: (name: String, text: String)?
  private let shared = Lock(Shared())

  /// A name of a socket in a folder of its own, which does not exist yet.
  static func freshPath() -> String {
    let template = Array("/tmp/bluefutures-XXXXXX".utf8CString)
    return template.withUnsafeBufferPointer { text in
      var copy = Array(text)
      return mkdtemp(&copy).map { String(cString: $0) + "/bus" } ?? "/nonexistent/bus"
    }
  }

  /// A bus that answers `Hello` with a name, or with an error.
  init(_ path: String = freshPath(), loop: ManualLoop, refusing refusal: (String, String)? = nil) {
    self.path = path
    self.loop = loop
    self.refusal = refusal.map { (name: $0.0, text: $0.1) }
  }

  deinit {
    let shared = shared.withLock { $0 }
    for watch in shared.watches { watch.cancel() }
    for socket in [shared.listener, shared.client] where socket >= 0 { close(socket) }
    unlink(path)
    rmdir(String(path.dropLast("/bus".count)))
  }

  func listen() throws {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    try #require(listener >= 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    try #require(Glibc.listen(listener, 4) == 0)
    let watch = loop.watch(listener) { [weak self] _ in self?.accept() }
    shared.withLock { shared in
      shared.listener = listener
      shared.watches.append(watch)
    }
  }

  /// The methods that were called.
  var members: [String] { shared.withLock { $0.members } }

  /// Closes the program's socket, as a bus does that is killed.
  func hangUp() {
    let (client, watch) = shared.withLock { shared in
      defer { shared.client = -1 }
      return (shared.client, shared.watches.count > 1 ? shared.watches.removeLast() : nil)
    }
    watch?.cancel()
    if client >= 0 { close(client) }
  }

  private func accept() {
    let client = Glibc.accept(shared.withLock { $0.listener }, nil, nil)
    guard client >= 0 else { return }
    let watch = loop.watch(client) { [weak self] _ in self?.receive() }
    shared.withLock { shared in
      (shared.client, shared.input, shared.isBinary) = (client, [], false)
      shared.watches.append(watch)
    }
  }

  private func receive() {
    let client = shared.withLock { $0.client }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(client, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    guard count > 0 else { return hangUp() }
    shared.withLock { $0.input += buffer.prefix(count) }
    while step() {}
  }

  private func step() -> Bool {
    let (input, isBinary) = shared.withLock { ($0.input, $0.isBinary) }
    if isBinary { return takeMessage(input) }
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else { return false }
    let line = String(decoding: input[..<end].drop { $0 == 0 }, as: UTF8.self)
    shared.withLock { $0.input.removeFirst(end + 1) }
    if line.hasPrefix("AUTH EXTERNAL") {
      send(Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8))
    }
    if line.hasPrefix("NEGOTIATE_UNIX_FD") { send(Array("AGREE_UNIX_FD\r\n".utf8)) }
    if line.hasPrefix("BEGIN") { shared.withLock { $0.isBinary = true } }
    return true
  }

  /// Answers one call; the header's form is that of the D-Bus specification, "Message Format".
  private func takeMessage(_ input: [UInt8]) -> Bool {
    guard input.count >= 16 else { return false }
    func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(input[at + $1]) << (8 * $1) } }
    let header = (16 + number(12) + 7) / 8 * 8
    guard input.count >= header + number(4) else { return false }
    let serial = UInt32(number(8))
    let text = String(decoding: input[16..<header], as: UTF8.self)
    shared.withLock { $0.input.removeFirst(header + number(4)) }
    guard input[1] == 1 else { return true }
    let known = ["Hello", "GetManagedObjects", "GetNameOwner", "AddMatch", "Connect", "Pair"]
    let member = known.first { text.contains($0) } ?? "?"
    shared.withLock { $0.members.append(member) }
    switch member {
    case "Hello":
      if let refusal {
        reply(serial, error: refusal.name, signature: "s", body: Self.string(refusal.text))
      } else {
        reply(serial, signature: "s", body: Self.string(":1.1"))
      }
    case "GetManagedObjects":
      reply(serial, signature: "a{oa{sa{sv}}}", body: [UInt8](repeating: 0, count: 8))
    case "Connect", "Pair":
      break
    default:
      reply(serial, signature: nil, body: [])
    }
    return true
  }

  private func reply(
    _ serial: UInt32, error: String? = nil, signature: String?, body: [UInt8]
  ) {
    var fields: [UInt8] = []
    func field(_ code: UInt8, _ type: Character, _ value: [UInt8]) {
      while fields.count % 8 != 0 { fields.append(0) }
      fields += [code, 1] + type.utf8 + [0]
      if type != "g" { while fields.count % 4 != 0 { fields.append(0) } }
      fields += value
    }
    field(5, "u", Self.word(serial))
    field(7, "s", Self.string("org.freedesktop.DBus"))
    if let error { field(4, "s", Self.string(error)) }
    if let signature { field(8, "g", [UInt8(signature.utf8.count)] + signature.utf8 + [0]) }
    var message: [UInt8] = [UInt8(ascii: "l"), error == nil ? 2 : 3, 1, 1]
    message += Self.word(UInt32(body.count)) + Self.word(serial) + Self.word(UInt32(fields.count))
    message += fields
    while message.count % 8 != 0 { message.append(0) }
    send(message + body)
  }

  private static func word(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func string(_ text: String) -> [UInt8] {
    word(UInt32(text.utf8.count)) + text.utf8 + [0]
  }

  private func send(_ octets: [UInt8]) {
    _ = Glibc.send(
      shared.withLock { $0.client }, octets, octets.count, Int32(MSG_NOSIGNAL))
  }
}
