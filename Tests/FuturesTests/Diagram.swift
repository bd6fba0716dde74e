import Futures

/// A stream over virtual time, drawn: one character is one tick.
///
/// `1`–`9` and letters are values, `✕` a failure, `|` the end, everything else nothing. What happens
/// in the same tick stands in brackets: `─(12|)`.
struct Diagram: Equatable, CustomStringConvertible, ExpressibleByStringLiteral {
  enum Event: Equatable {
    case value(String)
    case failure
    case end
  }

  /// The events of each tick, without empty ticks at the end.
  let ticks: [[Event]]

  init(ticks: [[Event]]) {
    var ticks = ticks
    while ticks.last?.isEmpty == true { ticks.removeLast() }
    self.ticks = ticks
  }

  init(stringLiteral text: String) {
    var ticks: [[Event]] = []
    var group: [Event]?
    for character in text {
      let event: Event? =
        switch character {
        case "✕": .failure
        case "|": .end
        case _ where character.isLetter || character.isNumber: .value(String(character))
        default: nil
        }
      switch character {
      case "(": group = []
      case ")":
        ticks.append(group ?? [])
        group = nil
      default:
        if group != nil {
          if let event { group?.append(event) }
        } else {
          ticks.append(event.map { [$0] } ?? [])
        }
      }
    }
    self.init(ticks: ticks)
  }

  var description: String {
    ticks.map { events in
      let text = events.map { event in
        switch event {
        case .value(let value): value
        case .failure: "✕"
        case .end: "|"
        }
      }.joined()
      return events.isEmpty ? "─" : events.count == 1 ? text : "(\(text))"
    }.joined()
  }
}

/// Plays drawn sources on a virtual clock, and draws what comes of them.
final class Stage: Sendable {
  let clock = ManualContext()
  private let events = Recorder<(Int, Diagram.Event)>()

  /// A source that plays a diagram.
  func source(_ diagram: Diagram) -> FutureStream<String> {
    let promise = StreamPromise<String>(context: .manual(clock))
    for (tick, events) in diagram.ticks.enumerated() where !events.isEmpty {
      _ = clock.schedule(after: .seconds(tick)) {
        for event in events {
          switch event {
          case .value(let value): promise.success(value)
          case .failure: promise.failure(TestError())
          case .end: promise.finish()
          }
        }
      }
    }
    // Sources that do not end in the diagram do not end at all.
    _ = clock.schedule(after: .seconds(1000)) { withExtendedLifetime(promise) {} }
    return promise.stream
  }

  /// What comes of a stream within some ticks.
  func play<Value>(_ stream: FutureStream<Value>, ticks: Int = 30) -> Diagram {
    let (clock, events) = (clock, events)
    let subscription = stream.onComplete { result in
      let tick = Int(clock.now.components.seconds)
      switch result {
      case .success(let value): events.add((tick, .value("\(value)")))
      case .failure: events.add((tick, .failure))
      }
    }
    stream.onFinish { events.add((Int(clock.now.components.seconds), .end)) }
    for _ in 0..<ticks { clock.advance(by: .seconds(1)) }
    subscription.cancel()
    var drawn = [[Diagram.Event]](repeating: [], count: ticks + 1)
    for (tick, event) in events.elements where tick <= ticks { drawn[tick].append(event) }
    return Diagram(ticks: drawn)
  }
}
