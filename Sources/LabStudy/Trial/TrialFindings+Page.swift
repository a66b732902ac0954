import LabAnswer
import LabExperiment
import LabImport
import LabMetrics
import LabResults

extension TrialFindings {
  /// How the frames of a page's main thread compare with those that the lab predicts.
  static func mainFrames(_ trace: ImportedTrace) throws -> String? {
    guard let page = trace.page else { return nil }
    let told =
      page.reported == 0
      ? ""
      : " Of \(page.reported) refreshes of which the compositor tells, \(share(page.reportedRight, of: page.reported))"
        + " have a main frame, or none, as it says."
    guard let result = try MainFrameAgreement(page, trace.tasks) else {
      return
        "The main frames of the page, \(page.mainFrames.count), are not compared with the simulation:"
        + " the compositor noted too few vsyncs.\(told)"
    }
    let late = result.late == 0 ? "None began" : "\(result.late) began"
    let behind = result.late == 0 ? "" : ", \(result.lateBehindTask) of them right behind a task"
    return
      "Of \(result.compared) main frames of the page, \(share(result.sameRefresh, of: result.compared))"
      + " begin in the refresh that is predicted, half of them within \(ReportNumber.milliseconds(result.half)) ms"
      + " of the prediction and nine of ten within \(ReportNumber.milliseconds(result.mostly)) ms. The usual one"
      + " begins \(ReportNumber.milliseconds(result.handover)) ms after its vsync. \(late) more than 1 ms later\(behind)."
      + told
  }

  /// How fast a motion goes that takes a fixed step for each callback, as a share of the speed that
  /// it should have.
  func speed(of result: RunResult, at rate: String) -> Double? {
    let arm = result.run.arm
    guard arm != "raf-time" else { return 100 }
    func value(_ name: String) -> Double? {
      result.value(of: name, driver: driver)?.number
    }
    guard let fires = value("fires"), let first = value("fired_first"),
      let end = value("fired_end"),
      first < end
    else { return nil }
    let rate = rate == "recorded" ? trial.script.display.rates[0] : rate
    let step =
      arm == "raf"
      ? 1000 / (Double(rate.dropLast(3)) ?? 60) : Double(TrialScript.pageInterval(rate))
    return 100 * (fires - 1) * step / (end - first)
  }

  private static func share(_ count: Int, of all: Int) -> String {
    "\(count) (\(ReportNumber.fixed(100 * Double(count) / Double(all), decimals: 2))%)"
  }
}
