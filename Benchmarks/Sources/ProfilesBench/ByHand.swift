import FoundationEssentials
import Profiles

/// The same decoding as people write it, with a check of the size for each part.
enum ByHand {
  struct Short: Error {
    let count: Int
  }

  typealias Movement = (gyro: Vector3, acceleration: Vector3, fluxDensity: Vector3)

  @inline(never)
  static func acceleration(_ octets: Data) throws -> Vector3 {
    guard octets.count == 3 else { throw Short(count: octets.count) }
    let start = octets.startIndex
    func axis(_ index: Int) -> Double { Double(Int8(bitPattern: octets[start + index])) / 64 }
    return Vector3(x: axis(0), y: axis(1), z: axis(2))
  }

  @inline(never)
  static func movement(_ octets: Data) throws -> Movement {
    guard octets.count == 18 else { throw Short(count: octets.count) }
    return octets.withUnsafeBytes { octets in
      func vector(_ start: Int, _ scale: (Double) -> Double) -> Vector3 {
        func axis(_ index: Int) -> Double {
          let raw = octets.loadUnaligned(fromByteOffset: start + 2 * index, as: Int16.self)
          return scale(Double(Int16(littleEndian: raw)))
        }
        return Vector3(x: axis(0), y: axis(1), z: axis(2))
      }
      return (
        vector(0) { $0 * 125 / 16384 }, vector(6) { $0 * 8 / 32768 }, vector(12) { $0 * 307 / 2048 }
      )
    }
  }

  @inline(never)
  static func pulse(_ octets: Data) throws -> Pulse {
    try octets.withUnsafeBytes { octets in
      var offset = 1
      func demand(_ count: Int) throws {
        guard offset + count <= octets.count else { throw Short(count: octets.count) }
      }
      func word() throws -> Int {
        try demand(2)
        defer { offset += 2 }
        let raw = octets.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
        return Int(UInt16(littleEndian: raw))
      }
      guard let flags = octets.first else { throw Short(count: 0) }
      let rate: Int
      if flags & 1 == 1 {
        rate = try word()
      } else {
        try demand(1)
        rate = Int(octets[offset])
        offset += 1
      }
      let energy = flags & 8 == 8 ? try word() : nil
      var intervals: [Double]?
      if flags & 16 == 16 {
        var list: [Double] = []
        list.reserveCapacity((octets.count - offset) / 2)
        repeat { list.append(Double(try word()) / 1024) } while offset < octets.count
        intervals = list
      }
      guard offset == octets.count else { throw Short(count: octets.count) }
      return Pulse(
        contact: .init(rawValue: flags >> 1 & 3), rate: rate, energy: energy,
        intervals: intervals)
    }
  }
}
