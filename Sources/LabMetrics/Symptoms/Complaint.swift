package import LabKernel
import LabTrace

/// A load whose tasks are awaited: an input, one that a driver shows, or one that is asked about.
package struct Waiter: Hashable, Sendable {
  /// The name of the load.
  package let load: String
  /// Whether its tasks answer a user.
  package let isInput: Bool

  /// Says that a load is awaited.
  package init(_ load: String, isInput: Bool) { (self.load, self.isInput) = (load, isInput) }

  /// How long its tasks may take that are in no trouble.
  ///
  /// - Source: web.dev, Interaction to Next Paint, of inputs.
  package var limit: Duration { .milliseconds(isInput ? 200 : 250) }
}

/// Something in a run that a user feels: a driver, an input or an awaited load is in trouble, or
/// the thread hangs.
package struct Complaint: Hashable, Sendable {
  /// Who is in trouble.
  ///
  /// The cases stand in the order in which equals are named.
  package enum Subject: Hashable, Sendable {
    case driver(String)
    case load(String)
    case thread
  }

  /// Who is in trouble.
  package let subject: Subject
  /// For how long something stood still: the union of all such times.
  package let lost: Duration
  /// How often; `nil` for what does not come and go.
  var times: Int64?

  /// How much of what was lost is to be expected of another run at least: a clock that missed one
  /// date of an hour need not miss another, a list that dropped a hundred frames drops some again.
  ///
  ///     lost × (k + z² ÷ 2 − z √(k + z² ÷ 4)) ÷ k,  z = 1.96
  ///
  /// where k is ``times``, a Poisson number.
  ///
  /// - Source: The score interval of a rate at 95 %.
  fileprivate var weight: Double {
    let lost = Double(self.lost.wholeNanoseconds)
    guard let times, times > 0 else { return lost }
    let (count, square) = (Double(times), 1.96 * 1.96)
    let least = count + square / 2 - (square * (count + square / 4)).squareRoot()
    return lost * least / count
  }

  fileprivate var kind: Int {
    switch subject {
    case .driver: 0
    case .load: 1
    case .thread: 2
    }
  }
}

/// A piece of work that held the thread for so long that the app hangs.
package struct Hang: Hashable, Sendable {
  /// Who held the thread, with the number of the task.
  package let culprit: Blame
  /// When it began.
  package let begin: Instant

  /// How long a piece of work holds the thread at least that makes an app hang.
  ///
  /// - Source: Apple, "Understanding hangs in your app".
  package static let limit = Duration.milliseconds(250)
}

extension RunMeasurement {
  /// Everybody in trouble: the one who is worst off first.
  ///
  /// That is who is asked about, by name, then who stood still for the longest, as far as that is
  /// to be expected again; a driver before a task, and a task before the thread, where both are
  /// equal within a tenth.
  ///
  /// - Returns: None if nothing is wrong.
  package func complaints(awaiting waiters: [Waiter], asked: Set<String> = []) -> [Complaint] {
    let hangs = hangs
    let all =
      runs.compactMap { complaint(of: $0) }
      + waiters.compactMap { complaint(of: $0, besides: hangs) }
      + (hangs.isEmpty
        ? [] : [Complaint(subject: .thread, lost: hangs.time, times: Int64(hangs.count))])
    func isAsked(_ complaint: Complaint) -> Bool {
      switch complaint.subject {
      case .driver(let name), .load(let name): asked.contains(name)
      case .thread: false
      }
    }
    return Self.ordered(all.filter(isAsked)) + Self.ordered(all.filter { !isAsked($0) })
  }

  /// The one who stood still the longest first; of those within a tenth of it the first kind.
  private static func ordered(_ complaints: [Complaint]) -> [Complaint] {
    let weights = complaints.map { $0.weight }
    let places = complaints.indices.sorted {
      (weights[$1], complaints[$0].kind, $0) < (weights[$0], complaints[$1].kind, $1)
    }
    let order = places.map { complaints[$0] }
    guard let most = places.first.map({ weights[$0] }) else { return [] }
    let equals = order.indices.filter { order[$0].weight * 10 >= most * 9 }
    let first = equals.min { (order[$0].kind, $0) < (order[$1].kind, $1) } ?? 0
    return [order[first]] + order.indices.filter { $0 != first }.map { order[$0] }
  }

  /// For how long a driver stood still: wrong pictures, or dates without a callback in time.
  package func lostTime(of driver: String) -> Duration {
    .nanoseconds(run(of: driver)?.lostTime ?? 0)
  }

  /// By what the tasks of an awaited load are judged: how long the longest took to
  /// be shown, or to end; of fifty and more of an input the 98th percentile.
  ///
  /// One that is not over counts to the end of the run.
  package func judgedWait(of waiter: Waiter) -> Duration {
    .nanoseconds(waits(of: waiter).judged)
  }

  /// The end of the run.
  package var end: Instant { Instant(nanoseconds: facts.window.end) }

