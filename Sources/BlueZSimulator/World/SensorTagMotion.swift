public import Profiles

/// How a simulated SensorTag moves.
public struct SensorTagMotion: Sendable {
  /// What is measured.
  public typealias Acceleration = TISensorTag.AccelerometerService.Acceleration

  let sample: @Sendable (_ index: Int, _ time: Duration) -> Acceleration

  /// A movement of one's own, from the number of the sample and the time since the start.
  ///
  /// Accelerations beyond −2 g to 2 g are not notified.
  public init(_ sample: @escaping @Sendable (_ index: Int, _ time: Duration) -> Acceleration) {
    self.sample = sample
  }

  /// A smooth movement that a person can watch: the tag is turned to and fro.
  public static let turning = SensorTagMotion { _, time in
    let seconds = time / .seconds(1)
    let tilt = triangle(seconds / 4)
    return Acceleration(x: tilt, y: triangle(seconds / 6 + 0.25) / 2, z: 1 - abs(tilt) / 2)
  }

  /// Octets that count: n % 100, −2 and 63 for the n-th sample.
  public static let counting = SensorTagMotion { index, _ in
    Acceleration(x: Double(index % 100) / 64, y: -2.0 / 64, z: 63.0 / 64)
  }

  /// From 0 up to 1, down to −1 and back, once for each unit.
  private static func triangle(_ phase: Double) -> Double {
    let part = phase - phase.rounded(.down)
    return part < 0.25 ? part * 4 : part < 0.75 ? 2 - part * 4 : part * 4 - 4
  }
}
