import GATT

/// How a value is written (Core Specification, Vol 3, Part F, 3.4.5 and 3.4.6).
public enum WriteType: Sendable, Hashable {
  /// Write Request: completes when the peripheral has answered. Values longer than a packet, and
  /// those with an offset, are sent in parts (a long write), which small peripherals may refuse.
  case withResponse
  /// Write Command: completes when the daemon has taken it; nothing tells whether it arrived. At
  /// most MTU − 3 octets.
  case withoutResponse
  /// Write Commands through a socket of this program's own, no faster than the daemon takes them:
  /// completes when the packet is in the socket, which waits while that is full. At most MTU − 3
  /// octets.
  ///
  /// The first such write acquires the socket, which is kept until
  /// ``Characteristic/endPacedWrites()``, the next write of another type, or the end of the link;
  /// meanwhile other programs cannot write the characteristic. Where the daemon gives no socket
  /// (before 5.46, when another program has it, or without an answer for 5 s), the writes are made
  /// as with ``withoutResponse``, one after the other. A disconnect loses what is still in the
  /// socket; `endPacedWrites()` waits for it.
  case paced
  /// Prepared writes that the peripheral sends back before they are executed together, so that
  /// nothing is written wrongly.
  case reliable

  /// What the properties allow, as iOS programs and the daemon choose: with a response if there is
  /// one.
  init(for properties: CharacteristicProperties) {
    if properties.contains(.write) {
      self = .withResponse
    } else if properties.contains(.writeWithoutResponse) {
      self = .withoutResponse
    } else {
      self = properties.contains(.reliableWrite) ? .reliable : .withResponse
    }
  }

  /// The daemon's word for it.
  var option: String {
    switch self {
    case .withResponse: "request"
    case .withoutResponse, .paced: "command"
    case .reliable: "reliable"
    }
  }

  /// Whether the peripheral answers.
  var isAcknowledged: Bool {
    switch self {
    case .withResponse, .reliable: true
    case .withoutResponse, .paced: false
    }
  }

  /// The property that the characteristic must have.
  var property: CharacteristicProperties {
    switch self {
    case .withResponse: .write
    case .withoutResponse, .paced: .writeWithoutResponse
    case .reliable: .reliableWrite
    }
  }

  /// The way of writing as the end of a sentence.
  var words: String {
    switch self {
    case .withResponse: "with response"
    case .withoutResponse, .paced: "without response"
    case .reliable: "reliably"
    }
  }
}
