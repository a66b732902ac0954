/// What the problems of a driver are put down to, kind by kind.
public struct BlameLedgers: Hashable, Sendable {
  private let late: BlameLedger
  private let double: BlameLedger
  private let overwritten: BlameLedger
  private let dropped: BlameLedger

  init(
    late: BlameLedger, double: BlameLedger, overwritten: BlameLedger, dropped: BlameLedger
  ) {
    (self.late, self.double) = (late, double)
    (self.overwritten, self.dropped) = (overwritten, dropped)
  }

  /// What a kind of problem is put down to.
  public subscript(problem: Problem) -> BlameLedger {
    switch problem {
    case .lateFiring: late
    case .doubleFire: double
    case .overwrittenUpdate: overwritten
    case .droppedSlot: dropped
    }
  }
}
