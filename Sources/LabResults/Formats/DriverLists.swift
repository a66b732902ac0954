import LabExperiment
import LabMetrics
import LabText

/// Writes what lists tell of one driver of a run while it is made.
final class DriverLists: DriverRowReceiver {
  /// The driver's name.
  let name: String
  /// Its rows in `refreshes.csv`, `firings.csv` and `presentmon.csv`; `nil` for no such list.
  let refreshes: Spool?
  let firings: Spool?
  let presentMon: Spool?
  /// Its rows in `blame.csv` of each kind of problem; none for no such list.
  private let problems: [Problem: Spool]
  /// Its frames for the rules for bad ones; `nil` if those are not asked.
  private(set) var frames: FrameSpool?
  /// The refreshes from one wanted frame to the next, or 1 where that is no fixed number.
  private(set) var cadence = 1

  private let run: RunName
  /// Makes the rows of `presentmon.csv`.
  private var updates: (rows: PresentMonRows, file: CSVFile<PresentMonFile.Row>)?

  init(
    of driver: String, number: Int, in run: RunName, _ files: PerRunFiles, keeping limit: Int,
    in file: SpoolFile?
  ) {
    func spool(_ list: TraceList) -> Spool? {
      files.lists.contains(list) ? Spool(in: file, keeping: limit) : nil
    }
    name = driver
    self.run = run
    refreshes = spool(.refreshes)
    firings = spool(.firings)
    problems = Dictionary(
      keepingFirst: Problem.allCases.compactMap { problem in
        spool(.blame).map { (problem, $0) }
      })
    presentMon = files.presentMon.map { _ in Spool(in: file, keeping: limit) }
    updates = files.presentMon.map { file in
      (
        PresentMonRows(of: "\(run.arm).\(driver)", run: run.index, swapChain: number), file
      )
    }
    frames = files.hasFrameRules ? FrameSpool(in: file) : nil
  }

  /// Its rows in `blame.csv`, one kind of problem after the other.
  var blame: [Spool] { Problem.allCases.compactMap { problems[$0] } }

  func receive(_ row: RefreshRow) {
    refreshes?.append(DriverRow(run: run, driver: name, content: row), to: TraceFiles.refreshes)
  }

  func receive(_ row: FiringRow, number: Int) {
    firings?.append(
      DriverRow(run: run, driver: name, content: (number, row)), to: TraceFiles.firings)
  }

  func receive(_ row: BlameRow) {
    problems[row.problem]?.append(
      DriverRow(run: run, driver: name, content: row), to: TraceFiles.blame)
  }

  func receive(_ update: PresentedUpdate) {
    frames?.append(update)
    guard let presentMon, let file = updates?.file else { return }
    updates?.rows.add(update) { presentMon.append($0, to: file) }
  }

  func finish(cadence: Int?) {
    self.cadence = cadence ?? 1
    guard let presentMon, let file = updates?.file else { return }
    updates?.rows.finish { presentMon.append($0, to: file) }
  }
}
