import BlueFutures

/// One sample as text: the time, the axes in g, and a bar for each that a person can watch.
struct SampleLine {
  /// Characters on either side of a bar's middle; a full side is 2 g.
  static let half = 8

  let seconds: Double
  let sample: TISensorTag.AccelerometerService.Acceleration

  var text: String {
    let axes = [("x", sample.x), ("y", sample.y), ("z", sample.z)].map { name, value in
      "\(name) \(Self.fixed(value, signed: true)) g \(Self.bar(value))"
    }
    let time = Self.fixed(seconds)
    let padding = String(repeating: " ", count: max(0, 8 - time.count))
    return "\(padding)\(time) s  \(axes.joined(separator: "  "))"
  }

  var csv: String {
    "\(Self.fixed(seconds, digits: 3)),\(sample.x),\(sample.y),\(sample.z)"
  }

  /// A bar that grows from the middle, to the left for negative values.
  static func bar(_ value: Double) -> String {
    let length = min(half, Int((abs(value) / 2 * Double(half)).rounded()))
    let full = String(repeating: "█", count: length)
    let empty = String(repeating: "·", count: half - length)
    let none = String(repeating: "·", count: half)
    return value < 0 ? "\(empty)\(full)|\(none)" : "\(none)|\(full)\(empty)"
  }

  /// A number with a fixed count of decimals.
  static func fixed(_ value: Double, digits: Int = 2, signed: Bool = false) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled != 0 ? "-" : signed ? "+" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
  }
}
