/// A workload of ours and what it is compared with, all timed side by side in each round.
struct Row {
  /// What the workload may cost.
  enum Target {
    case ratio(Double)
    case nanoseconds(Double)
  }

  let ours: Workload
  let floor: Workload
  let target: Target?
  let beside: [Workload]

  init(
    _ ours: Workload, to floor: Workload = .floor, target: Target? = nil, beside: [Workload] = []
  ) {
    self.ours = ours
    self.floor = floor
    self.target = target
    self.beside = beside
  }
}

/// How often a workload may allocate.
struct AllocationRow {
  let name: String
  let workload: Workload
  /// What the workload contains beside what is counted.
  let without: Workload?
  /// How many of what is counted are in one operation.
  let units: Int
  let limit: Double

  init(
    _ name: String, _ workload: Workload, without: Workload? = nil, units: Int = 1, limit: Double
  ) {
    self.name = name
    self.workload = workload
    self.without = without
    self.units = units
    self.limit = limit
  }
}

/// How much of the heap something may hold.
struct HeapRow {
  /// Octets of the heap, and what else there is to say.
  struct Reading {
    let octets: Int
    var note = ""
  }

  let name: String
  let limit: Int
  /// Measures for a number of operations.
  let measure: @Sendable (Int) async throws -> Reading
  let count: Int
}
