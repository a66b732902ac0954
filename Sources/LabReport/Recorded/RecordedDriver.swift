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
  let modes: Set<UInt8>
  /// The callouts by their numbers; `nil` for those that answer no vsync.
  private(set) var callouts: [RecordedCallout?]
  /// What happens to it between its callouts.
  private(set) var marks: [RecordedThread.Bracket] = []
  /// What happens to it at the end of a callout.
  private var followers: [Int: [TraceEvent]] = [:]
  /// The date that a timer has next, by the number of the callout, none behind the last of a grid;
  /// and how many dates it missed.
  private var nextDates: [(date: Int64?, missed: Int64)] = []

  /// Takes a timer.
  init(
    _ subject: TraceSubject, timer: [RecordedCallout], every interval: Int64,
    in modes: Set<UInt8>, _ idle: [RecordedThread.Idle], until end: Int64
  ) {
    (self.subject, other, source) = (subject, subject, .timer)
    (self.interval, self.modes, callouts) = (interval, modes, timer)
    var armed: Int64 = 0
    for (number, call) in timer.enumerated() {
      if call.beginsGrid {
        rest(
          after: number - 1, to: call.due - interval,
          then: [.rephased(subject, to: Instant(nanoseconds: call.due))])
        armed = call.due
      }
      let following = number + 1 < timer.count ? timer[number + 1] : nil
      let isLast = following?.beginsGrid == true
      let planned = call.due + ((call.ended - call.due) / interval + 1) * interval
      let date = isLast ? planned : min(planned, following?.due ?? planned)
      nextDates.append((isLast ? nil : date, (date - armed) / interval - 1))
      armed = date
    }
    if idle.time(from: armed, to: end, in: modes) > interval {
      nextDates[timer.count - 1].date = nil
      rest(after: timer.count - 1, to: nil)
    }
  }

  /// Takes a display link on vsyncs, which its callouts name by their indices.
  init(
    _ subject: TraceSubject, other: TraceSubject, link: [ImportedTrace.Driver.Firing],
    on vsyncs: [Int64], every period: Int64, in modes: Set<UInt8>, _ idle: [RecordedThread.Idle],
    until end: Int64
  ) {
    (self.subject, self.other, source) = (subject, other, .link)
    (interval, self.modes, callouts) = (1, modes, [])
    // The first vsync that no callout has answered, the last one that has, and since when.
    var (open, last, since) = (0, -1, Int64(0))
    for firing in link {
      let vsync = vsyncs.refresh(of: min(firing.due + period / 2, firing.began)) - 1
      guard vsync >= open else {
        callouts.append(nil)
        continue
      }
      // One that had time to be called, and was not, was paused.
      if idle.time(from: since, to: vsyncs[vsync], in: modes) > 2 * period {
        rest(after: last, to: vsyncs[vsync] - 1)
        open = vsync
      }
      callouts.append(
        RecordedCallout(
          due: Int64(open), newest: Int64(vsync), began: firing.began, ended: firing.ended))
      (open, since) = (vsyncs.refresh(of: firing.began), firing.ended)
      last = callouts.count - 1
    }
    if idle.time(from: since, to: end, in: modes) > 2 * period { rest(after: last, to: nil) }
  }

  /// Pauses the driver from the end of a callout on, or from the start for none, if that is before
  /// an instant; for ever if there is none.
  private mutating func rest(
    after callout: Int, to end: Int64?, then last: [TraceEvent] = []
  ) {
    let begin = callouts.indices.contains(callout) ? callouts[callout]?.ended ?? 0 : 0
    let never: [TraceEvent] = source == .timer ? [.rephased(subject, to: .distantFuture)] : []
    let isEmpty = end.map { $0 <= begin } ?? false
    let events = isEmpty ? last : [.paused(subject)] + never
    if callout < 0 { mark(events, at: 0) } else { followers[callout] = events }
    if let end, !isEmpty { mark([.resumed(subject)] + last, at: end) }
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
    let next = source == .timer ? nextDates[number] : (date: nil, missed: 0)
    return [
      .update(
        subject,
        animationTime: Instant(nanoseconds: source == .link ? call.newest : call.began),
        due: Instant(nanoseconds: call.due)),
      .calloutEnded(
        subject, source, next: next.date.map { Instant(nanoseconds: $0) }, missed: next.missed),
    ] + (followers[number] ?? [])
  }
}
