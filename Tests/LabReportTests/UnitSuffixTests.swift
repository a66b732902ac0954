import LabMetrics
import Testing

@testable import LabReport
@testable import LabResults

/// Units behind numbers and at the end of columns.
@Suite struct `A unit` {
  @Test(arguments: MetricUnit.allCases)
  func `ends a column in the letters of its symbol`(unit: MetricUnit) {
    let letters = unit.symbol.lowercased().replacing("%", with: "pct").replacing("/", with: "_per_")
    #expect(unit.suffix == (letters.isEmpty ? "" : "_" + letters))
  }

  /// The columns of PresentMon are its own, and those of sweeps have the unit of their values.
  @Test func `that a column's name ends in is that of its values`() {
    let own = ColumnDictionary.entries.filter { !$0.file.hasPrefix("presentmon") }
    #expect(own.count > 100)
    for entry in own {
      let suffixes = MetricUnit.allCases.filter {
        !$0.suffix.isEmpty && entry.column.hasSuffix($0.suffix)
      }
      guard let named = suffixes.max(by: { $0.suffix.count < $1.suffix.count }) else { continue }
      #expect(entry.unit == named, "\(entry.file) \(entry.column)")
    }
  }

  @Test func `of values ends the name of their column`() {
    for entry in ColumnDictionary.entries where !entry.file.hasPrefix("presentmon") {
      guard let unit = entry.unit else { continue }
      #expect(entry.column.hasSuffix(unit.suffix), "\(entry.file) \(entry.column)")
    }
  }
}
