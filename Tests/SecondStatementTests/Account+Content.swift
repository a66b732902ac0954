/// What one refresh shows of a motion.
private struct View {
  let refresh: Int
  /// The time since the motion began.
  let passed: Int
  /// The time of the motion that is on the screen.
  let time: Int
  let place: Double
  let isNew: Bool
}

extension Account {
  /// The last run of what the driver moves, as refresh after refresh showed it.
  mutating func content() {
    guard let run = driver.motions.last,
      !driver.changes.isEmpty || !driver.motions.isEmpty,
      driver.changes.allSatisfy({ $0.content != nil })
    else { return }
    let path = situation.paths[driver.name]
    let own = Array(driver.changes.indices.dropFirst(run.change))
    let beginning =
      own.first.map { driver.changes[$0].clock - (driver.changes[$0].content?.time ?? 0) }
      ?? run.time
    let views = views(own, from: beginning, hasEnded: run.ended != nil, path)
    let lags = views.filter { $0.time < path?.duration ?? .max }.map { $0.passed - $0.time }
    time("content_lag_base", lags.min())
    time("content_lag_sd", deviation(lags))
    time("content_lag_worst", range(lags))
    let pairs = Array(zip(views, views.dropFirst()))
    count("content_repeated", pairs.count { $0.time == $1.time })
    time("content_jump", pairs.map { $1.time - $0.time }.max())
    let new = views.indices.filter { views[$0].isNew }
    let stays = zip(new, new.dropFirst()).map { $1 - $0 }
    count("picture_stay_min", stays.min())
    count("picture_stay_max", stays.max())
    places(views, pairs, path)
    let last = driver.changes.last?.content
    if last?.handed == true {
      time("end", path?.duration)
    } else {
      time("end", run.ended.map { $0 - beginning })
    }
    number("final_place", views.last?.place ?? last?.place)
    if let path, let view = views.last { number("final_error", view.place - path.place(view.time)) }
    guard let path else { return }
    errors(views, path, base: lags.min() ?? 0)
  }

  private func views(
    _ own: [Int], from beginning: Int, hasEnded: Bool, _ path: Situation.Path?
  ) -> [View] {
    var views: [View] = []
    var current: Int?
    for (refresh, vsync) in story.vsyncs.enumerated() {
      let new = shown.changes[refresh]
      if let new, own.contains(new) { current = new }
      guard let current, let content = driver.changes[current].content else { continue }
      let passed = vsync - beginning
      var (time, place) = (content.time, content.place)
      if content.handed, let path {
        time = min(passed, path.duration ?? passed)
        place = path.place(time)
      }
      views.append(
        View(refresh: refresh, passed: passed, time: time, place: place, isNew: new != nil))
      let isLast = current == own.last && hasEnded
      if isLast, !content.handed || time < passed { break }
    }
    return views
  }

  private mutating func places(
    _ views: [View], _ pairs: [(View, View)], _ path: Situation.Path?
  ) {
    guard let first = views.first, let last = views.last else { return number("travel", 0) }
    let start = path?.place(0) ?? first.place
    let steps = [abs(first.place - start)] + pairs.map { abs($1.place - $0.place) }
    number("position_jump", steps.max())
    number("travel", steps.reduce(0, +))
    guard let path else { return }
    let speed = path.speed(last.passed)
    let times = [first.passed] + pairs.map { $1.passed - $0.passed }
    let excess = zip(steps, times).map { $0 - speed * (Double($1) / 1_000_000_000) }
    number("discontinuity", max(0, excess.max() ?? 0))
    count(
      "backward_steps",
      pairs.count { from, to in
        (to.place - from.place) * (path.place(to.time) - path.place(from.time)) < 0
      })
  }

  private mutating func errors(_ views: [View], _ path: Situation.Path, base: Int) {
    let errors = views.map { $0.place - path.place($0.passed - base) }
    points("position_error", errors)
    points("motion_error", zip(errors, errors.dropFirst()).map { $1 - $0 })
    let new = views.filter(\.isNew)
    guard !new.isEmpty else { return }
    let lag = new.map { $0.passed - $0.time }.sorted()[(new.count - 1) / 2]
    points("content_step_error", new.map { $0.place - path.place($0.passed - lag) })
  }

  private mutating func points(_ name: String, _ errors: [Double]) {
    guard !errors.isEmpty else { return }
    let squares = errors.map { $0 * $0 }.reduce(0, +)
    number("\(name)_rms", (squares / Double(errors.count)).squareRoot())
    number("\(name)_max", errors.map { abs($0) }.max())
  }
}
