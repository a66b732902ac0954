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
  init(_ sums: ArraySlice<BlameTotals.Sum>, _ thread: borrowing ThreadTime) {
    guard !sums.isEmpty else {
      (total, culprits, counts) = (.zero, [], [])
      return
    }
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
    var nanoseconds: Int64 = 0
    for culprit in culprits where culprit.cause == cause {
      nanoseconds += culprit.time.wholeNanoseconds
    }
    return .nanoseconds(nanoseconds)
  }
}

/// What the problems of a driver are put down to, kind by kind.
public struct BlameLedgers: Hashable, Sendable {
  private let ledgers: [BlameLedger]

  init(_ totals: BlameTotals, _ thread: borrowing ThreadTime) {
    var ledgers: [BlameLedger] = []
    for problem in Problem.allCases { ledgers.append(totals.ledger(of: problem, thread)) }
    self.ledgers = ledgers
  }

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

/// Adds up segments by problem, cause and owner.
///
/// - Complexity: O(log n) time a segment for n of these, and O(n) for a new one.
struct BlameTotals {
  /// The time of one cause and owner, and how many dropped slots are put down to them.
  struct Sum {
    /// Where it stands among others: by problem, cause and owner.
    let place: Int64
    var segment: BlameSegment
    var slots: Int64 = 0
  }

  /// In the order of places.
  private var sums: [Sum] = []
  /// Where the last segment was counted; the next one is often of the same owner.
  private var last = 0

  mutating func add(_ segments: [BlameSegment], to problem: Problem) {
    for segment in segments where segment.time > 0 {
      sums[index(of: segment, problem)].segment.time += segment.time
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
    sums[index(of: owner, .droppedSlot)].slots += 1
  }

  /// What a problem is put down to.
  func ledger(of problem: Problem, _ thread: borrowing ThreadTime) -> BlameLedger {
    let first = sums.partitionIndex { $0.place >= problem.place }
    let end = sums.partitionIndex { $0.place >= problem.place + 1 << 48 }
    return BlameLedger(sums[first..<end], thread)
  }

  /// Finds the place for a problem, cause and owner, which is made if there is none.
  private mutating func index(of segment: BlameSegment, _ problem: Problem) -> Int {
    let place = problem.place + Int64(segment.cause.position) << 32 + Int64(segment.owner) + 1
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
  fileprivate var position: Int {
    switch self {
    case .lateFiring: 0
    case .doubleFire: 1
    case .overwrittenUpdate: 2
    case .droppedSlot: 3
    }
  }

  fileprivate var place: Int64 { Int64(position) << 48 }
}

/// A sum for each cause; those to which nothing was added are absent.
struct CauseSums: Hashable, Sendable {
  private var sums = [Int64?](repeating: nil, count: BlameCause.allCases.count)

  /// The sum for a cause; `nil` if nothing was added to it.
  subscript(cause: BlameCause) -> Int64? { sums[cause.position] }

  mutating func add(_ number: Int64, to cause: BlameCause) {
    sums[cause.position] = (sums[cause.position] ?? 0) + number
  }

  /// All of them together.
  var total: Int64 { sums.reduce(0) { $0 + ($1 ?? 0) } }

  /// The sums by cause.
  var counts: [BlameCause: Int] {
    BlameCause.allCases.reduce(into: [:]) { counts, cause in
      if let sum = self[cause] { counts[cause] = Int(sum) }
    }
  }
}
