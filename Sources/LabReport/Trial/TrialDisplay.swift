/// The display on which a recording is tried.
public struct TrialDisplay: Hashable, Sendable {
  /// The rates in hertz, as scripts spell them; one for recorded vsyncs, which the timer has.
  public let rates: [String]
  /// The vsyncs, as `vsync_ns`; `nil` for even ones.
  public let vsyncs: String?
  /// Why it is this display, in words.
  public let reason: String

  /// Creates a display of the requested rates.
  public init(rates: [String]) {
    self.rates = rates
    vsyncs = nil
    reason = "as requested"
  }

  /// Chooses the display of a recording.
  ///
  /// Its own vsyncs are taken if they cover nine tenths of the recording and few are missing: a
  /// browser that shows nothing new notes no vsyncs. If some are missing, their rate is taken.
  ///
  /// - Parameters:
  ///   - vsyncs: The vsyncs in ascending order, in nanoseconds.
  ///   - text: The same as a recording, if there are any.
  ///   - length: The length of the recording in nanoseconds.
  public init(vsyncs: [Int64], text: String?, length: Int64) {
    let gaps = zip(vsyncs.dropFirst(), vsyncs).map { $0 - $1 }.sorted()
    guard gaps.count >= 5, let first = vsyncs.first, let last = vsyncs.last,
      (1_000_000...1_000_000_000).contains(gaps[gaps.count / 2])
    else {
      rates = ["60 Hz", "120 Hz"]
      self.vsyncs = nil
      reason = "the recording has no vsyncs"
      return
    }
    let period = gaps[gaps.count / 2]
    rates = [Self.rate(period)]
    let isWhole = last - first >= length / 10 * 9
    let isEven = (last - first) * 10 <= period * Int64(gaps.count) * 11
    self.vsyncs = isWhole && isEven ? text : nil
    reason =
      self.vsyncs == nil
      ? "the median of \(vsyncs.count) recorded vsyncs, which do not cover the recording"
      : "\(vsyncs.count) recorded vsyncs"
  }

  /// Returns the common rate near a period, or the rate to a hundredth of a hertz.
  private static func rate(_ period: Int64) -> String {
    for hertz: Int64 in [24, 30, 48, 50, 60, 75, 90, 100, 120, 144, 165, 240]
    where abs(period * hertz - 1_000_000_000) < 10_000_000 {
      return "\(hertz) Hz"
    }
    let hundredths = (100_000_000_000 + period / 2) / period
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    return "\(whole).\(rest < 10 ? "0" : "")\(rest) Hz"
  }
}
