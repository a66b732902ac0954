import LabKernel

/// What one kind of problem of a driver is put down to, in a whole run.
///
///     Σ causes = total
public struct BlameLedger: Hashable, Sendable {
  /// How long the problem lasted, all of it together.
  public let total: Duration
  /// How much of it each cause is to blame for; together all of ``total``.
  public let causes: [BlameCause: Duration]
  /// How much each owner is to blame for, the worst first.
  public let culprits: [Blame]
  /// The single greatest stretch that one culprit is to blame for; `nil` if there is none.
  public let worst: Blame?

  init(_ sums: BlameTotals, _ thread: ThreadTime) {
    var causes: [BlameCause: Duration] = [:]
    var culprits: [BlameSegment] = []
    for cause in BlameCause.allCases {
      guard let byOwner = sums[cause] else { continue }
      causes[cause] = .nanoseconds(byOwner.reduce(0, +))
      for (index, time) in byOwner.enumerated() where time > 0 {
        culprits.append(BlameSegment(cause: cause, owner: Int32(index - 1), time: time))
      }
    }
    total = causes.values.reduce(.zero, +)
    self.causes = causes
    // Equal times keep the order of causes and owners.
    self.culprits = culprits.enumerated()
      .sorted { ($1.element.time, $0.offset) < ($0.element.time, $1.offset) }
      .map { thread.blame($0.element) }
    worst = sums.worst.map { thread.blame($0) }
  }
}

/// Adds up pieces by cause and owner.
struct BlameTotals {
  private(set) var worst: BlameSegment?

  /// How many owners there is room for, none included.
  private var width: Int
  /// The nanoseconds by cause and index of the owner + 1; 0 stands for no owner.
  private var times: [Int64]

  init(_ thread: ThreadTime) {
    width = max(thread.names.count, thread.modes.count) + 1
    times = Array(repeating: 0, count: width * BlameCause.allCases.count)
  }

  /// Returns the nanoseconds of a cause by index of the owner + 1; `nil` if it has no piece.
  subscript(cause: BlameCause) -> ArraySlice<Int64>? {
    let row = times[cause.position * width..<(cause.position + 1) * width]
    return row.contains { $0 > 0 } ? row : nil
  }

  mutating func add(_ pieces: [BlameSegment]) {
    for piece in pieces where piece.time > 0 {
      let owner = Int(piece.owner + 1)
      if owner >= width { makeRoom(for: owner) }
      times[piece.cause.position * width + owner] += piece.time
      if piece.time > worst?.time ?? 0 { worst = piece }
    }
  }

  /// Widens the table for a mode that the trace does not name.
  private mutating func makeRoom(for owner: Int) {
    let rows = BlameCause.allCases.indices.map { Array(times[$0 * width..<($0 + 1) * width]) }
    let padding = Array(repeating: Int64(0), count: owner + 1 - width)
    width = owner + 1
    times = rows.flatMap { $0 + padding }
  }
}
