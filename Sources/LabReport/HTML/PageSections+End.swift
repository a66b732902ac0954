import LabExperiment
import LabMetrics
import LabPictures
import LabResults
import LabTrace

/// What it takes to repeat the experiment, and the words of the page.
extension PageSections {
  mutating func repetition() {
    open("Script")
    let script = result.experiment.inputs.first?.bytes ?? []
    let shown = String(decoding: script.prefix(Self.scriptLimit), as: UTF8.self)
    html.element("pre", shown)
    if script.count > Self.scriptLimit {
      html.element(
        "p", "\(script.count - Self.scriptLimit) bytes more were left out.", ["class": "muted"])
    }
    let plan = result.plan
    html.element(
      "p",
      "Script \(hexadecimal(ContentHash.of(script))), seed \(plan.seed), \(plan.replications)"
        + " replications, RunLoopLab \(RunLoopLab.version)."
        + (plan.only.map { " Only the runs that satisfy '\($0)'." } ?? ""))
    html.element("p", "To perform the experiment again:")
    html.element("pre", plan.commandLine("run"))
    let shownDrivers = cases.first?.runs.drivers.count ?? 0
    let allDrivers = cases.first?.runs.runs.reduce(0) { $0 + $1.drivers.count } ?? 0
    var missing = leftOut
    if allDrivers > shownDrivers {
      missing.append("\(allDrivers - shownDrivers) drivers in the pictures of runs")
    }
    if plan.count > cases.count * plan.experiment.arms.count {
      missing.append(
        "all runs but \(cases.count * plan.experiment.arms.count) in the pictures of runs")
    }
    html.element(
      "p",
      missing.isEmpty
        ? "Nothing was left out." : "Left out: \(missing.joined(separator: "; ")).")
    close()
  }

  mutating func glossary() {
    open("Words")
    html.element("dl") { list in
      for metric in result.experiment.tableMetrics.compactMap(MetricDictionary.metric(named:)) {
        list.element("dt", "\(metric.name), in the column \(metric.column)")
        list.element("dd", "\(metric.meaning) \(metric.formula)")
      }
      for cause in BlameCause.allCases {
        list.element("dt", cause.rawValue.replacing("_", with: " "))
        list.element("dd", cause.meaning)
      }
      for chapter in PictureWords.chapters {
        for (word, meaning) in chapter.words {
          list.element("dt", "\(word) (\(chapter.name))")
          list.element("dd", meaning)
        }
      }
    }
    close()
  }
}
