/// How long things take in the simulated world, in the order of a real radio.
enum Delays {
  /// From a request to the peripheral's answer.
  static let request: Duration = .milliseconds(5)
  /// From a connect call to the link, when the peripheral advertises.
  static let link: Duration = .milliseconds(60)
  /// From the link to its services.
  static let services: Duration = .milliseconds(80)
  /// How long a connect call waits for the peripheral (BlueZ 5.66 answered after 41 s).
  static let connect: Duration = .seconds(40)
  /// From a disconnect call to the end of the link (BlueZ `src/device.c`, a timer of 2 s).
  static let disconnect: Duration = .seconds(2)
  /// Between two advertisements.
  static let advertisement: Duration = .milliseconds(100)
  /// How long a temporary device is remembered (`TemporaryTimeout` in BlueZ's `main.conf`).
  static let temporary: Duration = .seconds(30)
  /// From the begin of a pairing to the question for a person.
  static let pairing: Duration = .milliseconds(50)
  /// How long a pairing with a blocked device is waited for (measured, BlueZ 5.66).
  static let bonding: Duration = .seconds(120)
  /// How long a person types a number.
  static let typing: Duration = .seconds(3)
  /// How long the answer of an agent is waited for (`src/agent.c`, REQUEST_TIMEOUT).
  static let agent: Duration = .seconds(60)
  /// From the link to the failure of its encryption.
  static let keyMissing: Duration = .milliseconds(20)
  /// How long a program has to describe what it registers (the bus's own 25 s).
  static let application: Duration = .seconds(25)
  /// How long a program has to answer for a value (`src/shared/gatt-db.c`, ATTRIBUTE_TIMEOUT).
  static let attribute: Duration = .seconds(5)
  /// From the last packet to the end of a link (the kernel's `le_supv_timeout`).
  static let supervision: Duration = .milliseconds(420)
  /// How long an answer of the peripheral is waited for (Core specification, Vol 3 Part F 3.3.3).
  static let transaction: Duration = .seconds(30)
  /// How long the kernel keeps the links of a daemon that was killed.
  static let orphan: Duration = .seconds(2)
  /// From the daemon's name to its adapters, and from those to their power.
  static let adapter: Duration = .milliseconds(100)
}
