import LabAnswer
import LabExperiment
import LabMetrics
import ResultSupport
import Testing

@testable import LabReport

@Suite struct `A number in a table` {
  @Test(arguments: [
    (0.0, "0.00"), (1.006, "1.01"), (12.3456, "12.35"), (0.0096, "0.01"), (0.004, "0.0040"),
    (0.000671, "0.00067"), (0.00003, "0.000030"), (-0.000671, "-0.00067"), (1e-9, "<0.000001"),
    (-1e-9, ">-0.000001"),
  ])
  func `is 0 only if it is exactly 0`(number: Double, text: String) {
    #expect(ReportNumber.text(number, .milliseconds) == text)
  }

  @Test(arguments: [(0.0, "0"), (3, "3"), (0.5, "0.5"), (0.02, "0.020")])
  func `of things has no decimals if it is whole`(number: Double, text: String) {
    #expect(ReportNumber.text(number, .count) == text)
  }

  @Test(arguments: [(0.0, "0"), (2, "2"), (2.5, "2.5"), (1.23456, "1.2346"), (0.00001, "0.00001")])
  func `has no zeros at its end where there is room for few digits`(number: Double, text: String) {
    #expect(ReportNumber.short(number, decimals: 4) == text)
  }

  @Test func `is a mean with its interval in the same decimals`() {
    func text(_ values: [Double]) -> String {
      let sample = SampleStatistics(values)
      return Table.Cell.mean(sample.mean, half: sample.halfWidth)
        .text(in: .number("n", nil, .asItsUnit(.milliseconds)))
    }
    #expect(text([0.0006, 0.0007, 0.0008]).hasPrefix("0.00070 ±0.000"))
    #expect(text([1, 2, 3]) == "2.00 ±2.48" && text([]) == "–" && text([2, 2]) == "2.00")
  }
}
