/// What an operator remembers from one event to the next.
///
/// `@unchecked Sendable`, and unchecked for exclusivity, because the body of an operator is told
/// one event at a time, in order, and nobody else has its state.
@usableFromInline
final class OperatorState<State>: @unchecked Sendable {
  @exclusivity(unchecked)
  @usableFromInline var value: State

  @inlinable
  init(_ value: State) {
    self.value = value
  }
}
