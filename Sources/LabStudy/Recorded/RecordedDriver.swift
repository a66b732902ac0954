import LabImport
import LabKernel
import LabTrace

/// A recorded driver in the trace of its run.
struct RecordedDriver {
  let subject: TraceSubject
  /// What its callouts that answer nothing count for.
  let other: TraceSubject
  let source: TraceSource
  let interval: Int64
  /// The callouts by their numbers; `nil` for those that answer no vsync.
  private(set) var callouts: [RecordedCallout?] = []
  /// What happens to it between its callouts.
  private(set) var marks: [RecordedThread.Bracket] = []
  /// What follows a callout at once, by its number.
  private var followers: [Int: [TraceEvent]] = [:]
  /// What a timer plans after a callout: its next date, unless it was moved by then, and how many
  /// dates passed under the callout.
  ///
  /// The date that it answers next may be another: `TraceBuilder` settles that.
  private var nextDates: [(date: Int64?, missed: Int64)] = []

  /// Takes a timer.
  init(
    _ subject: TraceSubject, timer: [RecordedCallout], every interval: Int64, _ lives: RecordedLives
  ) {
    (self.subject, other, source) = (subject, subject, .timer)
    (self.interval, callouts) = (interval, timer)
    var gone: Int64?
    for life in lives.lives {
      let first = rephased(to: life.first)
      if let end = gone, life.first - interval <= end {
        // It was moved, and not gone.
        followers[life.calls.lowerBound - 1] = [first]
        nextDates[life.calls.lowerBound - 1].date = nil
      } else {
        begin(life.first - interval, after: gone, then: [first])
      }
      nextDates += timer[life.calls].map { call in
        let missed = (max(call.ended, call.due) - call.due) / interval
        return (call.due + (missed + 1) * interval, missed)
      }
      gone = life.gone
    }
    if let gone { end(at: gone) }
  }

  /// Takes a display link on vsyncs, which its callouts name by their indices.
  init(
    _ subject: TraceSubject, other: TraceSubject, link: [ImportedTrace.Driver.Firing],
    on vsyncs: [Int64], every period: Int64, _ lives: RecordedLives
  ) {
    (self.subject, self.other, source, interval) = (subject, other, .link, 1)
    // The first vsync that no callout has answered.
    var open = 0
    var gone: Int64?
    for life in lives.lives {
      // One that goes on at once was not gone: a vsync that it answers would lie in the pause.
      if gone.map({ $0 < life.first - period / 2 }) ?? true {
        begin(life.first - period / 2, after: gone)
      }
      open = max(open, vsyncs.refresh(of: life.first - period / 2))
      for firing in link[life.calls] {
        let vsync = vsyncs.refresh(of: min(firing.due + period / 2, firing.began)) - 1
        guard vsync >= open else {
          callouts.append(nil)
          continue
        }
        callouts.append(
          RecordedCallout(
            due: Int64(open), newest: Int64(vsync), began: firing.began, ended: firing.ended))
        open = vsyncs.refresh(of: firing.began)
      }
      gone = life.gone
    }
    if let gone { end(at: gone) }
  }

  // MARK: Lives

  /// Lets a life begin at an instant, after one that has ended if there was any.
  private mutating func begin(_ begin: Int64, after end: Int64?, then events: [TraceEvent] = []) {
    guard begin > 0 || end != nil else { return mark(events, at: 0) }
    self.end(at: end ?? 0)
    mark([.resumed(subject)] + events, at: max(begin, end ?? 0))
  }

  /// Lets a life end.
  private mutating func end(at instant: Int64) {
    let never = source == .timer ? [TraceEvent.rephased(subject, to: .distantFuture)] : []
    mark([.paused(subject)] + never, at: instant)
  }

  private func rephased(to date: Int64) -> TraceEvent {
    .rephased(subject, to: Instant(nanoseconds: date))
  }

  private mutating func mark(_ events: [TraceEvent], at time: Int64) {
    marks.append(RecordedThread.Bracket(kind: .marks(events), start: time, end: time))
  }

  // MARK: Events

  /// The begin of a callout.
  func begin(of number: Int, at now: Int64) -> [TraceEvent] {
    guard let call = callouts[number] else {
      let now = Instant(nanoseconds: now)
      return [.calloutBegan(other, .block, due: now, newest: now)]
    }
    return [
      .calloutBegan(
        subject, source, due: Instant(nanoseconds: call.due),
        newest: Instant(nanoseconds: call.newest))
    ]
  }

  /// The end of a callout, which has changed what is to be shown.
  func end(of number: Int) -> [TraceEvent] {
    guard let call = callouts[number] else {
      return [.calloutEnded(other, .block, next: nil, missed: 0)]
    }
    let next = source == .timer ? nextDates[number] : nil
    return [
      .update(
        subject,
        animationTime: Instant(nanoseconds: source == .link ? call.newest : call.began),
        due: Instant(nanoseconds: call.due)),
      .calloutEnded(
        subject, source, next: next?.date.map { Instant(nanoseconds: $0) },
        missed: next?.missed ?? 0),
    ] + (followers[number] ?? [])
  }
}
