import LabAnswer
package import LabImport
import LabMetrics
import LabText
import LabWorkload

extension TrialFindings {
  /// How long the inputs of a recording waited, and whether the lab says why.
  static func inputs(_ trace: ImportedTrace) throws -> String? {
    guard let result = try InputAgreement(trace), let longest = result.longest else { return nil }
    let waits = result.pairs.map(\.waited).sorted()
    let share = ReportNumber.fixed(
      100 * Double(result.same) / Double(result.pairs.count), decimals: 2)
    var text =
      "The \(counted(waits.count, "input")) of the recording waited"
      + " \(ReportNumber.milliseconds(waits.percentile(500))) ms in the median and"
      + " \(ReportNumber.milliseconds(waits.percentile(980))) ms in the 98th percentile; \(share)% of"
      + " the waits are within \(ReportNumber.milliseconds(result.tolerance)) ms of those that the"
      + " lab predicts beside the other tasks. The longest wait, of \(longest.input.name) at"
      + " \(ReportNumber.milliseconds(longest.input.arrived)) ms, took"
      + " \(ReportNumber.milliseconds(longest.waited)) ms"
      + " (\(ReportNumber.milliseconds(longest.predicted)) in the lab)"
      + (longest.holder.map { ", behind \($0.words(offset: .nanoseconds(trace.windowOffset)))" }
        ?? "") + "."
    if let inp = trace.interactionToNextPaint {
      text += " Interaction to next paint: \(ReportNumber.milliseconds(inp)) ms."
    }
    return text
  }
}

extension InputAgreement {
  /// The input that waited longest, the first of equals.
  fileprivate var longest: Pair? {
    pairs.enumerated().max { ($0.element.waited, $1.offset) < ($1.element.waited, $0.offset) }?
      .element
  }
}

extension ImportedTrace {
  /// The interaction to next paint of the inputs, as the file tells them; `nil` if it does not.
  package var interactionToNextPaint: Int64? {
    var longest: [Int64: Int64] = [:]
    for input in inputs {
      guard let number = input.interaction, let shown = input.shown else { continue }
      longest[number] = max(longest[number] ?? 0, shown - input.arrived)
    }
    var sum = InteractionToNextPaint()
    for duration in longest.values.sorted() { sum.add(duration) }
    return sum.value
  }
}

extension [Int64] {
  /// The percentile of ascending numbers, in thousandths.
  fileprivate func percentile(_ thousandths: Int) -> Int64 {
    self[Percentile.position(thousandths, of: count)]
  }
}
