/// The figures as people read them.
struct Table {
  let figures: [Figure]
  let rounds: Int

  func print() {
    Swift.print(
      """
      \(rounds) \(rounds == 1 ? "round" : "rounds"), all rows in each; times are medians. × is \
      the median of the rounds' ratios
      to what the section is named after, timed right before. Indented: what others need for it.
      """)
    var section: Figure.Group?
    for figure in figures {
      let isSameSection = section == figure.group || figure.group.isTimed
      if !isSameSection || figure.group == .floor { Swift.print("\n" + header(figure)) }
      section = figure.group
      let note = figure.note.map { "  \($0)" } ?? ""
      if figure.group != .floor { Swift.print(line(name(figure), cells(figure)) + note) }
    }
  }

  private func header(_ figure: Figure) -> String {
    switch figure.group {
    case .allocations: line("Allocations of", ["number", "", "target", "", ""])
    case .heap: line("Heap", ["octets", "", "target", "", ""])
    case .floor, .ours, .beside:
      line(
        "\(figure.name): \(text(figure.value)) ns", ["ns", "×", "target", "", "allocations"])
    }
  }

  private func name(_ figure: Figure) -> String {
    figure.group == .beside ? "  " + figure.name : figure.name
  }

  private func cells(_ figure: Figure) -> [String] {
    let target = figure.target.map { limit in
      "≤ \(text(limit))" + (figure.unit == .nanoseconds ? " ns" : "")
    }
    return [
      text(figure.value), figure.ratio.map { text($0, digits: 2) } ?? "", target ?? "",
      figure.isMet.map { $0 ? "met" : "missed" } ?? "",
      figure.allocations.map { text($0) } ?? "",
    ]
  }

  private func line(_ name: String, _ cells: [String]) -> String {
    zip(cells, [9, 9, 10, 8, 13]).reduce(padded(name, 50, atEnd: true)) { line, cell in
      line + padded(cell.0, cell.1, atEnd: false)
    }
  }

  private func padded(_ text: String, _ width: Int, atEnd: Bool) -> String {
    let blanks = String(repeating: " ", count: max(width - text.count, 0))
    return atEnd ? text + blanks : blanks + text
  }

  /// A number with the digits that mean something.
  private func text(_ value: Double, digits: Int = 1) -> String {
    let digits = value < 100 ? digits : 0
    let scale = digits == 2 ? 100.0 : digits == 1 ? 10 : 1
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension Figure.Group {
  /// True for the groups that share a section, under their floor.
  fileprivate var isTimed: Bool { self == .floor || self == .ours || self == .beside }
}
