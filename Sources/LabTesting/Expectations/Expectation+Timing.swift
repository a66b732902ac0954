public import LabKernel
import LabMetrics

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Expectation {
  /// A statistic of how late callbacks begin.
  public enum LatenessStatistic: String, Sendable {
    /// The mean.
    case mean
    /// The median.
    case p50
    /// The 90th percentile.
    case p90
    /// The 99th percentile.
    case p99
    /// The 99.9th percentile.
    case p999
    /// The largest.
    case max
  }

  /// A statistic of its lateness, began − due, is below a limit.
  public func lateness(_ statistic: LatenessStatistic, isBelow limit: Duration) {
    let metric = MetricDictionary.metric(named: "lateness_\(statistic.rawValue)")
    guard case .time(let value)? = metrics().flatMap({ metric?.value($0) }), value >= limit
    else { return }
    failForLateness(
      "the lateness of ‘\(name)’ has a \(statistic.rawValue) of \(value.milliseconds) ms, not below "
        + "\(limit.milliseconds) ms",
      from: limit, script: "lateness_\(statistic.rawValue) < \(limit.scriptText)")
  }

  /// No callback begins later after its due instant than a limit.
  public func isNeverLate(byMoreThan limit: Duration) {
    guard let worst = metrics()?.lateness?.max, worst > limit else { return }
    failForLateness(
      "‘\(name)’ is \(worst.milliseconds) ms late; \(limit.milliseconds) ms are allowed",
      from: limit + .nanoseconds(1), script: "lateness_max <= \(limit.scriptText)")
  }

  /// No callback begins later after its due instant than a limit; as
  /// ``isNeverLate(byMoreThan:)``.
  public func lateness(atMost limit: Duration) { isNeverLate(byMoreThan: limit) }

  /// Every callback begins at the very instant at which it is due.
  public func isAlwaysOnTime() { isNeverLate(byMoreThan: .zero) }

  /// Two callbacks are never farther apart than a limit.
  public func neverPauses(forMoreThan limit: Duration) {
    guard metrics() != nil else { return }
    guard firings.count > 1 else {
      return fail("‘\(name)’ fired once, so no time between two callbacks can be judged")
    }
    let pairs = zip(firings, firings.dropFirst())
    let gaps = pairs.map { $0.began..<$1.began }.filter { $0.length > limit }
    guard let gap = gaps.longest else { return }
    fail(
      "‘\(name)’ is silent for \(gap.length.milliseconds) ms; \(limit.milliseconds) ms are allowed",
      in: gaps, script: "longest_gap <= \(limit.scriptText)")
  }

  /// The time between firings varies by less than a limit from the steps of its due instants.
  ///
  /// What is compared is the peak-to-peak period jitter; see
  /// `runlooplab explain period_jitter_pkpk`.
  public func jitter(isBelow limit: Duration) {
    metric("period_jitter_pkpk", isBelow: limit)
  }

  /// Its first callback begins within a range of instants.
  public func begins(within range: ClosedRange<Instant>) {
    guard let first = metrics()?.firstFiring, !range.contains(first) else { return }
    fail(
      "‘\(name)’ begins at \(first), not from \(range.lowerBound) to \(range.upperBound)",
      at: first, script: "fired_first in \(range.scriptText)")
  }

  /// Its last callback begins within a range of instants, and the run goes on for a while after
  /// that.
  public func ends(within range: ClosedRange<Instant>) {
    guard let last = metrics()?.lastFiring else { return }
    if range.contains(last), lab.now > range.upperBound { return }
    let isEarly = lab.now <= range.upperBound
    fail(
      isEarly
        ? "the run must go on until after \(range.upperBound) to tell whether ‘\(name)’ has ended"
        : "‘\(name)’ ends at \(last), not from \(range.lowerBound) to \(range.upperBound)",
      at: last, script: "fired_end in \(range.scriptText)")
  }

  private func failForLateness(_ headline: String, from limit: Duration, script: String) {
    let late = firings.indices.filter { firings[$0].lateness >= limit }
    guard
      let index = late.max(by: { (firings[$0].lateness, $1) < (firings[$1].lateness, $0) })
    else { return fail(headline, script: script) }
    let firing = firings[index]
    let numbers = Set(late)
    let rows = rows(of: .lateFiring) { numbers.contains($0) }
    fail(
      headline,
      ["worst: due at \(firing.due), began at \(firing.began)"] + blame(rows, number: index),
      at: firing.due, script: script, blames: rows.map(\.blame))
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Duration {
  /// The duration as scripts spell it.
  var scriptText: String { "\(milliseconds) ms" }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension ClosedRange<Instant> {
  var scriptText: String {
    "\(lowerBound.sinceStart.scriptText) .. \(upperBound.sinceStart.scriptText)"
  }
}