  // MARK: Drivers

  private func complaint(of run: DriverRun) -> Complaint? {
    let symptoms = Symptoms(run.symptoms)
    let worst = symptoms.worst
    guard worst != nil || OldFrames(run) != nil else { return nil }
    return Complaint(
      subject: .driver(run.log.name), lost: .nanoseconds(run.lostTime),
      times: worst.flatMap { $0.symptom.isTime ? nil : $0.wrong })
  }

  // MARK: Tasks

  private func complaint(of waiter: Waiter, besides hangs: [Hang]) -> Complaint? {
    let waits = waits(of: waiter)
    guard waits.isInTrouble else { return nil }
    // One that hangs the thread itself is named there.
    let own = hangs.filter { $0.culprit.cause == .tasks && $0.culprit.owner == waiter.load }
    if !own.isEmpty, own.count >= waits.beyond.count { return nil }
    return Complaint(
      subject: .load(waiter.load), lost: .nanoseconds(waits.beyond.unionLength),
      times: Int64(waits.beyond.count))
  }

  /// What the tasks of a load took, from the arrival to what shows it, or to the end.
  private func waits(of waiter: Waiter) -> TaskWaits {
    guard let log = log(of: waiter.load) else { return TaskWaits(waiter: waiter, spans: []) }
    let isShown = log.outline.driver != nil
    return TaskWaits(
      waiter: waiter,
      spans: log.rows.map { row in
        let end = isShown ? row.photon : row.ended
        let begin = row.arrival.nanoseconds
        return TimeSpan(begin: begin, end: max(begin, end?.nanoseconds ?? facts.window.end))
      })
  }

  // MARK: The thread

  /// Every piece of work that held the thread for ``Hang/limit`` or longer, in the order of time.
  package var hangs: [Hang] {
    var hangs: [Hang] = []
    var current: (piece: BlameSegment, span: TimeSpan)?
    func close() {
      guard let (piece, span) = current, span.length >= Hang.limit.wholeNanoseconds else { return }
      var whole = piece
      whole.time = span.length
      hangs.append(
        Hang(culprit: facts.thread.blame(whole), begin: Instant(nanoseconds: span.begin)))
    }
    for segment in facts.thread.segments {
      let piece = facts.thread.holder(of: segment, for: segment.span.length)
      // Two callbacks of one driver may follow at once, and are two.
      if piece.cause == .tasks, let (last, span) = current, last.hasSameCulprit(as: piece),
        span.end == segment.begin
      {
        current?.span = TimeSpan(begin: span.begin, end: segment.end)
      } else {
        close()
        current = piece.cause == .wake ? nil : (piece, segment.span)
      }
    }
    close()
    return hangs
  }
}

extension [Hang] {
  /// How long they hold the thread together.
  package var time: Duration { reduce(.zero) { $0 + $1.culprit.time } }
}

/// What the tasks of an awaited load took.
private struct TaskWaits {
  let waiter: Waiter
  let spans: [TimeSpan]

  /// Those that took too long.
  var beyond: [TimeSpan] {
    let limit = waiter.limit.wholeNanoseconds
    return spans.filter { $0.length > limit }
  }

  /// The 98th percentile of an input, its longest of less than 50; of another load the longest.
  var judged: Int64 {
    let values = spans.map { $0.length }
    return waiter.isInput && values.count >= 50
      ? percentiles([980], of: values)[0] : values.max() ?? 0
  }

  var isInTrouble: Bool { judged > waiter.limit.wholeNanoseconds }
}

extension [TimeSpan] {
  /// How long all of them last together, each instant once.
  fileprivate var unionLength: Int64 {
    var (sum, end) = (Int64(0), Int64.min)
    for span in sorted(by: { $0.begin < $1.begin }) where span.end > end {
      sum += span.end - Swift.max(span.begin, end)
      end = span.end
    }
    return sum
  }
}

extension DriverRun {
  /// For how long it stood still: wrong pictures, or dates without a callback in time.
  fileprivate var lostTime: Int64 {
    if let wrong = wrongPicture { return wrong }
    var lost = Int64(0)
    for place in log.measured {
      let firing = log.firings[place]
      let limit = log.isLink ? log.pace(at: firing.began, times).limit : log.latenessLimit
      let lateness = wall.map { log.wallLateness(of: place, $0) } ?? firing.lateness
      if lateness > limit { lost = lost.addingSaturating(lateness) }
    }
    let never = (symptoms[.missed]?.wrong ?? 0) + (symptoms[.short]?.wrong ?? 0)
    let interval = log.isLink ? times.aim(from: 0) : log.interval
    let (time, overflow) = interval.multipliedReportingOverflow(by: never)
    let overdue = log.runs.filter { $0.outcome == .open }.map { log.window.end - $0.first }.max()
    let open = log.overdue(times) > 0 ? max(0, overdue ?? 0) : 0
    return min(log.window.end, (overflow ? .max : time).addingSaturating(lost + open))
  }
}
