/// When the refreshes of the display latch, and when they give light, in nanoseconds.
///
///     latch    L(k) = V(k − depth) − guard
///     photon   R(k) = V(k)
///
/// Refresh k shows what was committed in its latch interval (L(k−1), L(k)].
struct RefreshTimes: Sendable {
  let vsyncs: [Int64]
  let depth: Int
  let guardTime: Int64
  /// The refreshes that are measured: those after the warm-up that have an end.
  let window: Range<Int>

  init(vsyncs: [Int64], depth: Int, guardTime: Int64, warmUp: Int) {
    self.vsyncs = vsyncs
    self.depth = depth
    self.guardTime = guardTime
    let end = max(0, vsyncs.count - 1)
    window = min(warmUp, end)..<end
  }

  /// The time in which the measured refreshes show, [R(first), R(end)); empty without any.
  var span: Span {
    window.isEmpty
      ? Span(begin: 0, end: 0)
      : Span(begin: vsyncs[window.lowerBound], end: vsyncs[window.upperBound])
  }

  /// The latch of a refresh, `Int64.min` for one too early to have any.
  func latch(_ refresh: Int) -> Int64 {
    refresh >= depth ? vsyncs[refresh - depth] - guardTime : .min
  }

  /// How long a range of refreshes shows.
  func duration(of refreshes: Range<Int>) -> Int64 {
    vsyncs[refreshes.upperBound] - vsyncs[refreshes.lowerBound]
  }

  /// The refreshes whose latch interval begins in a span.
  func refreshes(latchingIn span: Span) -> Range<Int> {
    let first = vsyncs.partitionIndex { $0 - guardTime >= span.begin }
    let end = vsyncs.partitionIndex { $0 - guardTime >= span.end }
    return first + depth + 1..<max(first, end) + depth + 1
  }
}
