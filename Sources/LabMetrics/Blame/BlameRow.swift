public import LabKernel

/// One problem of a driver and one of its causes.
public struct BlameRow: Hashable, Sendable {
  /// What went wrong.
  public let problem: Problem
  /// The number of the firing, of the update or, for slots and double fires, of the refresh.
  public let number: Int
  /// Where the stretch begins whose causes the rows of this problem are, usually a due instant.
  public let begin: Instant
  /// What a part of the stretch is put down to.
  ///
  /// A doubled firing or an overwritten update that was not late at all has one row, of no length:
  /// the phase. A slot before the first latch has one of no length as well, idle, as it is counted.
  public let blame: Blame
}

extension BlameRow {
  /// Visits the rows of one problem that is cut into its causes.
  static func forEach(
    of problem: Problem, _ number: Int, _ span: TimeSpan, _ pieces: [BlameSegment],
    _ thread: borrowing ThreadTime, _ body: (BlameRow) -> Void
  ) {
    let none = BlameSegment(cause: problem == .droppedSlot ? .idle : .phase, time: 0)
    for piece in pieces.isEmpty ? [none] : pieces {
      body(
        BlameRow(
          problem: problem, number: number, begin: Instant(nanoseconds: span.begin),
          blame: thread.blame(piece)))
    }
  }
}


extension RunMeasurement {
  /// Returns the causes of every problem of a driver, or none for one that the trace does not know.
  ///
  /// - Complexity: O(n) for n firings, updates, slots and changes of who holds the thread.
  public func blameRows(of driver: String) -> [BlameRow] {
    guard let run = run(of: driver) else { return [] }
    var rows: [Problem: [BlameRow]] = [:]
    run.visitProblems { problem, number, span, pieces in
      BlameRow.forEach(of: problem, number, span, pieces, facts.thread) {
        rows[problem, default: []].append($0)
      }
    }
    return Problem.allCases.flatMap { rows[$0, default: []] }
  }
}
