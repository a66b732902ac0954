import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import LabResults
import LabTrace

/// A case of a page: its runs, performed again, and the stretch that is looked at.
struct PageCase {
  let choice: CaseFinder.Choice
  let runs: Case
  let stretch: Range<Instant>

  /// Performs the runs of a choice again; `nil` if they have no whole refresh.
  ///
  /// - Throws: `InputError` if a run is not what it was.
  init?(_ choice: CaseFinder.Choice, of result: ExperimentResult) throws {
    self.choice = choice
    let count = result.experiment.arms.count
    let arms = (0..<count).filter {
      result.table.record(of: choice.run / count * count + $0) != nil
    }
    runs = try Case(of: choice.run, in: result.plan, arms: arms)
    for run in runs.runs { try result.check(run.trace, of: run.spec) }
    guard let stretch = runs.stretch(for: choice) else { return nil }
    self.stretch = stretch
  }

  /// What the case is called, as `block = 50 ms`.
  var title: String { runs.words.isEmpty ? "The runs" : runs.words }

  var strip: Picture { FilmStrip.picture(of: runs.drivers, in: stretch) }

  /// The pictures of the stretch, but for the strip.
  var pictures: [Picture] {
    [
      SceneFrames.picture(of: runs.drivers, in: stretch),
      SpaceTime.picture(of: runs.drivers, in: stretch),
      Lanes.picture(of: runs.drivers, in: stretch),
    ].compactMap(\.self)
  }

  /// The pictures of the whole runs.
  var summaries: [Picture] {
    Distributions.Quantity.allCases.compactMap { Distributions.picture(of: $0, runs.drivers) }
      + [LateHistogram.picture(of: runs.drivers)].compactMap(\.self)
      + [Problem.droppedSlot, .lateFiring].compactMap { Ledger.picture(of: $0, runs.drivers) }
  }

  /// The stretch that a page plays.
  var replayed: Range<Instant> {
    runs.stretch(for: choice, refreshes: ReplayData.refreshLimit) ?? stretch
  }

  /// What every published frame rule says of each driver: a row for each rule.
  var frameRules: (header: [String], rows: [[String]]) {
    let drivers = runs.drivers.compactMap { driver in
      driver.measurement.frameSeries(of: driver.name).map {
        (driver.label, FrameRules($0).readings)
      }
    }
    let names = FrameRules.rules.map(\.name)
    let rows = names.map { name in
      [name]
        + drivers.map { _, readings in
          guard let reading = readings.first(where: { $0.rule.name == name }) else { return "" }
          let value = reading.value.map { MetricValue.number($0).description } ?? ""
          return [
            reading.bad.map { "\($0) bad" } ?? "",
            value.isEmpty ? "" : value + " \(reading.rule.unit)",
          ]
          .filter { !$0.isEmpty }.joined(separator: ", ")
        }
    }
    return (["rule"] + drivers.map(\.0), rows)
  }
}
