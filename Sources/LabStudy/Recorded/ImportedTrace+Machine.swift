import LabAnswer
import LabImport

extension ImportedTrace.Machine {
  /// What the thread had of the machine, in a sentence.
  var words: String {
    let ran = "The thread ran for \(Self.milliseconds(processor)) ms"
    guard let waited else {
      return ran + "; how long it waited for a processor, the recording does not tell."
    }
    let share = ReportNumber.fixed(100 * Double(waited) / Double(length), decimals: 2)
    return ran
      + ", and waited for a processor for \(Self.milliseconds(waited)) ms, \(share) % of the"
      + " time."
  }

  private static func milliseconds(_ time: Int64) -> String { ReportNumber.milliseconds(time) }
}
