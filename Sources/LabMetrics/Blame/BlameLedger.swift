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

  init(_ totals: borrowing BlameTotals, _ thread: borrowing ThreadTime) {
    guard !totals.isEmpty else {
      (total, culprits, counts) = (.zero, [], [])
      return
    }
    // Equal times keep the order of causes and owners.
    var culprits = totals.segments
    culprits.sort { ($1.time, $0.place) < ($0.time, $1.place) }
    total = .nanoseconds(culprits.reduce(0) { $0 + $1.time })
    counts = totals.slots.map {
      let blame = thread.blame($0.segment)
      return BlameCount(cause: blame.cause, owner: blame.owner, count: $0.count)
    }
    self.culprits = culprits.map { thread.blame($0) }
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

/// How many problems one owner has caused.
public struct BlameCount: Hashable, Sendable {
  /// What most of the time of each of them is put down to.
  public let cause: BlameCause
  /// The holder of the thread, or the mode; `nil` for a cause without one.
  public let owner: String?
  /// How many there are.
  public let count: Int
}

/// Adds up segments by cause and owner.
///
/// - Complexity: O(log n) time a segment for n pairs of a cause and an owner, and O(n) for a new
///   one.
struct BlameTotals {
  /// The time, and how many dropped slots, by cause and owner, in the order of places.
  private var cells: [(segment: BlameSegment, slots: Int)] = []

  /// Where the last segment was counted; the next one is often of the same owner.
  private var last = 0

  /// Whether nothing was added and no slot counted.
  var isEmpty: Bool { cells.isEmpty }

  /// The times, in the order of causes and owners.
  var segments: [BlameSegment] { cells.lazy.map(\.segment).filter { $0.time > 0 } }

  /// How many dropped slots have each cause and owner, in their order.
  var slots: [(segment: BlameSegment, count: Int)] {
    cells.lazy.filter { $0.slots > 0 }.map { ($0.segment, $0.slots) }
  }

  mutating func takeMemory(of other: inout BlameTotals) { cells.takeMemory(of: &other.cells) }

  mutating func add(_ segments: [BlameSegment]) {
    for segment in segments where segment.time > 0 {
      cells[cell(of: segment)].segment.time += segment.time
    }
  }

  /// Counts a dropped slot for the owner that has most of the time of its cause.
  mutating func countSlot(_ segments: [BlameSegment], _ cause: BlameCause) {
    var best: BlameSegment?
    for segment in segments where segment.cause == cause && segment.owner != best?.owner {
      let time = segments.reduce(0) { $0 + ($1.place == segment.place ? $1.time : 0) }
      if time > best?.time ?? -1 {
        best = BlameSegment(cause: cause, owner: segment.owner, time: time)
      }
    }
    cells[cell(of: best ?? BlameSegment(cause: cause, time: 0))].slots += 1
  }

  /// Finds the place for the cause and the owner of a segment, which is made if there is none.
  private mutating func cell(of segment: BlameSegment) -> Int {
    let place = segment.place
    if last < cells.count, cells[last].segment.place == place { return last }
    let index = cells.partitionIndex { $0.segment.place >= place }
    if index == cells.count || cells[index].segment.place != place {
      let empty = BlameSegment(cause: segment.cause, owner: segment.owner, time: 0)
      cells.insert((empty, 0), at: index)
    }
    last = index
    return index
  }
}

extension BlameSegment {
  /// Its place in the order of causes, and of owners within a cause.
  fileprivate var place: Int { cause.position << 32 + Int(owner) + 1 }
}
