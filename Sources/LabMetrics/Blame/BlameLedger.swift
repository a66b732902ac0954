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

  init(_ totals: BlameTotals, _ thread: ThreadTime) {
    // Equal times keep the order of causes and owners.
    let culprits = totals.segments.sorted {
      ($1.time, $0.cause.position, $0.owner) < ($0.time, $1.cause.position, $1.owner)
    }
    causes = culprits.reduce(into: [:]) {
      $0[$1.cause, default: .zero] += .nanoseconds($1.time)
    }
    total = causes.values.reduce(.zero, +)
    self.culprits = culprits.map { thread.blame($0) }
    worst = totals.worst.map { thread.blame($0) }
  }
}

/// Adds up segments by cause and owner.
///
/// - Complexity: O(1) time a segment, and memory for each pair of a cause and an owner that has one.
struct BlameTotals {
  private(set) var worst: BlameSegment?

  private var times: [Pair: Int64] = [:]

  private struct Pair: Hashable {
    var cause: BlameCause
    var owner: Int32

    /// Hashed by numbers: a cause's own value is its word in files.
    func hash(into hasher: inout Hasher) {
      hasher.combine(UInt64(cause.position) << 32 | UInt64(UInt32(bitPattern: owner)))
    }
  }

  /// The totals, in no order.
  var segments: [BlameSegment] {
    times.map { BlameSegment(cause: $0.cause, owner: $0.owner, time: $1) }
  }

  mutating func add(_ segments: [BlameSegment]) {
    for segment in segments where segment.time > 0 {
      times[Pair(cause: segment.cause, owner: segment.owner), default: 0] += segment.time
      if segment.time > worst?.time ?? 0 { worst = segment }
    }
  }
}
