/// The times of all rows in all rounds.
struct Measurement {
  /// A row, the numbers of operations in its blocks and what they took, in nanoseconds.
  private struct Course {
    let row: Row
    var workloads: [Workload] { [row.floor, row.ours] + row.beside }
    var counts: [Int] = []
    /// One list a round: the floor's time, ours, and those beside.
    var times: [[Double]] = []

    func nanoseconds(_ index: Int) -> Double { median(times.map { $0[index] }) }

    /// Each round's ratio is of times that were taken one right after the other.
    func ratio(_ index: Int) -> Double { median(times.map { $0[index] / $0[0] }) }
  }

  private var courses: [Course]

  init(_ rows: [Row], rounds: Int, smoke: Bool, progress: (Int) -> Void) async throws {
    courses = rows.map { Course(row: $0) }
    for index in courses.indices {
      for workload in courses[index].workloads {
        courses[index].counts.append(try await workload.calibrate(smoke: smoke))
      }
    }
    for round in 1...rounds {
      progress(round)
      for index in courses.indices {
        let course = courses[index]
        var times: [Double] = []
        for (workload, count) in zip(course.workloads, course.counts) {
          times.append(try await workload.time(count))
        }
        courses[index].times.append(times)
      }
    }
  }

  /// The lines of the floors, each with the rows above it, and of what is beside them.
  func figures() async throws -> [Figure] {
    var figures: [Figure] = []
    for floor in floors {
      let same = courses.filter { $0.row.floor.name == floor.name }
      figures.append(try await self.floor(floor, same))
      for course in same {
        for index in 1..<course.workloads.count {
          figures.append(try await figure(course, index))
        }
      }
    }
    return figures
  }

  private var floors: [Workload] {
    courses.map(\.row.floor).reduce(into: []) { floors, floor in
      if !floors.contains(where: { $0.name == floor.name }) { floors.append(floor) }
    }
  }

  private func floor(_ workload: Workload, _ courses: [Course]) async throws -> Figure {
    var figure = Figure(
      group: .floor, name: workload.name,
      value: median(courses.flatMap { $0.times.map { $0[0] } }))
    figure.allocations = try await workload.countAllocations(courses[0].counts[0])
    return figure
  }

  private func figure(_ course: Course, _ index: Int) async throws -> Figure {
    let workload = course.workloads[index]
    let isOurs = index == 1
    var figure = Figure(
      group: isOurs ? .ours : .beside, name: workload.name, value: course.nanoseconds(index),
      ratio: course.ratio(index), floor: course.row.floor.name)
    figure.allocations = try await workload.countAllocations(course.counts[index])
    if isOurs { (figure.target, figure.unit) = course.row.target.figures }
    return figure
  }
}

extension Row.Target? {
  fileprivate var figures: (Double?, Figure.Unit?) {
    switch self {
    case .none: (nil, nil)
    case .ratio(let limit): (limit, .ratio)
    case .nanoseconds(let limit): (limit, .nanoseconds)
    }
  }
}

extension AllocationRow {
  func figure() async throws -> Figure {
    var total = try await workload.countAllocations(1000)
    if let without { total -= try await without.countAllocations(1000) }
    // What a whole block allocates once is not an operation's.
    let each = (total / Double(units) * 100).rounded() / 100
    return Figure(
      group: .allocations, name: name, value: each, target: limit, unit: .allocations)
  }
}

extension HeapRow {
  func figure(smoke: Bool) async throws -> Figure {
    Watchdog.begin(name)
    let reading = try await measure(smoke ? count / 100 : count)
    Watchdog.end()
    return Figure(
      group: .heap, name: name, value: Double(reading.octets), target: Double(limit),
      unit: .octets, note: reading.note.isEmpty ? nil : reading.note)
  }
}
