import BlueFutures
import Testing

@testable import SensorTagReader

private typealias Acceleration = TISensorTag.AccelerometerService.Acceleration

@Suite struct SampleTextTests {
  @Test func `a sample is one line with the time, the axes and a bar for each`() {
    let line = SampleLine(seconds: 1.234, sample: Acceleration(x: 0.5, y: -1, z: 0))
    #expect(
      line.text
        == "    1.23 s  x +0.50 g ········|██······  y -1.00 g ····████|········"
        + "  z +0.00 g ········|········")
  }

  @Test func `lines stay aligned for a day`() {
    let flat = Acceleration(x: 0, y: 0, z: 1)
    let lengths = [0, 9.994, 9.996, 86_400].map { seconds in
      SampleLine(seconds: seconds, sample: flat).text.count
    }
    #expect(Set(lengths) == [97])
  }

  @Test(arguments: [
    (0.0, "········|········"), (0.1, "········|········"), (0.125, "········|█·······"),
    (1.0, "········|████····"), (1.984375, "········|████████"), (2.0, "········|████████"),
    (7.9, "········|████████"), (-0.1, "········|········"), (-0.25, "·······█|········"),
    (-2.0, "████████|········"), (-8.0, "████████|········"),
  ])
  func `a bar grows from the middle and stays within its side`(value: Double, bar: String) {
    #expect(SampleLine.bar(value) == bar)
  }

  @Test(arguments: [
    (0.0, 2, false, "0.00"), (0.004, 2, true, "+0.00"), (-0.004, 2, true, "+0.00"),
    (-0.005, 2, false, "-0.01"), (1.999, 2, false, "2.00"), (12.0625, 3, true, "+12.063"),
    (-0.05, 1, false, "-0.1"), (7.6, 0, false, "8"), (-7.6, 0, true, "-8"),
  ])
  func `numbers have a fixed count of decimals`(
    value: Double, digits: Int, isSigned: Bool, text: String
  ) {
    #expect(SampleLine.fixed(value, digits: digits, signed: isSigned) == text)
  }

  @Test func `a row of the file has the exact values`() {
    let line = SampleLine(seconds: 0.12345, sample: Acceleration(x: 0.015625, y: -2, z: 1.984375))
    #expect(line.csv == "0.123,0.015625,-2.0,1.984375")
  }
}

@Suite struct SummaryTests {
  @Test func `nothing was read`() {
    #expect(Summary().text == "0 samples, 0 reconnects")
  }

  @Test func `one sample has no rate`() {
    var summary = Summary()
    summary.connected()
    summary.add(Acceleration(x: 0.5, y: -0.25, z: 1), at: 3)
    #expect(
      summary.text == "1 sample, mean x +0.500 g, y -0.250 g, z +1.000 g, 0 reconnects")
  }

  @Test func `samples, rate, mean of each axis and reconnects`() {
    var summary = Summary()
    for _ in 0..<3 { summary.connected() }
    for (index, x) in [0.0, 1, 2].enumerated() {
      summary.add(Acceleration(x: x, y: -x / 2, z: 0.0625), at: 10 + Double(index) / 4)
    }
    #expect(summary.samples == 3)
    #expect(
      summary.text
        == "3 samples, 4.00 a second, mean x +1.000 g, y -0.500 g, z +0.063 g, 2 reconnects")
  }

  @Test func `one reconnect is one`() {
    var summary = Summary()
    for _ in 0..<2 { summary.connected() }
    #expect(summary.text == "0 samples, 1 reconnect")
  }
}
