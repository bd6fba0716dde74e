extension Wire {
  /// Values up to the end of the octets, none or more.
  @inlinable
  public static func toEnd<Element: Sendable>(_ wire: Wire<Element>) -> Wire
  where Value == [Element] {
    list(.toEnd(minimum: 0), wire)
  }

  /// Values up to the end of the octets, at least one.
  @inlinable
  public static func oneOrMore<Element: Sendable>(_ wire: Wire<Element>) -> Wire
  where Value == [Element] {
    list(.toEnd(minimum: 1), wire)
  }

  /// Always the same count of values.
  @inlinable
  public static func array<Element: Sendable>(_ count: Int, _ wire: Wire<Element>) -> Wire
  where Value == [Element] {
    list(.fixed(max(0, count)), wire)
  }

  /// How many values there are is part of the form.
  @inlinable
  public static func list<Element: Sendable>(_ list: ListForm, _ wire: Wire<Element>) -> Wire
  where Value == [Element] {
    let least = wire.minimumSize
    return Self.list(list, wire) { reader throws(ProfileError) in
      var elements: [Element] = []
      if least > 0 { elements.reserveCapacity(reader.available / least) }
      try list.forEachIndex(&reader) { _, reader throws(ProfileError) in
        elements.append(try wire.read(&reader))
      }
      return elements
    }
  }

  @usableFromInline
  static func list<Element: Sendable>(
    _ list: ListForm, _ wire: Wire<Element>, decode: @escaping Decode
  ) -> Wire where Value == [Element] {
    Wire(
      form: .list(list, wire.form), decode: decode,
      encode: { elements, writer throws(ProfileError) in
        try list.check(elements.count)
        for (index, element) in elements.enumerated() {
          do throws(ProfileError) {
            try wire.encode(element, &writer)
          } catch {
            throw error.under("[\(index)]")
          }
        }
      },
      datum: { .list($0.compactMap(wire.datum)) },
      value: { datum throws(ProfileError) in
        guard case .list(let shown) = try datum.required() else {
          throw .badValue(datum?.printed ?? "", allowed: "a list")
        }
        var elements: [Element] = []
        for (index, element) in shown.enumerated() {
          do throws(ProfileError) {
            elements.append(try wire.value(element))
          } catch {
            throw error.under("[\(index)]")
          }
        }
        return elements
      })
  }
}

/// Three numbers along the axes of a sensor.
public struct Vector3: Hashable, Sendable {
  /// Along the x axis.
  public var x: Double
  /// Along the y axis.
  public var y: Double
  /// Along the z axis.
  public var z: Double

  /// Makes a vector of its components.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }
}

extension Wire where Value == Vector3 {
  /// Three numbers of one form, x first; tools show a list of three.
  public static func vector(_ wire: Wire<Double>) -> Wire {
    Wire(
      form: .list(.fixed(3), wire.form), plan: wire.plan,
      decode: { reader throws(ProfileError) in
        if let plan = wire.plan, let vector = plan.vector(&reader) { return vector }
        var index = 0
        do throws(ProfileError) {
          let x = try wire.read(&reader)
          index = 1
          let y = try wire.read(&reader)
          index = 2
          return Vector3(x: x, y: y, z: try wire.read(&reader))
        } catch {
          throw error.under("[\(index)]")
        }
      },
      encode: { vector, writer throws(ProfileError) in
        var index = 0
        do throws(ProfileError) {
          for component in [vector.x, vector.y, vector.z] {
            try wire.encode(component, &writer)
            index += 1
          }
        } catch {
          throw error.under("[\(index)]")
        }
      },
      datum: { .list([$0.x, $0.y, $0.z].compactMap(wire.datum)) },
      value: { datum throws(ProfileError) in
        guard case .list(let parts) = try datum.required(), parts.count == 3 else {
          throw .badValue(datum?.printed ?? "", allowed: "a list of three numbers")
        }
        return Vector3(
          x: try wire.value(parts[0]), y: try wire.value(parts[1]), z: try wire.value(parts[2]))
      })
  }
}
