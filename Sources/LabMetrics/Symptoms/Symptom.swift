/// What can be wrong with a driver, as people call it.
///
/// A row of one table: what is counted, out of how many, and whom it is about. All that judges a
/// run chooses from it. The cases stand in the order in which equals are named.
public enum Symptom: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Dates without a callback of their own: the countdown stands while the user scrolls.
  case missed
  /// Slots without a new frame: it stutters.
  case dropped
  /// Callbacks that share a refresh with one before, or come right after it: it jumps.
  case doubled
  /// Dates of the grid that was asked for which never came: it is slow.
  case short
  /// How far the last callback is behind that grid, if it falls behind steadily: the clock is slow.
  case behind
  /// Callbacks beyond what the target wants: it runs too often.
  case extra
  /// How much sooner or later the motion gets on than the time passes: four times too fast.
  case speed = "speed_error"
  /// New frames that show the motion at the time of the frame before: 60 ticks on 144 Hz.
  case stale = "stale_frames"
  /// New frames that go on by one and a half times the time that passed.
  case jumped
  /// Frames that stay half a refresh or more too long or too short: judder.
  case uneven
  /// Callbacks or frames at the wrong time: the timer lags.
  case late = "late_dates"
  /// New frames that look like the one before, if most do: work for nothing.
  case wasted

  /// The name of the metric that counts it.
  public var metric: String { rawValue }

  /// The name of the metric that says out of how many, or of how long.
  public var total: String { row.total }

  /// Whether it is about frames, and so about drivers that draw; ``doubled`` and ``late`` are about
  /// all drivers.
  public var isAboutFrames: Bool { problem == .droppedSlot }

  /// The problem whose causes tell why it is as it is.
  var problem: Problem { row.problem }

  /// Whether it is a time rather than a number of times.
  public var isTime: Bool { self == .behind || self == .speed }

  /// What several of them are called, or one.
  ///
  /// Of a driver that draws, steps are late and not callbacks.
  ///
  /// - Returns: A noun, in the plural but for one.
  package func noun(for count: Int64, draws: Bool = false) -> String {
    let noun = self == .late && draws ? "wrong step" : row.noun
    return count == 1 || isTime ? noun : "\(noun)s"
  }

  /// Whether it comes first in the table.
  public static func < (lhs: Symptom, rhs: Symptom) -> Bool { lhs.position < rhs.position }

  var position: Int { row.place }

  /// Its row of the table: its place, the metric that says out of how many, the problem whose
  /// causes tell why, and what one of them is called.
  private var row: (place: Int, total: String, problem: Problem, noun: String) {
    switch self {
    case .missed: (0, "dates", .lateFiring, "missed fire date")
    case .dropped: (1, "slots", .droppedSlot, "drop")
    case .doubled: (2, "fires", .doubleFire, "double fire")
    case .short: (3, "dates_asked", .lateFiring, "lost fire date")
    case .behind: (4, "behind_of", .lateFiring, "ms behind")
    case .extra: (5, "fires", .droppedSlot, "needless callback")
    case .speed: (6, "speed_of", .droppedSlot, "ms off the time that passes")
    case .stale: (7, "motion_steps", .droppedSlot, "stale frame")
    case .jumped: (8, "motion_steps", .droppedSlot, "jump")
    case .uneven: (9, "uneven_of", .droppedSlot, "uneven frame")
    case .late: (10, "late_of", .lateFiring, "late callback")
    case .wasted: (11, "motion_steps", .droppedSlot, "wasted frame")
    }
  }
}

/// How often each thing went wrong with one driver in one run, and out of how many times.
///
/// The one source of the metrics that ``Symptom`` names, of ``RunTrouble`` and of ``Symptoms``.
public struct SymptomCounts: Hashable, Sendable {
  /// How often something went wrong; times are in nanoseconds.
  public struct Count: Hashable, Sendable {
    /// How often, or for how long.
    public let wrong: Int64
    /// Out of how many, or of how long.
    public let all: Int64

    init(wrong: some BinaryInteger, all: some BinaryInteger) {
      (self.wrong, self.all) = (Int64(wrong), Int64(all))
    }
  }

  /// Whether the driver draws: it has a target and there is a display, so that frames are judged
  /// and not run.dates.
  public let draws: Bool
  /// Whether the motion got on sooner than the time passed, where its speed is wrong.
  public internal(set) var isFast = false
  private var counts: [Count?]

  init(draws: Bool) {
    self.draws = draws
    counts = Symptom.allCases.map { _ in nil }
  }

  /// The count of a symptom; `nil` if it has no meaning here, as unevenness without a frame.
  public internal(set) subscript(symptom: Symptom) -> Count? {
    get { counts[symptom.position] }
    set { counts[symptom.position] = newValue }
  }
}

extension SymptomCounts {
  /// Counts what went wrong with a driver.
  init(_ run: DriverRun) {
    let (tally, times) = (run.dueInstants, run.times)
    self.init(draws: run.draws && run.hasDisplay)
    let fires = tally.fired
    self[.missed] = Count(wrong: tally.missed, all: fires + tally.missed)
    self[.doubled] =
      draws
      ? run.fillsQueue ? nil : Count(wrong: run.firings.beyondOne, all: fires)
      : run.log.interval > 0 ? Count(wrong: run.dates.close, all: fires) : nil
    if !run.log.isLink, run.log.interval > 0 {
      let asked = tally.due + run.log.shortDates
      self[.short] = Count(wrong: run.log.shortDates, all: asked)
      self[.behind] = Count(
        wrong: run.dates.behind, all: run.log.interval.multipliedSaturating(by: fires))
    }
    if draws {
      self[.late] = run.steps.late
    } else {
      let overdue = run.log.overdue(times)
      self[.late] = Count(wrong: run.dates.late + overdue, all: fires + overdue)
    }
    guard run.hasDisplay else { return }
    if run.slots.isDeclared {
      let slots = run.slots.count
      self[.dropped] = Count(wrong: run.slots.dropped, all: slots)
      if run.target != nil {
        // What is committed is shown so many refreshes later.
        let early = min(run.slots.leading, times.depth + 1 + run.log.pauses.count)
        let edges = 1 + run.log.pauses.count + times.aims.count + early
        self[.extra] = Count(wrong: run.firings.beyond(slots: slots, edges: edges), all: fires)
      }
    }
    self[.uneven] = draws ? run.steps.uneven : nil
    guard let motion = MotionSums(run) else { return }
    self[.speed] = motion.speed(pauses: run.log.pauses)
    isFast = motion.isFast
    self[.stale] = Count(wrong: motion.stale, all: motion.steps)
    self[.jumped] = Count(wrong: motion.jumped, all: motion.steps)
    self[.wasted] = Count(wrong: motion.wasted, all: motion.steps)
  }
}

extension Int64 {
  /// The product with a number of times, or the largest number if it is larger than that.
  fileprivate func multipliedSaturating(by count: Int) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: Int64(count))
    return overflow ? .max : product
  }
}
