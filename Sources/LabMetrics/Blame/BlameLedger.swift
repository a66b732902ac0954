import LabKernel

/// What one kind of problem of a driver is put down to, in a whole run.
///
///     Σ causes = total
public struct BlameLedger: Hashable, Sendable {
  /// How long the problem lasted, all of it together.
  public let total: Duration
  /// How much each owner is to blame for, the worst first.
  public let culprits: [Blame]
  /// How many dropped slots have most of their time from each owner, in the order of causes; none
  /// for other problems.
  public let counts: [BlameCount]

  /// Puts together what was added up, in the order of causes and owners.
  init(_ totals: BlameTotals, _ thread: borrowing ThreadTime) {
    let sums = totals.sums
    // Equal times keep the order of causes and owners; what has none only counts slots.
    let worst = sums.sorted { ($1.segment.time, $0.place) < ($0.segment.time, $1.place) }
      .prefix { $0.segment.time > 0 }
    total = .nanoseconds(worst.reduce(0) { $0 + $1.segment.time })
    counts = sums.filter { $0.slots > 0 }.map {
      let blame = thread.blame($0.segment)
      return BlameCount(cause: blame.cause, owner: blame.owner, count: $0.slots)
    }
    culprits = worst.map { thread.blame($0.segment) }
  }
}

extension BlameLedger {
  /// How much of it each cause is to blame for that has a part in it; together all of ``total``.
  public var causes: [BlameCause: Duration] {
    culprits.reduce(into: [:]) { $0[$1.cause, default: .zero] += $1.time }
  }

  /// How much of it a cause is to blame for.
  ///
  /// - Complexity: O(owners).
  public func time(of cause: BlameCause) -> Duration {
    culprits.reduce(.zero) { $1.cause == cause ? $0 + $1.time : $0 }
  }
}

extension [BlameCause: Int64] {
  /// The cause with most of it, of equals the first.
  var worst: (cause: BlameCause, amount: Int64)? {
    self.max { ($0.value, $1.key.position) < ($1.value, $0.key.position) }
      .map { (cause: $0.key, amount: $0.value) }
  }
}

/// What the problems of a driver are put down to, kind by kind.
public struct BlameLedgers: Hashable, Sendable {
  /// In the order of ``Problem``.
  let ledgers: [BlameLedger]

  /// What a kind of problem is put down to.
  public subscript(problem: Problem) -> BlameLedger { ledgers[problem.position] }
}

/// How many problems one owner has caused.
public struct BlameCount: Hashable, Sendable {
  /// What most of the time of each of them is put down to.
  public let cause: BlameCause
  /// The holder of the thread, or the mode; `nil` for a cause without one.
  public let owner: String?
  /// How many there are.
  public let count: Int64
}

/// Adds up the segments of one kind of problem by cause and owner.
///
/// - Complexity: O(log n) time a segment for n of these, and O(n) for a new one.
struct BlameTotals {
  /// The time of one cause and owner, and how many dropped slots are put down to them.
  struct Sum {
    /// Where it stands among others: by cause and owner.
    let place: Int64
    var segment: BlameSegment
    var slots: Int64 = 0
  }

  /// In the order of places.
  private(set) var sums: [Sum] = []
  /// Where the last segment was counted; the next one is often of the same owner.
  private var last = 0

  mutating func add(_ segments: [BlameSegment]) {
    for segment in segments where segment.time > 0 {
      sums[index(of: segment)].segment.time += segment.time
    }
  }

  /// Counts a dropped slot for the owner that has most of the time of its cause.
  mutating func countSlot(_ segments: [BlameSegment], _ cause: BlameCause) {
    var best: BlameSegment?
    for segment in segments where segment.cause == cause && segment.owner != best?.owner {
      let time = segments.reduce(0) {
        $0 + ($1.cause == cause && $1.owner == segment.owner ? $1.time : 0)
      }
      if time > best?.time ?? -1 {
        best = BlameSegment(cause: cause, owner: segment.owner, time: time)
      }
    }
    let owner = best ?? BlameSegment(cause: cause, time: 0)
    sums[index(of: owner)].slots += 1
  }

  /// Finds the place for a cause and owner, which is made if there is none.
  private mutating func index(of segment: BlameSegment) -> Int {
    let place = Int64(segment.cause.position) << 32 + Int64(segment.owner) + 1
    if last < sums.count, sums[last].place == place { return last }
    last = sums.partitionIndex { $0.place >= place }
    if last == sums.count || sums[last].place != place {
      let empty = BlameSegment(cause: segment.cause, owner: segment.owner, time: 0)
      sums.insert(Sum(place: place, segment: empty), at: last)
    }
    return last
  }
}

extension Problem {
  /// Its place in the order of the problems.
  var position: Int {
    switch self {
    case .lateFiring: 0
    case .doubleFire: 1
    case .overwrittenUpdate: 2
    case .droppedSlot: 3
    }
  }
}
