/// How a statement is written: words, values, brackets around what may be left out, `|` for a
/// choice, parentheses for a choice that must be made.
package struct Pattern: ExpressibleByStringInterpolation, Sendable {
  package enum Part: Sendable {
    case text(String)
    case slot(SlotWords)
  }

  package let parts: [Part]

  /// The pattern as the reference shows it.
  package var text: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .slot(let slot): slot.name
      }
    }.joined()
  }

  package init(stringLiteral text: String) { parts = [.text(text)] }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// Text with values and other patterns in it.
  ///
  /// Nothing is inlined: the grammar is one literal of hundreds of interpolations, which the
  /// optimizer would spend half a minute on.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    @inline(never)
    package mutating func appendLiteral(_ text: String) { parts.append(.text(text)) }

    @inline(never)
    package mutating func appendInterpolation<Value>(_ slot: Slot<Value>) {
      // What reads a value depends on nothing but the tokens.
      nonisolated(unsafe) let read = slot.read
      let words = slot.words.checked { cursor throws(Mistake) in _ = try unsafe read(&cursor) }
      parts.append(.slot(words))
    }

    @inline(never)
    package mutating func appendInterpolation(_ slot: SlotWords) { parts.append(.slot(slot)) }

    @inline(never)
    package mutating func appendInterpolation(_ pattern: Pattern) { parts += pattern.parts }
  }
}
