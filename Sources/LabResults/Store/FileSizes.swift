package import LabExperiment
import LabTrace

/// About how large the files of a result will be that have rows for every run or for every group of
/// runs.
///
/// Some runs are performed, and what they write is multiplied.
package struct FileSizes {
  /// The names of the files, each with its bytes.
  package let files: [(name: String, bytes: Int)]

  /// How many runs are performed at most, unless a sweep point has more, and how much virtual time.
  private static let mostRuns = 96
  private static let mostTime = Duration.seconds(600)
  /// How much of a run is performed at least, which then stands for all of it.
  private static let leastTime = Duration.seconds(60)
  /// How many replications of a sweep point are among them, of which statistics are taken.
  private static let mostReplications = 4
  /// How many bytes the manifest has for every run, which is its fingerprint.
  private static let fingerprintBytes = 24
  /// About how many bytes it has for each other file: three are there beside those of runs.
  private static let sealBytes = 104

  /// Works the sizes out.
  ///
  /// - Parameters:
  ///   - plan: All runs.
  ///   - name: The experiment's short name.
  ///   - lists: What is listed of every run.
  ///   - columns: The names of the metrics that are columns of results; `nil` for all.
  ///   - jobs: How many runs are performed at a time.
  /// - Throws: ``WriteError`` if the system refuses a temporary file, or what a run throws.
  package init(
    of plan: Plan, named name: String, listing lists: [TraceList], columns: [String]?,
    jobs: Int = 1
  ) throws {
    let request = RunRequest(name, plan, lists: lists, presentMon: nil, columns: columns)
    let perRun = request.lists(of: plan)
    let table = try RunTable(temporaryFor: plan, request.selection(for: plan.experiment))
    let all = plan.indices.filter { plan.performs($0) }
    let longest = max(Self.leastTime, Self.mostTime / max(1, all.count))
    let sample = Self.sample(of: plan, performing: all, upTo: longest)
    var sums = perRun.files.map { _ in 0.0 }
    // What has a row for each event, rather than for each run, grows with the run.
    let growing = perRun.files.map { file in
      let lists: [TraceList] = [.refreshes, .firings, .blame, .events]
      return lists.contains { file.name == "\($0.rawValue).csv" }
    }
    var shortened = table.plan
    shortened.longest = longest
    try Runner(jobs: jobs, detail: lists.contains(.events) ? .everything : .measurements).measure(
      shortened, at: sample.runs,
      watching: { run in
        RunLists(
          of: run, perRun, drivers: plan.arm(of: run.index).drivers.count,
          in: DiskFile.temporaryFolder)
      },
      keeping: { result, lists in
        Result { () throws(WriteError) in
          try ResultWriter.FinishedRun(result, lists, plan.arm(of: result.run.index), perRun)
        }
      },
      receive: { finished in
        let run = try finished.get().get()
        let share = max(1, plan[run.record.run].duration / longest)
        for (place, rows) in run.rows.enumerated() {
          sums[place] += Double(rows.count) * (growing[place] ? share : 1)
        }
        try table.append(run.record)
      })
    let factor = Double(all.count) / Double(max(1, sample.runs.count))
    // The rows of the summary are as many as there are groups of replications.
    let repeated = Double(min(plan.replications, Self.mostReplications)) / Double(plan.replications)
    let file = SummaryFile.file(sweeps: SweepColumn.all(of: plan.experiment))
    var rows = CSVWriter()
    let result = ExperimentResult(name: name, table: table, verdicts: nil)
    try SummaryFile(result).forEachRow(at: sample.points) { file.append($0, to: &rows) }
    try table.check()
    var manifest =
      all.count * Self.fingerprintBytes + (perRun.files.count + 3) * Self.sealBytes
    Manifest(request, plan, files: []).write(fingerprints: []) { manifest += $0.count }
    let header = CSVWriter(header: file.header).bytes.count
    let summary = header + Int((Double(rows.bytes.count) * factor * repeated).rounded())
    var files = zip(perRun.files, sums).map {
      ($0.name, $0.header.count + Int(($1 * factor).rounded()))
    }
    files.insert(
      contentsOf: [("summary.csv", summary), ("manifest.json", manifest)],
      at: files.count - lists.count)
    self.files = files
  }

  /// Some sweep points with the runs of all arms there.
  ///
  /// The points lie everywhere in the plan, and in no step with its sweeps: at multiples of the
  /// golden section.
  private static func sample(
    of plan: Plan, performing all: [Int], upTo longest: Duration
  ) -> (points: Set<Int>, runs: [Int]) {
    let (arms, replications) = (plan.experiment.arms.count, plan.replications)
    let repeated = min(replications, mostReplications)
    let points = Set(all.map { plan.point(of: $0) }).sorted()
    let length = all.first.map { min(plan[$0].duration, longest) } ?? longest
    let runs = min(mostRuns, Int(mostTime / length))
    let count = min(points.count, max(1, runs / (arms * repeated)))
    var chosen: Set<Int> = []
    var place = 0.5
    while chosen.count < count {
      place += 0.6180339887498949
      place -= place.rounded(.down)
      chosen.insert(points[Int(place * Double(points.count))])
    }
    return (
      chosen,
      all.filter { run in
        run / arms % replications < repeated && chosen.contains(plan.point(of: run))
      }
    )
  }
}
