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
      throw error.used(in: user)
    }
  }
}
