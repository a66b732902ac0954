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
  /// and not dates.
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
  /// Counts what is summed by now, which is all after the end of the run.
  init(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay,
    _ times: borrowing RefreshTimes, dates: DateSums, steps: StepSums, motion: MotionSums?,
    firings: FiringsPerRefresh, tally: DueTally
  ) {
    let hasDisplay = !times.window.isEmpty
    self.init(draws: display.draws && hasDisplay)
    let fires = tally.fired
    self[.missed] = Count(wrong: tally.missed, all: fires + tally.missed)
    self[.doubled] =
      draws
      ? display.fillsQueue ? nil : Count(wrong: firings.beyondOne, all: fires)
      : log.interval > 0 ? Count(wrong: dates.close, all: fires) : nil
    if !log.isLink, log.interval > 0 {
      let asked = tally.due + log.shortDates
      self[.short] = Count(wrong: log.shortDates, all: asked)
      self[.behind] = Count(
        wrong: dates.behind, all: log.interval.multipliedSaturating(by: fires))
    }
    if draws {
      self[.late] = steps.late
    } else {
      let overdue = log.overdue(times)
      self[.late] = Count(wrong: dates.late + overdue, all: fires + overdue)
    }
    guard hasDisplay else { return }
    if display.slots.isDeclared {
      let slots = display.slots.count
      self[.dropped] = Count(wrong: display.slots.dropped, all: slots)
      if display.slots.target != nil {
        // What is committed is shown so many refreshes later.
        let early = min(display.slots.leading, times.depth + 1 + log.pauses.count)
        let edges = 1 + log.pauses.count + times.aims.count + early
        self[.extra] = Count(wrong: firings.beyond(slots: slots, edges: edges), all: fires)
      }
    }
    self[.uneven] = draws ? steps.uneven : nil
    guard let motion else { return }
    self[.speed] = motion.speed(pauses: log.pauses)
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
