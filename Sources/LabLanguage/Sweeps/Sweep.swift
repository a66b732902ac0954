import LabKernel

/// A name that stands for one value after the other, or for one worked out from others.
package struct Sweep: Sendable {
  /// The name.
  package let name: String
  /// The values as they are written, one for every combination of the axes' values.
  package let values: [String]

  /// The tokens of every value.
  package let pieces: [[Token]]
  /// What the values measure, if they are quantities of one kind.
  package let quantities: [Quantity]?
  /// On what the value depends: an axis of its own, that of another sweep, or several.
  package let axes: [Axis]
  package let statement: Statement

  package var place: Place { statement.keyword.place }

  /// Whether it has an axis of its own.
  package var isIndependent: Bool { isListed && statement["zip"] == nil }

  /// Whether it varies together with another.
  package var isZipped: Bool { isListed && statement["zip"] != nil }

  private var isListed: Bool { statement.form.keyword == "sweep" }

  package init(_ statement: Statement, values: SweepValues, axes: [Axis]) {
    name = statement.head[0].text
    self.values = values.texts
    pieces = values.pieces
    quantities = values.quantities(in: statement)
    self.axes = axes
    self.statement = statement
  }

  /// Returns the value at a point.
  package func value(at point: [Int]) -> String { values[axes.position(of: point)] }

  /// Returns the values as quantities.
  ///
  /// - Throws: The first value that is no quantity, or of another kind than the first one.
  package func quantities(for user: Statement) throws(Mistake) -> [Quantity] {
    if let quantities { return quantities }
    do {
      return try SweepValues.quantities(of: pieces, in: statement)
    } catch {
      throw error.used(in: user, as: "{\(name)}")
    }
  }

  /// Whether some value begins as a quantity does, so that its values are not words.
  package var hasNumbers: Bool { pieces.contains { $0.first?.kind == .number } }

  /// What a statement that uses its value at a point names: the sweep, or a value that is not
  /// written.
  package func words(at point: [Int]) -> String {
    isListed ? "{\(name)}" : "'\(value(at: point))'"
  }
}

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
        append(item, in: statement)
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

  private mutating func append(_ item: [Token], in statement: Statement) {
    let isGroup = item.count > 2 && item.first?.text == "(" && item.last?.text == ")"
    let piece = isGroup ? Array(item.dropFirst().dropLast()) : item
    texts.append(Self.text(of: piece, in: statement))
    pieces.append(piece)
  }

  /// How a value is written: a quantity with one blank before its unit, whatever blanks it has.
  private static func text(of piece: [Token], in statement: Statement) -> String {
    guard let end = piece.lastIndex(where: { $0.kind == .number }),
      let quantity = try? quantities(of: [piece], in: statement)[0]
    else { return piece.spelling }
    let unit = piece[(end + 1)...]
    return quantity.number + (unit.isEmpty ? "" : " \(unit.spelling)")
  }

  /// Spells the values that others equal as those do.
  ///
  /// - Throws: The first value that another one equals.
  package mutating func spell(like others: SweepValues, in statement: Statement) throws(Mistake) {
    guard let own = quantities(in: statement), let known = others.quantities(in: statement) else {
      return
    }
    for (place, quantity) in own.enumerated() {
      let twin = known.firstIndex {
        $0.value == quantity.value && $0.dimension == quantity.dimension
      }
      if let twin { texts[place] = others.texts[twin] }
    }
    try checkDoubles()
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
      if let first = quantities.first, first.unit == nil, first.dimension != quantity.dimension {
        throw first.unitless(quantity.dimension)
      }
      quantities.append(try quantity.checked(quantities.first?.dimension ?? quantity.dimension))
    }
    return quantities
  }
}

