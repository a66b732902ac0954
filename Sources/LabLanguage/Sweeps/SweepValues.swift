/// The values of a sweep: how they are written, and their tokens.
package struct SweepValues {
  package private(set) var texts: [String] = []
  package private(set) var pieces: [[Token]] = []

  /// Worked out by the lab, for what stands at a place.
  package init(_ quantities: [Quantity], at place: Place) {
    for quantity in quantities { append(quantity.text, at: place) }
  }

  /// Reads a list, some of whose members may be ranges; parentheses make one value of several
  /// words.
  ///
  /// - Parameters:
  ///   - statement: What declares the sweep.
  ///   - limit: How many values there may be, at most ``Limits/sweepValues``.
  /// - Throws: The first value that is empty, double or names another sweep, or the first range
  ///   that has no values or too many.
  package init(_ statement: Statement, limit: Int) throws(Mistake) {
    var last = statement.keyword
    for item in Self.items(of: statement["="] ?? []) {
      guard let first = item.first, let end = item.last else {
        let hasComma = statement["="]?.contains { $0.text == "," } ?? false
        throw Mistake(
          last.place, "a value of this list is empty." + (hasComma ? " Leave ',' out." : ""))
      }
      if let nested = item.first(where: { $0.kind == .reference }) {
        throw Mistake(
          nested.place,
          "a sweep cannot hold '{\(nested.text)}'. Write the values, or 'let \(statement.head[0].text)"
            + " = …' for a value worked out from others.")
      }
      if let range = try SweepRange(item, in: statement) {
        for quantity in try range.quantities(limit: limit) {
          append(quantity.text, at: first.place)
        }
      } else {
        append(item)
      }
      guard pieces.count <= limit else {
        throw Self.excess(first.place, limit)
          ?? Mistake(
            first.place, "a sweep has at most \(limit) values.")
      }
      last = end
    }
    try checkDoubles()
  }

  /// Returns the mistake of too many values in all sweeps, if a limit is what others have left
  /// over.
  package static func excess(_ place: Place, _ limit: Int) -> Mistake? {
    guard limit < Limits.sweepValues else { return nil }
    return Mistake(place, "all sweeps together have more than \(Limits.allSweepValues) values.")
  }

  /// Cuts a list at its commas, except those in parentheses.
  private static func items(of tokens: [Token]) -> [[Token]] {
    var items: [[Token]] = [[]]
    var depth = 0
    for token in tokens {
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if token.text == ",", depth <= 0 {
        items.append([])
      } else {
        items[items.count - 1].append(token)
      }
    }
    return items
  }

  private mutating func append(_ item: [Token]) {
    let isGroup = item.count > 2 && item.first?.text == "(" && item.last?.text == ")"
    let piece = isGroup ? Array(item.dropFirst().dropLast()) : item
    texts.append(piece.spelling)
    pieces.append(piece)
  }

  private mutating func append(_ text: String, at place: Place) {
    texts.append(text)
    pieces.append(Lexer.tokens(workedOut: text, from: place))
  }

  private func checkDoubles() throws(Mistake) {
    var seen: Set<String> = []
    for (text, piece) in zip(texts, pieces) where !seen.insert(text).inserted {
      throw Mistake(piece.first?.place, "'\(text)' is in this list twice.")
    }
  }

  /// Returns the values as quantities of one kind, or `nil` if they are something else.
  package func quantities(in statement: Statement) -> [Quantity]? {
    try? Self.quantities(of: pieces, in: statement)
  }

  package static func quantities(
    of pieces: [[Token]], in statement: Statement
  ) throws(Mistake) -> [Quantity] {
    var quantities: [Quantity] = []
    for piece in pieces {
      var cursor = TokenCursor(piece, in: statement)
      let quantity = try cursor.quantity()
      try cursor.finish()
      quantities.append(try quantity.checked(quantities.first?.dimension ?? quantity.dimension))
    }
    return quantities
  }
}
