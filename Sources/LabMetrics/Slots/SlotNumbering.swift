import LabKernel

/// Tells which refreshes of a stretch belong to one slot: those with the same number.
enum SlotNumbering {
  /// So many refreshes each, from one of them on.
  case refreshes(Int, from: Int)
  /// By a rate, from a latch on: frame j is wanted at the first latch not before start + j / rate.
  case rate(RefreshRate, from: Int64)

  /// The number of a refresh; with a rate it needs a latch.
  func number(of refresh: Int, _ times: borrowing RefreshTimes) -> Int {
    switch self {
    case .refreshes(let count, let first): (refresh - first).dividedDown(by: count)
    case .rate: number(latching: times.latchInNanoseconds(refresh))
    }
  }

  /// The number of a refresh with this latch; slots of whole refreshes have none.
  func number(latching latch: Int64) -> Int {
    switch self {
    case .refreshes: return 0
    case .rate(let rate, let start):
      // A latch and the start are both cut to whole nanoseconds, and one too few must not count.
      let elapsed = Int128(latch) - Int128(start) + 1
      let frames = elapsed * Int128(rate.numerator)
      return Int(clamping: frames.dividedDown(by: Int128(rate.denominator) * 1_000_000_000))
    }
  }

  /// Whether a slot begins at a refresh.
  func begins(at refresh: Int, _ times: borrowing RefreshTimes) -> Bool {
    if case .refreshes(1, _) = self { return true }
    if case .rate = self, times.latch(refresh - 1) == .min { return true }
    return number(of: refresh - 1, times) != number(of: refresh, times)
  }
}

extension BinaryInteger {
  /// The quotient, rounded down, by a positive number.
  fileprivate func dividedDown(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
