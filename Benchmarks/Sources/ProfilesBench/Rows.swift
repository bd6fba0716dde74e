import FoundationEssentials
import Profiles

extension Comparison {
  private typealias HeartRate = BluetoothSIG.HeartRateService
  private typealias Movement = TISensorTag2.MovementService

  static var all: [Comparison] {
    [
      Comparison(
        name: "accelerometer", target: 3, allocations: 0,
        byProfile: { count in
          let profile = TISensorTag.AccelerometerService.data
          return try sum(accelerations, count) { octets in
            let value = try profile.decode(octets)
            return value.x + value.y + value.z
          }
        },
        byHand: { count in
          try sum(accelerations, count) { octets in
            let value = try ByHand.acceleration(octets)
            return value.x + value.y + value.z
          }
        }),
      Comparison(
        name: "heart rate with two RR intervals", target: 3, allocations: 0,
        byProfile: { count in
          let profile = HeartRate.measurement
          return try sum(heartRates, count) { octets in
            let value = try profile.decode(octets)
            return Double(value.rate) + (value.intervals?.last ?? 0)
          }
        }, byHand: heartRateByHand),
      Comparison(
        name: "heart rate, layout of another package", target: 3, allocations: 0,
        byProfile: { count in
          let layout = Pulse.profileLayout
          return try sum(heartRates, count) { octets in
            let value = try layout.decode(octets)
            return Double(value.rate) + (value.intervals?.last ?? 0)
          }
        }, byHand: heartRateByHand),
      Comparison(
        name: "CC2650 movement", target: 3, allocations: 0,
        byProfile: { count in
          let layout = movementLayout
          return try sum(movements, count) { octets in
            let value = try layout.decode(octets)
            return value.gyro.x + value.acceleration.y + value.fluxDensity.z
          }
        },
        byHand: { count in
          try sum(movements, count) { octets in
            let value = try ByHand.movement(octets)
            return value.gyro.x + value.acceleration.y + value.fluxDensity.z
          }
        }),
    ]
  }

  private static let heartRateByHand: Work = { count in
    try sum(heartRates, count) { octets in
      let value = try ByHand.pulse(octets)
      return Double(value.rate) + (value.intervals?.last ?? 0)
    }
  }

  /// Made once, as a program would.
  private static let movementLayout = Movement.Movement.layout(.eightG)
  private static let accelerations = [Data([0xFF, 0x03, 0x42]), Data([0xF0, 0x10, 0xC0])]
  private static let heartRates = [
    Data([0x16, 72, 0x00, 0x04, 0x10, 0x03]), Data([0x16, 180, 0x10, 0x01, 0x08, 0x01]),
  ]
  private static let movements = [
    Data([
      0x0A, 0x17, 0x14, 0x2E, 0x5C, 0x0F, 0x00, 0x04, 0x00, 0x08, 0x00, 0x10, 0x0F, 0x1A, 0x1F,
      0x34,
      0x3C, 0x68,
    ]), Data((1...18).map { UInt8($0) }),
  ]

  /// Decodes samples by turns, so that no result is known before.
  @inline(__always)
  private static func sum(
    _ samples: [Data], _ count: Int, _ decode: (Data) throws -> Double
  ) rethrows -> Double {
    var sum = 0.0
    for index in 0..<count { sum += try decode(samples[index & 1]) }
    return sum
  }
}
