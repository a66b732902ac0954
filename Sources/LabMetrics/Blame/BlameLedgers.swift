/// What the problems of a driver are put down to, kind by kind.
public struct BlameLedgers: Hashable, Sendable {
  private let late: BlameLedger
  private let double: BlameLedger
  private let overwritten: BlameLedger
  private let dropped: BlameLedger

  init(_ totals: BlameTotals, _ thread: borrowing ThreadTime) {
    late = totals.ledger(of: .lateFiring, thread)
    double = totals.ledger(of: .doubleFire, thread)
    overwritten = totals.ledger(of: .overwrittenUpdate, thread)
    dropped = totals.ledger(of: .droppedSlot, thread)
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
