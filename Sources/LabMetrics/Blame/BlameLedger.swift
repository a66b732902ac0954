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
  /// How many dropped slots have most of their time from each owner, in the order of causes; none for
  /// other problems.
  public let counts: [BlameCount]

  init(_ sums: BlameTotals, _ thread: ThreadTime) {
    var causes: [BlameCause: Duration] = [:]
    var culprits: [BlameSegment] = []
    var counts: [BlameCount] = []
    for cause in BlameCause.allCases {
      for (index, count) in sums.counts(of: cause).enumerated() where count > 0 {
        let blame = thread.blame(BlameSegment(cause: cause, owner: Int32(index - 1), time: 0))
        counts.append(BlameCount(cause: cause, owner: blame.owner, count: Int(count)))
      }
      guard let byOwner = sums[cause] else { continue }
      causes[cause] = .nanoseconds(byOwner.reduce(0, +))
      for (index, time) in byOwner.enumerated() where time > 0 {
        culprits.append(BlameSegment(cause: cause, owner: Int32(index - 1), time: time))
      }
    }
    total = causes.values.reduce(.zero, +)
    self.causes = causes
    self.counts = counts
    // Equal times keep the order of causes and owners.
    self.culprits = culprits.enumerated()
      .sorted { ($1.element.time, $0.offset) < ($0.element.time, $1.offset) }
      .map { thread.blame($0.element) }
    worst = sums.worst.map { thread.blame($0) }
  }
}

/// How many problems one owner has caused.
public struct BlameCount: Hashable, Sendable {
  /// What most of the time of each of them is put down to.
  public let cause: BlameCause
  /// The holder of the thread, or the mode; `nil` for a cause without one.
  public let owner: String?
  /// How many there are.
  public let count: Int
}

/// Adds up pieces by cause and owner.
struct BlameTotals {
  private(set) var worst: BlameSegment?

  /// How many owners there is room for, none included.
  private var width: Int
  /// The nanoseconds by cause and index of the owner + 1; 0 stands for no owner.
  private var times: [Int64]
  /// How many dropped slots have the cause, by cause and index of the owner + 1; empty before the first.
  private var slots: [Int64] = []

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

  /// Counts a dropped slot for the owner that has most of the time of its cause.
  mutating func countSlot(_ pieces: [BlameSegment], _ cause: BlameCause) {
    if slots.isEmpty { slots = Array(repeating: 0, count: times.count) }
    var best = (owner: 0, time: Int64(-1))
    for piece in pieces where piece.cause == cause {
      let time = pieces.reduce(0) {
        $0 + ($1.cause == cause && $1.owner == piece.owner ? $1.time : 0)
      }
      if time > best.time { best = (Int(piece.owner + 1), time) }
    }
    slots[cause.position * width + best.owner] += 1
  }

  /// Returns the dropped slots of a cause by index of the owner + 1.
  func counts(of cause: BlameCause) -> ArraySlice<Int64> {
    slots.isEmpty ? [] : slots[cause.position * width..<(cause.position + 1) * width]
  }

  /// Widens the table for a mode that the trace does not name.
  private mutating func makeRoom(for owner: Int) {
    let (old, padding) = (width, Array(repeating: Int64(0), count: owner + 1 - width))
    func widened(_ table: [Int64]) -> [Int64] {
      stride(from: 0, to: table.count, by: old).flatMap { table[$0..<$0 + old] + padding }
    }
    (times, slots) = (widened(times), widened(slots))
    width = owner + 1
  }
}
