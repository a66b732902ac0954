import LabExperiment
import LabMetrics
import LabText

/// Writes what lists tell of one driver of a run.
final class DriverLists {
  /// The driver's name.
  let name: String
  /// Its rows in `refreshes.csv`, `firings.csv` and `presentmon.csv`; `nil` for no such list.
  let refreshes: Spool?
  let firings: Spool?
  let presentMon: Spool?
  /// Its rows in `blame.csv` of each kind of problem; none for no such list.
  private let problems: [Problem: Spool]
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
  }

  /// Its rows in `blame.csv`, one kind of problem after the other.
  var blame: [Spool] { Problem.allCases.compactMap { problems[$0] } }

  /// Writes the rows of a run that is over.
  func write(_ measured: RunMeasurement) {
    func add<Content>(
      _ content: Content, to spool: Spool, _ file: CSVFile<DriverRow<Content>>
    ) {
      spool.append(DriverRow(run: run, driver: name, content: content), to: file)
    }
    if let refreshes {
      measured.forEachRefreshRow(of: name) { add($0, to: refreshes, TraceFiles.refreshes) }
    }
    if let firings {
      var number = 0
      measured.forEachFiringRow(of: name) {
        add((number, $0), to: firings, TraceFiles.firings)
        number += 1
      }
    }
    if !problems.isEmpty {
      for row in measured.blameRows(of: name) {
        if let spool = problems[row.problem] { add(row, to: spool, TraceFiles.blame) }
      }
    }
    guard let presentMon, let file = updates?.file else { return }
    for update in measured.presentedUpdates(of: name) {
      updates?.rows.add(update) { presentMon.append($0, to: file) }
    }
    updates?.rows.finish { presentMon.append($0, to: file) }
  }
}