/// A range of values: `A .. B step C`, or `A .. B factor K` for one that grows by multiplication.
package struct SweepRange {
  private let first: Quantity
  private let last: Quantity
  private let step: Step
  private let place: Place

  private enum Step {
    case adding(Fraction)
    case multiplying(Fraction)
  }

  /// Reads a range; `nil` if a member of a list is none.
  package init?(_ item: [Token], in statement: Statement) throws(Mistake) {
    guard let sign = item.firstIndex(where: { $0.text == ".." }),
      item[sign...].contains(where: { ["step", "factor"].contains($0.text) && $0.isPlain })
    else { return nil }
    var cursor = TokenCursor(item, in: statement)
    place = cursor.place
    let (low, high) = try cursor.range()
    (first, last) = (low, try high.checked(low.dimension))
    let stepPlace: Place
    if cursor.accept("step") {
      stepPlace = cursor.place
      let distance = try cursor.quantity().sharingUnit(of: high).checked(low.dimension)
      step = .adding(distance.value)
      guard distance.value.numerator > 0 else {
        throw Mistake(stepPlace, "a step must be larger than 0.")
      }
    } else {
      try cursor.expect("factor")
      stepPlace = cursor.place
      let factor = try cursor.quantity(.number).value
      step = .multiplying(factor)
      guard factor.numerator > factor.denominator else {
        throw Mistake(stepPlace, "a factor must be larger than 1.")
      }
      guard first.value.numerator > 0 else {
        throw Mistake(place, "a range that grows by a factor must begin above 0.")
      }
    }
    try cursor.finish()
    guard first.value.isAtMost(last.value) else {
      throw Mistake(place, "this range is empty. Write the smaller value first.")
    }
  }

  /// Returns the values, from the first to the last that does not pass the end.
  ///
  /// - Parameter limit: How many there may be.
  /// - Returns: The values in order.
  /// - Throws: A mistake if there are too many, or one has too many digits.
  package func quantities(limit: Int) throws(Mistake) -> [Quantity] {
    var quantities: [Quantity] = []
    var value = first.value
    while value.isAtMost(last.value) {
      guard quantities.count < limit else {
        throw SweepValues.excess(place, limit)
          ?? Mistake(place, "this range has more than \(limit) values.")
      }
      quantities.append(first.with(value))
      guard let next = next(after: value) else {
        throw Mistake(place, "the values of this range have too many digits.")
      }
      value = next
    }
    return quantities
  }

  private func next(after value: Fraction) -> Fraction? {
    switch step {
    case .adding(let distance): return value.adding(distance)
    case .multiplying(let factor):
      guard let product = value.multiplied(by: factor) else { return nil }
      // Times are whole nanoseconds everywhere.
      return first.dimension == .time ? product.whole.map { Fraction($0) } : product
    }
  }
}

/// The sweeps of a script in order, found by their names at once.
package struct SweepTable: RandomAccessCollection, Sendable {
  /// The sweeps, in the order in which they were added.
  package private(set) var all: [Sweep] = []
  private var positions: [String: Int] = [:]

  package init(_ sweeps: [Sweep] = []) {
    for sweep in sweeps { append(sweep) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { all.count }
  package subscript(index: Int) -> Sweep { all[index] }

  /// Returns the sweep of a name, or `nil` if there is none.
  package subscript(name: String) -> Sweep? { positions[name].map { all[$0] } }

  /// Adds a sweep; of two with one name the later one counts.
  package mutating func append(_ sweep: Sweep) {
    positions[sweep.name] = all.count
    all.append(sweep)
  }

  /// Returns the index of the sweep that a `{name}` names.
  package func index(named token: Token) throws(Mistake) -> Int {
    if let index = positions[token.text] { return index }
    let sweeps = all
    if token.text.isEmpty {
      let name = sweeps.first.map { "'{\($0.name)}'" } ?? "'{x}', and a line 'sweep x = 1, 2'"
      throw Mistake(token.place, "'{}' names no sweep. Write for example \(name).")
    }
    throw Mistake(
      token.place, "there is no sweep '\(token.text)'.", isAboutName: true,
      hint: Hint(token.text, otherwise: " Write 'sweep \(token.text) = …' with its values.") {
        sweeps.map { $0.name }
      })
  }
}
