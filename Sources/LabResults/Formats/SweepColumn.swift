package import LabExperiment
import LabLanguage
import LabMetrics
import LabText

/// A sweep as files show it: its values as the script writes them, and as numbers of one unit.
package struct SweepColumn: Sendable {
  /// The name of the sweep, which is that of the column with its values as written.
  let name: String
  /// A column beside it, for programs that calculate; `nil` unless the values have a unit.
  let numbers: (column: String, byText: [String: String])?

  /// Describes the sweeps of an experiment, in order.
  package static func all(of experiment: Experiment) -> [SweepColumn] {
    let taken = Set(experiment.sweeps.map(\.name))
    return experiment.sweeps.map { sweep in
      guard let (values, symbol) = experiment.numbers(ofSweep: sweep.name), !symbol.isEmpty,
        let unit = MetricUnit.allCases.first(where: { $0.symbol == symbol })
      else { return SweepColumn(sweep.name) }
      let column = sweep.name + unit.suffix
      guard !taken.contains(column) else { return SweepColumn(sweep.name) }
      let texts = zip(sweep.values, values.map { decimalText($0) })
      return SweepColumn(
        sweep.name, numbers: (column, Dictionary(texts) { first, _ in first }))
    }
  }

  package init(_ name: String, numbers: (column: String, byText: [String: String])? = nil) {
    self.name = name
    self.numbers = numbers
  }
}

extension Column {
  /// Returns the columns of the sweeps, which have their names, and those of their numbers.
  ///
  /// - Parameters:
  ///   - sweeps: The sweeps, in order.
  ///   - value: Returns the value of the sweep at a position, as the script writes it.
  /// - Returns: A column for each sweep, and one more for each whose values have a unit.
  package static func sweeps(
    _ sweeps: [SweepColumn], value: @escaping @Sendable (Row, Int) -> String
  ) -> [Column] {
    sweeps.enumerated().flatMap { index, sweep in
      let text = Column(sweep.name, "The value of the sweep.") { $1.field(value($0, index)) }
      guard let (column, numbers) = sweep.numbers else { return [text] }
      return [
        text,
        Column(column, "The same as a number, in the unit at the end of the name.") {
          $1.field(numbers[value($0, index)] ?? "")
        },
      ]
    }
  }
}
