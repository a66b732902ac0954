// What went wrong, and out of how many.
extension Account {
  /// Whether frames are wanted of the driver, so that these are judged and not its dates.
  private var draws: Bool {
    if case .undeclared? = situation.targets[driver.name] { return false }
    return !display.window.isEmpty
  }

  mutating func symptoms(_ table: Slots?) {
    let missed = Int(values["missed"] ?? "") ?? 0
    count("dates", measured.count + missed)
    if draws {
      // A loop whose present waits fills the queue first.
      let fills = driver.isLoop && situation.presentWaits
      if !fills { count("doubled", callbacksByRefresh.reduce(0) { $0 + max(0, $1 - 1) }) }
    } else {
      let overdue = driver.dues.count {
        $0.outcome == "open" && 0 <= $0.time && story.end - $0.time > pace(at: $0.time).limit
      }
      let late = measured.count { wallLateness($0) > pace(at: $0.began).limit }
      count("late_dates", late + overdue)
      count("late_of", measured.count + overdue)
      if driver.interval > 0 {
        let pairs = zip(measured, measured.dropFirst()).filter { !isApart($0, $1) }
        count("doubled", pairs.count { 2 * ($1.began - $0.began) < pace(at: $1.began).interval })
      }
    }
    clock()
    if let table { stepsOfFrames(table) }
    if !display.window.isEmpty { motion() }
  }

  /// How many callbacks begin in each refresh that has an end.
  private var callbacksByRefresh: [Int] {
    zip(story.vsyncs, story.vsyncs.dropFirst()).map { begin, end in
      driver.callbacks.count { begin <= $0.began && $0.began < end }
    }
  }

  /// How far apart callbacks are to be, and how late one may be.
  private func pace(at time: Int) -> (interval: Int, limit: Int) {
    guard driver.isLink else {
      return (driver.interval, driver.interval > 0 ? driver.interval / 4 : 100_000_000)
    }
    let refresh = max(0, story.vsyncs.lastIndex { $0 <= time } ?? 0)
    let interval = (story.vsyncs.isEmpty ? 0 : aim(refresh)) * divider(time)
    return (interval, driver.tolerance + interval / 4)
  }

  // MARK: The clock that was asked for

  private mutating func clock() {
    guard !driver.isLink, driver.interval > 0 else { return }
    let due = Int(values["due"] ?? "") ?? 0
    let asked = max(driver.askedDates, due)
    count("short", asked - due)
    count("dates_asked", asked)
    var errors: [Int] = []
    for callback in measured {
      if callback.shift == 0 {
        errors = []
      } else {
        errors.append(callback.began - callback.due + callback.shift)
      }
    }
    let isSteady =
      errors.count >= 10
      && zip(errors, errors.dropFirst(9)).allSatisfy { 2000 * ($1 - $0) > 9 * driver.interval }
    time("behind", isSteady ? max(0, errors.last ?? 0) : 0)
    time("behind_of", measured.count * driver.interval)
  }

  // MARK: Frames

  private mutating func stepsOfFrames(_ table: Slots) {
    let drops = table.slots.filter(\.isDropped).map(\.refreshes.lowerBound)
    if table.isDeclared, target != nil {
      let began = zip(callbacksByRefresh.indices, callbacksByRefresh)
        .count { display.window.contains($0) && $1 > 0 }
      let early = min(table.leading, display.depth + 1 + driver.pauses.count)
      let edges = 1 + driver.pauses.count + aimChanges.count + early
      count("extra", began - table.slots.count > edges ? began - table.slots.count : 0)
    }
    guard draws else { return }
    let steps = steps.map { step in
      (
        step: step, length: duration(step.from..<step.to), target: targetInterval(step.from),
        isFree: !drops.contains { step.from <= $0 && $0 < step.to }
      )
    }
    let judged = steps.filter { $0.target > 0 && !changes(in: $0.step.from..<$0.step.to) }
    count(
      "uneven",
      judged.count { $0.isFree && 2 * abs($0.length - $0.target) + 8 >= aim($0.step.from) })
    count("uneven_of", judged.count)
    let late = steps.count { $0.isFree && 10 * abs($0.step.error) > aim($0.step.from) }
    count("late_dates", late > steps.count / 100 ? late : 0)
    count("late_of", steps.count)
  }

  /// The refreshes from which on the display means another interval.
  private var aimChanges: [Int] {
    story.aims.indices.filter { story.aims[$0] != ($0 > 0 ? story.aims[$0 - 1] : 0) }
  }

  /// Whether something else is wanted from one of the refreshes after the first on.
  private func changes(in refreshes: Range<Int>) -> Bool {
    let paces = driver.paces.compactMap { pace in
      story.vsyncs.firstIndex { $0 >= pace.time }
    }
    return (aimChanges + paces).contains { refreshes.lowerBound < $0 && $0 <= refreshes.upperBound }
  }

  /// What the new frames of the last run of the motion show, but for those of the render server.
  private mutating func motion() {
    guard let run = driver.motions.last, driver.changes.allSatisfy({ $0.content != nil }) else {
      return
    }
    let frames = story.vsyncs.indices.compactMap {
      refresh -> (photon: Int, time: Int, pixel: Double)? in
      guard let shown = shown.changes[refresh], shown >= run.change,
        let content = driver.changes[shown].content, !content.handed
      else { return nil }
      let pixel = (content.place / (1.0 / 3)).rounded(.down)
      return (story.vsyncs[refresh], content.time, pixel)
    }
    let steps = Array(zip(frames, frames.dropFirst()))
    let moving = steps.filter { $0.time != $1.time }
    count("motion_steps", steps.count)
    count("stale_frames", steps.count - moving.count)
    count(
      "jumped", moving.count { 2 * ($1.time - $0.time) + 4 >= 3 * ($1.photon - $0.photon) })
    let alike = moving.count { $0.pixel == $1.pixel }
    count("wasted", 2 * alike >= steps.count ? alike : 0)
    guard frames.count >= 10, let first = frames.first, let end = moving.last?.0,
      end.photon > first.photon,
      !driver.pauses.contains(where: { first.photon < $0.end && $0.end < end.photon })
    else { return }
    let (passed, got) = (end.photon - first.photon, end.time - first.time)
    time("speed_error", abs(got - passed) * 10 >= passed ? abs(got - passed) : 0)
    time("speed_of", max(passed, got))
  }
}
