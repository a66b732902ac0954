/// How a statement is written: words, values, brackets around what may be left out, `|` for a choice,
/// parentheses for a choice that must be made.
struct Pattern: ExpressibleByStringInterpolation, Sendable {
  enum Part: Sendable {
    case text(String)
    case slot(SlotWords)
  }

  let parts: [Part]

  /// The pattern as the reference shows it.
  var text: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .slot(let slot): slot.name
      }
    }.joined()
  }

  init(stringLiteral text: String) { parts = [.text(text)] }

  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// Text with values and other patterns in it.
  ///
  /// Nothing is inlined: the grammar is one literal of hundreds of interpolations, which the optimizer
  /// would spend half a minute on.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    @inline(never)
    mutating func appendLiteral(_ text: String) { parts.append(.text(text)) }

    @inline(never)
    mutating func appendInterpolation<Value>(_ slot: Slot<Value>) {
      parts.append(.slot(slot.words))
    }

    @inline(never)
    mutating func appendInterpolation(_ slot: SlotWords) { parts.append(.slot(slot)) }

    @inline(never)
    mutating func appendInterpolation(_ pattern: Pattern) { parts += pattern.parts }
  }
}
