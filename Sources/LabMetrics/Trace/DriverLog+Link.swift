import LabKernel
import LabTrace

/// The vsyncs of a display link that are not accounted for yet.
struct LinkLedger: Sendable {
  /// The vsync whose callback is pending.
  var pending: Int64?
  /// The index of the vsync that got the token last.
  var pendingIndex: Int64 = -1
  /// The vsyncs without a callback between the last firing's and the pending one's.
  var missedBeforePending: Int64 = 0
  /// The vsyncs without a callback since the pending one's.
  var missedSince: Int64 = 0
  /// The timestamp of the last callback.
  var timestamp = Int64.min
}

extension DriverLog {
  mutating func linkDue(at now: Int64, index: Int64, _ outcome: TraceDueOutcome) {
    if outcome != .pending, index == link.pendingIndex {
      takePendingBack(as: outcome == .cancelled ? .cancelled : .suppressed)
      return
    }
    if window.span.begin <= now, now < window.span.end { dueInWindow += 1 }
    switch outcome {
    case .pending:
      cancelPendingLink()
      link.pending = now
      link.pendingIndex = index
      link.missedBeforePending = link.missedSince
      link.missedSince = 0
    case .blocked: addMissedLink(at: now, .blocked)
    case .starved: addMissedLink(at: now, .starved)
    case .suppressed: addMissedLink(at: now, .suppressed)
    case .cancelled: append(DueSeries(at: now, .cancelled))
    }
  }

  mutating func linkBegan(at now: Int64, due: Int64, newest: Int64, wokeAt: Int64) {
    calloutBegan(
      at: now, due: due, newest: newest, missed: link.missedBeforePending, wokeAt: wokeAt)
    if newest <= link.timestamp {
      violations.append(
        ConservationViolation(
          .order, of: name, "the timestamp of the link did not grow", link.timestamp, newest))
    }
    link.timestamp = newest
    link.pending = nil
    link.missedBeforePending = 0
  }

  mutating func cancelPendingLink() {
    takePendingBack(as: .cancelled)
  }

  mutating func endLink() {
    if let pending = link.pending { append(DueSeries(at: pending, .open)) }
  }

  private mutating func takePendingBack(as outcome: DueOutcome) {
    guard let pending = link.pending else { return }
    append(DueSeries(at: pending, outcome))
    link.pending = nil
    guard outcome == .suppressed else { return }
    link.missedSince += link.missedBeforePending + 1
  }

  private mutating func addMissedLink(at now: Int64, _ outcome: DueOutcome) {
    append(DueSeries(at: now, outcome))
    link.missedSince += 1
  }
}
