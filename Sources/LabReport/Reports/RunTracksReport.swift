import LabExperiment
import LabMetrics
import LabResults
import LabStudy
import LabText
import LabTrace

/// Some runs as tracks, for viewers of traces.
struct RunTracksReport {
  private let kind: ReportKind
  private let run: Int?
  private var model: TrackModel?
  private var runs = 0

  init(_ kind: ReportKind, run: Int?) { (self.kind, self.run) = (kind, run) }

  mutating func add(_ result: ExperimentResult) throws {
    // A file about several experiments has the name of the first.
    var model = model ?? TrackModel(title: result.name)
    for run in result.plan.shownRuns(run) {
      let trace = try Runner(jobs: 1, detail: .everything).trace(of: run)
      let prefix = model.title == result.name ? "" : "\(result.name): "
      model.append(
        "\(prefix)\(run.arm) (run \(run.index))",
        note: run.label.place.map { "\($0.name) = \($0.value)" }.joined(separator: ", "), trace,
        RunMeasurement(trace))
      runs += 1
    }
    self.model = model
  }

  var bytes: [UInt8] {
    guard let model else { return [] }
    var bytes: [UInt8] = []
    if kind == .chrome {
      var writer = ChromeTraceWriter()
      writer.write(model) { bytes += $0 }
    } else {
      var writer = PerfettoWriter()
      writer.write(model) { bytes += $0 }
    }
    return bytes
  }

  var summary: String {
    guard let model else { return "no runs" }
    let counts = model.counts
    let frames = kind == .perfetto ? ", \(model.frames.all) frames" : ""
    return "\(counted(runs, "run")), \(counts.words)\(frames)"
  }

  func flaw(in bytes: [UInt8]) -> String? {
    guard let model else { return nil }
    let (found, frames) =
      kind == .chrome
      ? (TrackModel.Counts(chrome: bytes), model.frames) : TrackModel.Counts.perfetto(bytes)
    return found == model.counts && frames == model.frames
      ? nil : "\(found?.words ?? "no trace") in the place of \(model.counts.words)"
  }
}

extension TrackModel.Counts {
  var words: String { "\(tracks) tracks, \(slices) slices, \(counters) values, \(flows) flows" }
}
