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

/// From where the slots of a rate are counted, if the rate is no whole fraction of the display's.
///
/// 24 frames a second on 60 refreshes are shown for two and three refreshes in turn, and which of
/// them are two is no one's wish: slots that begin in the other order would call every second frame
/// dropped. So they begin where the fewest are. What the first frames show decides.
struct SlotAnchor {
  /// How many refreshes decide at most: 17 s at 60 Hz.
  static let reach = 1 << 10
  /// How many beginnings are tried in one interval.
  ///
  /// A ratio of p frames to q refreshes has q that differ.
  private static let candidates: Int64 = 64

  private let rate: RefreshRate
  private let first: Int
  /// The latches of new frames.
  private let frames: [Int64]

  /// Creates an anchor for the frames of the refreshes up to an end, which does not decide.
  init(
    _ rate: RefreshRate, from first: Int, to end: Int, _ presentation: Presentation,
    _ times: borrowing RefreshTimes
  ) {
    (self.rate, self.first) = (rate, first)
    frames = (first..<max(first, end)).filter { presentation.shown[$0] >= 0 }.map(
      times.latchInNanoseconds)
  }

  /// Whether it matters where slots begin: not for a whole number of refreshes.
  static func matters(_ rate: RefreshRate, _ times: borrowing RefreshTimes, at refresh: Int) -> Bool
  {
    // What a display aims at stays in nanoseconds, as targets do.
    let (interval, period) = (rate.period.wholeNanoseconds, times.aim(from: refresh))
    guard period > 0 else { return false }
    let whole = max(1, (interval + period / 2) / period) * period
    return abs(interval - whole) > interval / 10_000
  }

  /// The instant from which slots with the fewest drops are counted; of equals the latest, which is
  /// the latch of the first frame.
  var start: Int64 {
    guard let latch = frames.first, latch > .min else { return .min }
    let interval = rate.period.wholeNanoseconds
    var best = (start: latch, dropped: Int.max)
    for candidate in 0..<Self.candidates where best.dropped > 0 {
      let start = latch - interval / Self.candidates * candidate
      let dropped = drops(from: start, below: best.dropped)
      if dropped < best.dropped { best = (start, dropped) }
    }
    return best.start
  }

  /// How many slots between the first frame and the last have none; a limit if they are as many.
  private func drops(from start: Int64, below limit: Int) -> Int {
    let numbering = SlotNumbering.rate(rate, from: start)
    var (dropped, last) = (0, numbering.number(latching: frames[0]))
    for latch in frames.dropFirst() {
      let number = numbering.number(latching: latch)
      dropped += max(0, number - last - 1)
      guard dropped < limit else { return limit }
      last = number
    }
    return dropped
  }
}
