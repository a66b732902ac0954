import LabKernel

/// From where the slots of a rate are counted, if the rate is no whole fraction of the display's.
///
/// 24 frames a second on 60 refreshes are shown for two and three refreshes in turn, and which of
/// them are two is no one's wish: slots that begin in the other order would call every second frame
/// dropped. So they begin where the fewest are. What the first frames show decides, so that memory
/// does not grow with the run.
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

  /// Creates an anchor for the frames of a range of refreshes.
  ///
  /// - Parameters:
  ///   - rate: How often a new frame is wanted.
  ///   - first: The refresh of the first new frame.
  ///   - end: The first refresh that does not decide.
  ///   - presentation: What is shown.
  ///   - times: When.
  init(
    _ rate: RefreshRate, from first: Int, to end: Int, _ presentation: borrowing Presentation,
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
