import LabKernel

/// Makes one trace of the records of all threads of a real run.
///
/// Callouts of display links are recorded with the indices of vsyncs; here they get their times.
package struct TraceBuilder {
  private let end: Int64
  private let vsyncs: [TraceRecord]
  private let arrivals: [TraceRecord]
  private let loop: [TraceRecord]
  /// The display links, in the order of the drivers.
  private let links: [TraceSubject]
  /// The interval of each timer that is a driver.
  private let intervals: [TraceSubject: Int64]
  /// The modes of each driver and load.
  private let modes: [TraceSubject: Set<UInt8>]

  // What the walk over the records knows.
  private var trace: Trace
  private var runs: [UInt8] = []
  /// How many callouts are under way in each of them.
  private var callouts: [Int] = []
  private var paused: Set<TraceSubject> = []
  /// What each driver is due at next: a timer's date, or the vsync that a link has not answered.
  private var dues: [TraceSubject: Instant] = [:]
  /// Since when nothing holds the thread but the loop itself; `nil` while something does.
  private var freeSince: Instant?

  /// Takes the records of a run, each row by time.
  ///
  /// - Parameters:
  ///   - prologue: A trace that declares the drivers and says in which modes they are.
  ///   - end: When the run was over, in nanoseconds.
  ///   - vsyncs: The records of the display.
  ///   - arrivals: The records of tasks that arrive.
  ///   - loop: The records of the thread; only the begin of a run says its mode.
  package init(
    _ prologue: Trace, until end: Int64, vsyncs: [TraceRecord], arrivals: [TraceRecord],
    loop: [TraceRecord]
  ) {
    self.end = end
    self.arrivals = arrivals
    trace = prologue
    var (links, modes): ([TraceSubject], [TraceSubject: Set<UInt8>]) = ([], [:])
    var intervals: [TraceSubject: Int64] = [:]
    for record in prologue.records {
      switch record.event {
      case .declared(let subject, .link, _, _): links.append(subject)
      case .declared(let subject, .timer, let interval, _): intervals[subject] = interval
      case .rephased(let subject, let date): dues[subject] = date
      case .joined(let subject, let mode): modes[subject, default: []].insert(mode)
      default: break
      }
    }
    (self.links, self.intervals, self.modes) = (links, intervals, modes)
    self.vsyncs = Self.settled(vsyncs, by: loop)
    self.loop = Self.settled(loop, intervals)
  }

  /// Returns the trace: the records by time; of two at one instant, that of the display goes first,
  /// then that of the load, the end of the run, and the loop.
  package mutating func build() -> Trace {
    let rows = [
      vsyncs, arrivals, [TraceRecord(.ended, at: Instant(nanoseconds: end))], loop,
    ]
    var places = [0, 0, 0, 0]
    while true {
      var first: Int?
      for row in rows.indices where places[row] < rows[row].count {
        if first.map({ rows[row][places[row]].time < rows[$0][places[$0]].time }) ?? true {
          first = row
        }
      }
      guard let first else { return trace }
      append(rows[first][places[first]])
      places[first] += 1
    }
  }

  // MARK: Before the walk

  /// Corrects the time of each vsync by the callbacks that knew of it: it was before them.
  ///
  /// The display makes a vsync known before it reads the clock, so that a callback can answer it a
  /// little before its time.
  private static func settled(_ vsyncs: [TraceRecord], by loop: [TraceRecord]) -> [TraceRecord] {
    var vsyncs = vsyncs
    for record in loop {
      guard case .calloutBegan(_, .link, _, let newest) = record.event else { continue }
      let place = Int(newest.nanoseconds)
      guard vsyncs[place].time > record.time else { continue }
      let least = place > 0 ? vsyncs[place - 1].time.nanoseconds + 1 : 0
      vsyncs[place] = TraceRecord(
        vsyncs[place].event, at: Instant(nanoseconds: max(least, record.time.nanoseconds)))
    }
    return vsyncs
  }

  /// Lets the firings of a timer say what became of the dates up to the one that was answered next.
  ///
  /// It is an earlier one than was planned if dates are answered that had passed. If it is a later
  /// one, those between were missed by the firing that answers it: they had not come when the timer
  /// was set.
  private static func settled(
    _ loop: [TraceRecord], _ intervals: [TraceSubject: Int64]
  ) -> [TraceRecord] {
    var loop = loop
    var following: [TraceSubject: (due: Instant, end: Int)] = [:]
    var ends: [TraceSubject: Int] = [:]
    func set(_ place: Int, next: Instant?, later: Int64) {
      guard case .calloutEnded(let subject, let source, _, let missed) = loop[place].event else {
        return
      }
      loop[place] = TraceRecord(
        .calloutEnded(subject, source, next: next, missed: max(0, missed + later)),
        at: loop[place].time)
    }
    for place in loop.indices.reversed() {
      switch loop[place].event {
      case .rephased(let subject, _), .paused(let subject): following[subject] = nil
      case .calloutBegan(let subject, .timer, let due, _):
        following[subject] = ends[subject].map { (due, $0) }
      case .calloutEnded(let subject, .timer, let planned?, _):
        ends[subject] = place
        guard let (date, end) = following[subject], date != planned,
          let interval = intervals[subject]
        else { continue }
        let later = (date.nanoseconds - planned.nanoseconds) / interval
        if later <= 0 {
          set(place, next: date, later: later)
        } else if case .calloutEnded(_, _, let next, _) = loop[end].event {
          set(end, next: next, later: later)
        }
      case .calloutEnded(let subject, .timer, nil, _): ends[subject] = place
      default: break
      }
    }
    return loop
  }

  /// The time of a vsync whose index stands instead of an instant.
  private func time(ofVsync index: Instant) -> Instant { vsyncs[Int(index.nanoseconds)].time }

  // MARK: The walk

  private mutating func append(_ record: TraceRecord) {
    var event = record.event
    switch event {
    case .runBegan:
      wake(at: record.time)
      runs.append(record.mode)
    case .runReturned: wake(at: record.time)
    case .calloutBegan(let subject, let source, let oldest, let newest):
      wake(at: record.time)
      guard source == .link else { break }
      event = .calloutBegan(
        subject, .link, due: time(ofVsync: oldest), newest: time(ofVsync: newest))
    case .update(let subject, let newest, let oldest) where links.contains(subject):
      event = .update(
        subject, animationTime: time(ofVsync: newest), due: time(ofVsync: oldest))
    case .vsync, .ended: return appendOutside(event, at: record.time)
    default: break
    }
    put(event, at: record.time)
    follow(event, at: record.time)
  }

  /// Notes what holds the thread from now on, and what drivers wait for.
  private mutating func follow(_ event: TraceEvent, at now: Instant) {
    switch event {
    case .runBegan:
      callouts.append(0)
      freeSince = now
    case .runReturned:
      runs.removeLast()
      callouts.removeLast()
      freeSince = callouts.last == 0 ? now : nil
    case .calloutBegan(let subject, _, _, _):
      dues[subject] = nil
      count(1)
      freeSince = nil
    case .calloutEnded(let subject, let source, let next, _):
      if source == .timer, intervals[subject] != nil { dues[subject] = next }
      count(-1)
      freeSince = callouts.last == 0 ? now : nil
    case .rephased(let subject, let date) where intervals[subject] != nil: dues[subject] = date
    case .paused(let subject):
      paused.insert(subject)
      dues[subject] = nil
    case .resumed(let subject): paused.remove(subject)
    default: break
    }
  }

  private mutating func count(_ change: Int) {
    if let last = callouts.indices.last { callouts[last] += change }
  }

  private mutating func put(_ event: TraceEvent, at time: Instant) {
    trace.append(
      event, at: time, mode: runs.last ?? TraceRecord.noMode, depth: UInt8(clamping: runs.count))
  }

  /// Notes that nothing held the thread until now, although a driver waited for it: the thread woke
  /// late, or the loop was at its own work.
  private mutating func wake(at now: Instant) {
    guard let freeSince, let mode = runs.last else { return }
    let due = dues.filter { modes[$0.key]?.contains(mode) == true }.values.min()
    guard let due else { return }
    let late = max(due, freeSince).duration(to: now)
    if late > .zero { put(.woke(after: late.wholeNanoseconds), at: now) }
  }

  /// Appends what happens to no run, and after a vsync what becomes of it.
  private mutating func appendOutside(_ event: TraceEvent, at time: Instant) {
    trace.append(event, at: time)
    guard case .vsync(_, let index, _, _) = event else { return }
    for link in links where !paused.contains(link) {
      let isServed = runs.last.map { modes[link]?.contains($0) == true } ?? false
      let isPending = dues[link] != nil
      if !isPending { dues[link] = time }
      let missed = isServed ? TraceDueOutcome.blocked : .starved
      put(.linkDue(link, vsync: index, isPending ? missed : .pending), at: time)
    }
  }
}
