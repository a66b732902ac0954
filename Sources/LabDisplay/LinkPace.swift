public import LabKernel

/// How often a display link wants to call back.
public enum LinkPace: Hashable, Sendable {
  /// At every so many refreshes; at least 1.
  case every(Int)
  /// At the rate nearest to a preferred one.
  case preferred(RefreshRate)
  /// At the rate nearest to a preferred one, between two others as far as any rate lies there.
  case range(slowest: RefreshRate, fastest: RefreshRate, preferred: RefreshRate)

  /// The rate that the link prefers; `nil` if it leaves that to the display.
  var preferredRate: RefreshRate? {
    switch self {
    case .every: nil
    case .preferred(let preferred), .range(_, _, let preferred): preferred
    }
  }

  /// Returns at every how many refreshes a link is due on a display.
  ///
  /// A link can have the rate of the display and its whole fractions, no other. The nearest of them
  /// is taken, of two that are equally near the faster one:
  ///
  ///     n = argmin |rate / n − preferred|,  then  rate / fastest ≤ n ≤ rate / slowest
  ///
  /// - Source: Apple, `preferredFramesPerSecond`: the system picks a factor of the maximum refresh
  ///   rate, on 60 Hz one of 60, 30, 20, 15 …; which one it picks for a rate between is our choice.
  public func divider(at rate: RefreshRate) -> Int {
    switch self {
    case .every(let count):
      require(count >= 1, "a display link cannot call back every \(count) refreshes")
      return count
    case .preferred(let preferred):
      return nearestDivider(rate, preferred)
    case .range(let slowest, let fastest, let preferred):
      let nearest = nearestDivider(rate, preferred)
      let (quotient, remainder) = division(rate, fastest)
      let least = remainder == 0 ? quotient : quotient + 1
      let most = division(rate, slowest).quotient
      return least <= most ? min(max(nearest, least, 1), most) : nearest
    }
  }
}

/// No display is divided further than this.
private let limit = 1_000_000

/// Returns how often one rate holds another, up to the limit, and whether anything remains.
private func division(_ a: RefreshRate, _ b: RefreshRate) -> (quotient: Int, remainder: Int64) {
  let (quotient, remainder) = (a.numerator * b.denominator)
    .quotientAndRemainder(dividingBy: a.denominator * b.numerator)
  return (Int(min(quotient, Int64(limit))), remainder)
}

private func nearestDivider(_ rate: RefreshRate, _ preferred: RefreshRate) -> Int {
  let below = max(1, division(rate, preferred).quotient)
  // rate / n − preferred ≤ preferred − rate / (n + 1), multiplied out.
  let count = Int128(below)
  let left = Int128(rate.numerator) * Int128(preferred.denominator) * (2 * count + 1)
  let right = Int128(rate.denominator) * Int128(preferred.numerator) * 2 * count * (count + 1)
  return left <= right || below == limit ? below : below + 1
}

/// Which vsyncs a display link with a divider answers.
///
/// After a callback in refresh j the link is due at refresh j + n. A vsync that is lost is tried
/// again at the next, so a late callback shifts the phase: with n = 2 and refresh 2 lost, the
/// callbacks come at refreshes 0, 3 and 5. A link that keeps its phase is due at 0, 2, 4 … whatever
/// happens.
///
/// - Source: A device's sequence 0, 3, 5 with frameInterval 2 after an overrun
///   (wlog.flatlib.jp, "iOS CADisplayLink", 2012).
struct LinkCadence {
  let keepsPhase: Bool

  private(set) var divider: Int

  /// The next vsync at which the link is due; `nil` for whichever comes first.
  private var next: Int?

  init(divider: Int, keepsPhase: Bool) {
    self.divider = divider
    self.keepsPhase = keepsPhase
  }

  func isDue(at index: Int) -> Bool {
    next.map { index >= $0 } ?? true
  }

  /// Notes that a vsync at which the link was due has rung it, or was folded into an earlier ring.
  mutating func rang(at index: Int) {
    next = index + divider
  }

  /// Notes that a vsync at which the link was due is lost.
  mutating func lost(_ index: Int) {
    next = index + (keepsPhase ? divider : 1)
  }

  /// Notes that a callback begins during a refresh, with the divider that holds from now on.
  mutating func served(during refresh: Int, divider: Int) {
    guard !keepsPhase || divider != self.divider else { return }
    self.divider = divider
    next = refresh + divider
  }

  /// Keeps the time of the next callback, as nearly as the new refreshes allow, when the display
  /// changes its rate at a vsync.
  mutating func paced(_ divider: Int, at index: Int) {
    if let due = next, due > index {
      next = index + ((due - index) * divider + self.divider - 1) / self.divider
    }
    self.divider = divider
  }

  /// Lets the link be due at whichever vsync comes next.
  mutating func restart() {
    next = nil
  }
}
