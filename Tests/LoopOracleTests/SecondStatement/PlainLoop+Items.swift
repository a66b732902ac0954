import LoopScenarios

/// Items, and the modes that they are in.
extension PlainLoop {
  /// Sixteen years, the farthest that a date may lie ahead.
  private static let longest: Int64 = 504_911_232_000_000_000

  func create(_ index: Int, _ item: Scenario.Item, callout: @escaping (Activities) -> Void) {
    var made = Item(kind: item.kind, order: item.order, callout: callout)
    if case .timer(let date, let interval) = item.kind {
      made.interval = min(max(0, interval), Self.longest)
      made.date = clockDate(date)
      made.shown = date
      let wanted = index < platform.tolerances.count ? platform.tolerances[index] : 0
      let most = made.interval > 0 ? min(wanted, made.interval / 2) : wanted
      made.tolerance = platform.isDarwin ? max(0, most) : 0
    }
    items[index] = made
  }

  /// A date that has passed is now (R5).
  func clockDate(_ date: Int64) -> Int64 { max(now, min(date, now + Self.longest)) }

  func makeMode(_ mode: String) {
    guard modes[mode] == nil else { return }
    modes[mode] = Mode()
    if isReady(Self.wakeUpPort) { lineUp(Self.wakeUpPort, in: mode) }
  }

  func add(_ index: Int, to mode: String) {
    guard items[index]?.isValid == true else { return }
    guard mode == "common" else { return join(index, mode) }
    if !commonItems.contains(index) { commonItems.append(index) }
    for member in commonModes { join(index, member) }
  }

  private func join(_ index: Int, _ mode: String) {
    makeMode(mode)
    guard let item = items[index], !item.modes.contains(mode) else { return }
    items[index]?.modes.insert(mode)
    switch item.kind {
    case .timer:
      insertTimer(index, in: mode)
      setAlarm(of: mode)
    case .source: modes[mode]?.sources.append(index)
    case .port:
      modes[mode]?.ports.append(index)
      if isReady(Self.port(index)) { lineUp(Self.port(index), in: mode) }
    case .observer:
      let list = modes[mode]?.observers ?? []
      let place = list.firstIndex { (items[$0]?.order ?? 0) > item.order } ?? list.endIndex
      modes[mode]?.observers.insert(index, at: place)
    case .block, .mainBlock: break
    }
  }

  /// A timer comes behind all others of its date (R40).
  func insertTimer(_ index: Int, in mode: String) {
    modes[mode]?.timers.removeAll { $0 == index }
    let (list, date) = (modes[mode]?.timers ?? [], items[index]?.date ?? 0)
    let byCreation = isMutated(.breaksTiesByCreation)
    let place =
      list.firstIndex {
        let other = items[$0]?.date ?? 0
        return other > date || byCreation && other == date && $0 > index
      } ?? list.endIndex
    modes[mode]?.timers.insert(index, at: place)
  }

  func remove(_ index: Int, from mode: String) {
    guard mode == "common" else { return leave(index, mode) }
    guard commonItems.contains(index) else { return }
    commonItems.removeAll { $0 == index }
    for member in commonModes { leave(index, member) }
  }

  private func leave(_ index: Int, _ mode: String) {
    guard let item = items[index], item.modes.contains(mode) else { return }
    items[index]?.modes.remove(mode)
    switch item.kind {
    case .timer:
      modes[mode]?.timers.removeAll { $0 == index }
      setAlarm(of: mode)
    case .source: modes[mode]?.sources.removeAll { $0 == index }
    case .port:
      modes[mode]?.ports.removeAll { $0 == index }
      modes[mode]?.line.removeAll { $0 == Self.port(index) }
    case .observer: modes[mode]?.observers.removeAll { $0 == index }
    case .block, .mainBlock: break
    }
  }

  func invalidate(_ index: Int) {
    guard let item = items[index], item.isValid else { return }
    items[index]?.isValid = false
    items[index]?.signal = nil
    for mode in item.modes.sorted() { leave(index, mode) }
    commonItems.removeAll { $0 == index }
  }

  func contains(_ index: Int, in mode: String) -> Bool {
    guard let item = items[index] else { return false }
    guard mode == "common" else { return item.modes.contains(mode) }
    if case .timer = item.kind, item.modes.isEmpty { return false }
    return commonItems.contains(index)
  }

  func makeCommon(_ mode: String) {
    guard !commonModes.contains(mode) else { return }
    commonModes.append(mode)
    for index in commonItems { add(index, to: mode) }
  }

  // MARK: Looking at them

  func isValid(_ index: Int) -> Bool { items[index]?.isValid ?? false }

  func interval(_ index: Int) -> Int64 { items[index]?.interval ?? 0 }

  func nextDate(_ index: Int) -> Int64? {
    guard let item = items[index], item.isValid, case .timer = item.kind else { return nil }
    return microseconds(item.shown)
  }

  func nextDate(inMode mode: String) -> Int64? {
    modes[mode]?.timers.first.flatMap { items[$0] }.map { microseconds($0.shown) }
  }

  func microseconds(_ date: Int64) -> Int64 { Int64((Double(date) / 1_000).rounded()) * 1_000 }

  var currentMode: String? { runs.last?.mode }

  var modeCount: Int { modes.count }

  // MARK: Doing something to them

  func signal(_ index: Int) {
    guard let item = items[index], item.isValid, item.signal == nil, case .source = item.kind
    else { return }
    items[index]?.signal = nextNumber()
    if isMutated(.signalsWakeTheLoop) { wake() }
  }

  func ring(_ index: Int) { ring(Self.port(index), capacity: platform.isDarwin ? 5 : 1) }

  func setDate(_ index: Int, _ date: Int64) {
    guard let item = items[index], item.isValid, case .timer = item.kind else { return }
    move(index, to: clockDate(date))
    items[index]?.shown = date
    items[index]?.isMoved = true
  }

  /// Gives a timer a date in all its modes, and sets their alarms.
  func move(_ index: Int, to date: Int64) {
    items[index]?.date = date
    items[index]?.shown = date
    for mode in (items[index]?.modes ?? []).sorted() {
      insertTimer(index, in: mode)
      setAlarm(of: mode)
    }
  }

  // MARK: The alarm

  /// Sets the alarm of a mode for its timers, if the window has changed (R41 to R44).
  func setAlarm(of mode: String) {
    let waiting = (modes[mode]?.timers ?? []).compactMap { items[$0] }
      .filter { !$0.isBusy || isMutated(.firingTimersArmTheAlarm) }
    guard let first = waiting.first else { return clearAlarm(of: mode) }
    var window = (soft: first.date, hard: first.date + first.tolerance)
    for item in waiting {
      if item.date > window.hard { break }
      window.hard = min(window.hard, item.date + item.tolerance)
    }
    if let old = modes[mode]?.window, old == window { return }
    modes[mode]?.window = window
    cancelAlarm(of: mode)
    let date = platform.landsLate ? window.hard : window.soft
    if date <= now { return ring(Self.alarmPort(mode)) }
    alarms[mode] = put(at: date, Rank.alarm) { [unowned self] in
      alarms[mode] = nil
      ring(Self.alarmPort(mode))
    }
  }

  /// Without timers there is no deadline; on Linux the alarm stays all the same (R61).
  private func clearAlarm(of mode: String) {
    modes[mode]?.window = nil
    if platform.isDarwin { cancelAlarm(of: mode) }
  }

  private func cancelAlarm(of mode: String) {
    if let number = alarms[mode] { agenda.removeAll { $0.number == number } }
    alarms[mode] = nil
    drain(Self.alarmPort(mode))
  }
}
