import BlueFutures

/// What was read in all: counts, the rate, the mean of each axis.
struct Summary: Sendable {
  private(set) var samples = 0
  private(set) var links = 0
  private var sum = (x: 0.0, y: 0.0, z: 0.0)
  private var first: Double?
  private var last = 0.0

  mutating func add(_ sample: TISensorTag.AccelerometerService.Acceleration, at seconds: Double) {
    samples += 1
    sum = (sum.x + sample.x, sum.y + sample.y, sum.z + sample.z)
    first = first ?? seconds
    last = seconds
  }

  mutating func connected() {
    links += 1
  }

  var reconnects: Int { max(0, links - 1) }

  var text: String {
    let ends = Self.count(reconnects, "reconnect")
    guard samples > 0, let first else { return "\(Self.count(samples, "sample")), \(ends)" }
    let span = last - first
    let rate = span > 0 ? "\(SampleLine.fixed(Double(samples - 1) / span)) a second, " : ""
    let mean = [("x", sum.x), ("y", sum.y), ("z", sum.z)].map { name, sum in
      "\(name) \(SampleLine.fixed(sum / Double(samples), digits: 3, signed: true)) g"
    }
    return "\(Self.count(samples, "sample")), \(rate)mean \(mean.joined(separator: ", ")), \(ends)"
  }

  private static func count(_ count: Int, _ word: String) -> String {
    count == 1 ? "1 \(word)" : "\(count) \(word)s"
  }
}
