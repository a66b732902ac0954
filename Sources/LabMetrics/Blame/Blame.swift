import LabKernel

/// A stretch of time, and its cause.
public struct Blame: Hashable, Sendable {
  /// Why it passed.
  public let cause: BlameCause
  /// The holder of the thread, or the mode in which the driver starved; `nil` for a cause without
  /// one.
  public let owner: String?
  /// The number of the task, counted from 0 in its load; `nil` unless a task held the thread.
  public let serial: Int?
  /// How long it was.
  public let time: Duration

  /// Creates a stretch with its cause.
  package init(cause: BlameCause, owner: String?, serial: Int?, time: Duration) {
    self.cause = cause
    self.owner = owner
    self.serial = serial
    self.time = time
  }
}

extension Sequence<Blame> {
  /// Adds up what each culprit is to blame for: the one answer to who is most to blame.
  ///
  /// - Parameter byTask: Whether each task has a sum of its own; otherwise all of a load have one.
  /// - Returns: One sum for each cause, owner and task, the longest first; of equal sums the one
  ///   whose cause comes first in ``BlameCause``, then the one whose first stretch does.
  /// - Complexity: O(n log n) for n stretches.
  public func summed(byTask: Bool = true) -> [Blame] {
    var positions: [Blame: Int] = [:]
    var sums: [Blame] = []
    for blame in self {
      let serial = byTask ? blame.serial : nil
      let culprit = Blame(cause: blame.cause, owner: blame.owner, serial: serial, time: .zero)
      let position = positions[culprit] ?? sums.count
      if position == sums.count { sums.append(culprit) }
      positions[culprit] = position
      let time = sums[position].time + blame.time
      sums[position] = Blame(cause: blame.cause, owner: blame.owner, serial: serial, time: time)
    }
    return sums.enumerated().sorted {
      ($1.element.time, $0.element.cause.position, $0.offset)
        < ($0.element.time, $1.element.cause.position, $1.offset)
    }.map { $0.element }
  }
}

/// A ``Blame`` in numbers: the owner is an index, and −1 stands for none.
struct BlameSegment: Hashable, Sendable {
  let cause: BlameCause
  var owner: Int32 = -1
  var serial: Int64 = -1
  var time: Int64

  func hasSameCulprit(as other: BlameSegment) -> Bool {
    cause == other.cause && owner == other.owner && serial == other.serial
  }
}

extension ThreadTime {
  func blame(_ piece: BlameSegment) -> Blame {
    let names = piece.cause == .starved ? modes : names
    let index = Int(piece.owner)
    return Blame(
      cause: piece.cause, owner: names.indices.contains(index) ? names[index] : nil,
      serial: piece.serial < 0 ? nil : Int(piece.serial), time: .nanoseconds(piece.time))
  }
}
