import LabText

/// The display on which a recording is tried.
package struct TrialDisplay: Hashable, Sendable {
  /// The rates in hertz, as scripts spell them; one for recorded vsyncs, which the timer has.
  package let rates: [String]
  /// The vsyncs, as `vsync_ns`; `nil` for even ones.
  package let vsyncs: String?
  /// Why it is this display, in words.
  package let reason: String

  /// The reason for a display of the requested rates.
  static let requested = "as requested"

  /// Creates a display of the requested rates.
  package init(rates: [String]) {
    self.rates = rates
    vsyncs = nil
    reason = Self.requested
  }

  /// Chooses the display of a recording: its own vsyncs if it has six or more, else 60 and 120 Hz.
  ///
  /// A browser that shows nothing new notes no vsyncs. Those that are missing, between two that
  /// were noted and at both ends of the recording, are filled in at the usual distance, so that the
  /// display has the phase that it had in the recording.
  ///
  /// - Parameters:
  ///   - vsyncs: The vsyncs in ascending order, in nanoseconds.
  ///   - length: The length of the recording in nanoseconds.
  package init(vsyncs: [Int64], length: Int64) {
    guard let period = Self.period(of: vsyncs) else {
      rates = ["60 Hz", "120 Hz"]
      self.vsyncs = nil
      reason = "the recording has no vsyncs"
      return
    }
    rates = [Self.rate(period)]
    let (first, last) = (vsyncs[0], vsyncs[vsyncs.count - 1])
    let isWhole = last - first >= length / 10 * 9
    let isEven = (last - first) * 10 <= period * Int64(vsyncs.count - 1) * 11
    let whole =
      isWhole && isEven ? vsyncs : Self.filled(vsyncs, period: period, length: length)
    self.vsyncs = "vsync_ns\n" + whole.map { "\($0)\n" }.joined()
    let added = whole.count - vsyncs.count
    reason =
      "\(vsyncs.count) recorded vsyncs"
      + (added > 0 ? ", and \(added) more where the recording has none" : "")
  }

  /// Returns the usual distance of vsyncs, if there are enough at 1 Hz to 1000 Hz.
  package static func period(of vsyncs: [Int64]) -> Int64? {
    let gaps = zip(vsyncs.dropFirst(), vsyncs).map { $0 - $1 }.sorted()
    guard gaps.count >= 5, (1_000_000...1_000_000_000).contains(gaps[gaps.count / 2]) else {
      return nil
    }
    return gaps[gaps.count / 2]
  }

  /// Returns the vsyncs with those that are missing.
  static func filled(_ vsyncs: [Int64], period: Int64, length: Int64) -> [Int64] {
    let (first, last) = (vsyncs[0], vsyncs[vsyncs.count - 1])
    var all = Array(stride(from: first - period, through: 0, by: -Int(period)).reversed())
    all.append(first)
    for vsync in vsyncs.dropFirst() {
      // A vsync that was told twice, the second time late, is one.
      let (before, distance) = (all[all.count - 1], vsync - all[all.count - 1])
      let steps = (distance + period / 2) / period
      if steps > 0 { all += (1...steps).map { before + distance * $0 / steps } }
    }
    all += stride(from: all[all.count - 1] + period, through: max(last, length), by: Int(period))
    return all
  }

  /// Returns the common rate near a period, or the rate to a hundredth of a hertz.
  private static func rate(_ period: Int64) -> String {
    for hertz: Int64 in [24, 30, 48, 50, 60, 75, 90, 100, 120, 144, 165, 240]
    where abs(period * hertz - 1_000_000_000) < 10_000_000 {
      return "\(hertz) Hz"
    }
    let hundredths = (100_000_000_000 + period / 2) / period
    return decimalText(hundredths, places: 2, atLeast: 2) + " Hz"
  }
}
