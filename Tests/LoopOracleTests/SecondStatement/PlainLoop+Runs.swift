import LoopScenarios

/// Runs, passes, and what a pass calls.
extension PlainLoop {
  func run(_ mode: String, limit: Int64?, returnsAfterSource: Bool) -> RunResult? {
    guard !isDead else { return nil }
    guard mode != "common", modes[mode] != nil, !isEmpty(mode) else { return .finished }
    var run = Run(mode: mode, returnsAfterSource: returnsAfterSource)
    run.polls = limit.map { $0 <= 0 } ?? false
    run.ignoresWakeUps = isMutated(.ignoresEarlyWakeUps)
    runs.append(run)
    announce(.entry)
    let result = takeStop() ?? makePasses(limit)
    announce(.exit)
    runs.removeLast()
    return isDead ? nil : result
  }

  private func makePasses(_ limit: Int64?) -> RunResult? {
    var alarm: Int?
    if let limit, limit > 0 {
      runs[runs.count - 1].limit = now + limit
      alarm = put(at: now + limit + 1, Rank.limit) { [unowned self] in wake() }
    }
    defer { agenda.removeAll { $0.number == alarm } }
    let mode = runs[runs.count - 1].mode
    let servesMain =
      isMain && (!isDraining || isMutated(.servesMainQueueInItself)) && commonModes.contains(mode)
    var mayPollMain = false
    while !isDead {
      let pollsMain =
        servesMain && (mayPollMain || isMutated(.alwaysPollsMainQueue))
        && !isMutated(.neverPollsMainQueue)
      let pass = makePass(in: mode, servesMain: servesMain, pollsMain: pollsMain)
      mayPollMain = !pass.drained
      if isDead { return nil }
      if let result = decide(pass.handled) { return result }
    }
    return nil
  }

  private func decide(_ handledSource: Bool) -> RunResult? {
    let run = runs[runs.count - 1]
    if handledSource, run.returnsAfterSource { return .handledSource }
    if run.polls { return .timedOut }
    if let limit = run.limit, limit < now || isMutated(.endsAtTheLimit) && limit == now {
      return .timedOut
    }
    if let result = takeStop() { return result }
    return isEmpty(run.mode) ? .finished : nil
  }

  private func takeStop() -> RunResult? {
    let innermost = runs.count - 1
    if runs[innermost].isStopped {
      runs[innermost].isStopped = false
      return .stopped
    }
    if modes[runs[innermost].mode]?.isStopped == true {
      modes[runs[innermost].mode]?.isStopped = false
      return .stopped
    }
    return nil
  }

  func isEmpty(_ mode: String) -> Bool {
    if isMain, !isDraining, commonModes.contains(mode) { return false }
    guard let state = modes[mode] else { return true }
    return state.sources.isEmpty && state.ports.isEmpty && state.timers.isEmpty
      && !blocks.contains { matches($0, mode) }
  }

  // MARK: One pass

  private func makePass(
    in mode: String, servesMain: Bool, pollsMain: Bool
  ) -> (handled: Bool, drained: Bool) {
    runs[runs.count - 1].ignoresWakeUps = false
    announce(.beforeTimers)
    announce(.beforeSources)
    performBlocks(in: mode)
    var handled = performSources(in: mode)
    if handled { performBlocks(in: mode) }
    let polls = handled || runs[runs.count - 1].polls
    var port: String?
    var sleeps = !polls
    if pollsMain, isReady(Self.mainPort) {
      drain(Self.mainPort)
      port = Self.mainPort
      sleeps = false
    } else {
      if sleeps || isMutated(.announcesPollingPasses) { announce(.beforeWaiting) }
      port = wait(in: mode, sleeps: sleeps, servesMain: servesMain)
    }
    runs[runs.count - 1].ignoresWakeUps = !isMutated(.heedsAllWakeUps)
    if sleeps { announce(.afterWaiting) }
    var drained = false
    repeat {
      if port == Self.mainPort {
        drainMainQueue()
        (handled, drained) = (true, true)
      } else if port == Self.alarmPort(mode) {
        let hasFired = fireTimers(in: mode)
        handled = handled || hasFired && isMutated(.countsTimersAsSources)
      } else if let index = modes[mode]?.ports.first(where: { Self.port($0) == port }) {
        items[index]?.callout([])
        handled = true
      }
      port = isMutated(.servesAllReadyPorts) && !isDead ? takePort(in: mode) : nil
    } while port != nil
    performBlocks(in: mode)
    return (handled, drained)
  }

  private func wait(in mode: String, sleeps: Bool, servesMain: Bool) -> String? {
    isWaiting = true
    if servesMain {
      mainPortModes.append(mode)
      if isReady(Self.mainPort) { lineUp(Self.mainPort, in: mode) }
    }
    while sleeps, !isDead, !hasReadyPort(in: mode) {
      if isMutated(.finishesBeforeSleeping), isEmpty(mode) { break }
      sleep()
    }
    let port = isDead ? nil : takePort(in: mode)
    if servesMain {
      mainPortModes.removeLast()
      modes[mode]?.line.removeAll { $0 == Self.mainPort }
    }
    isWaiting = false
    return port
  }

  func announce(_ activity: Activities) {
    guard let mode = runs.last?.mode else { return }
    let called = (modes[mode]?.observers ?? []).filter { index in
      guard let item = items[index], case .observer(let wanted, _) = item.kind else { return false }
      return item.isValid && !item.isBusy && wanted.contains(activity)
    }
    for index in called {
      guard let item = items[index], item.isValid, case .observer(_, let once) = item.kind,
        item.modes.contains(mode) || !isMutated(.skipsRemovedObservers)
      else { continue }
      items[index]?.isBusy = true
      item.callout(activity)
      if once { invalidate(index) }
      items[index]?.isBusy = false
    }
  }

  private func performSources(in mode: String) -> Bool {
    let batch = (modes[mode]?.sources ?? []).filter { items[$0]?.signal != nil }
      .sorted {
        (items[$0]?.order ?? 0, items[$0]?.signal ?? 0)
          < (items[$1]?.order ?? 0, items[$1]?.signal ?? 0)
      }
    var handled = false
    for index in batch {
      let isSignalled = items[index]?.signal != nil
      handled = isSignalled || handled && isMutated(.handlesAnySource)
      guard isSignalled else { continue }
      items[index]?.signal = nil
      items[index]?.callout([])
      if runs[runs.count - 1].returnsAfterSource { break }
    }
    return handled
  }

  // MARK: Timers

  /// Fires the timers that are due, and returns whether there were any.
  private func fireTimers(in mode: String) -> Bool {
    let limit = now
    let batch = (modes[mode]?.timers ?? []).filter {
      guard let item = items[$0] else { return false }
      return item.isValid && !item.isBusy && item.date <= limit
    }
    if batch.isEmpty {
      modes[mode]?.window = nil
      setAlarm(of: mode)
    }
    for index in batch { fire(index, in: mode) }
    if isMutated(.lateTimersJoinTheBatch), !batch.isEmpty, !isDead { _ = fireTimers(in: mode) }
    return !batch.isEmpty
  }

  private func fire(_ index: Int, in mode: String) {
    guard let item = items[index], item.isValid, !item.isBusy, item.date <= now,
      !item.modes.isEmpty, item.modes.contains(mode) || !isMutated(.skipsRemovedTimers)
    else { return }
    let began = now
    items[index]?.isBusy = true
    items[index]?.isMoved = false
    modes[mode]?.window = nil
    setAlarm(of: mode)
    item.callout([])
    if item.interval == 0 { invalidate(index) }
    items[index]?.isBusy = false
    guard let after = items[index], after.isValid else { return }
    let isHonoured = isMutated(.honoursEqualDates) && after.isMoved
    if after.date > item.date || isHonoured { return setAlarm(of: mode) }
    var past = isMutated(.countsDatesFromStart) ? began : now
    if isMutated(.nextDateMayBeNow) { past -= 1 }
    var next = item.date + item.interval
    if next <= past { next += (past - next) / item.interval * item.interval }
    while next <= past { next += item.interval }
    move(index, to: next)
  }

  // MARK: Blocks

  private func matches(_ block: Block, _ mode: String) -> Bool {
    block.modes.contains(mode) || commonModes.contains(mode) && block.modes.contains("common")
  }

  private func performBlocks(in mode: String) {
    let round = blocks
    blocks = []
    var rest: [Block] = []
    for block in round {
      if matches(block, mode) { block.action() } else { rest.append(block) }
    }
    blocks = rest + blocks
    if isMutated(.runsBlocksUntilNoneMatches), !isDead,
      blocks.contains(where: { matches($0, mode) })
    {
      performBlocks(in: mode)
    }
  }

  private func drainMainQueue() {
    let snapshot = mainQueue
    mainQueue = []
    isDraining = true
    for block in snapshot { block() }
    isDraining = false
    if isMutated(.drainsMainQueueUntilEmpty), !isDead, !mainQueue.isEmpty { drainMainQueue() }
  }

  func perform(in modes: [String], _ block: @escaping () -> Void) {
    for mode in modes { makeMode(mode) }
    blocks.append(Block(modes: modes, action: block))
  }

  func enqueue(_ block: @escaping () -> Void) {
    mainQueue.append(block)
    ring(Self.mainPort)
  }

  // MARK: Wake-ups and stops

  func wake() {
    guard let run = runs.last, !run.ignoresWakeUps else { return }
    ring(Self.wakeUpPort)
  }

  func stop() {
    guard !runs.isEmpty else { return }
    let outermost = isMutated(.stopsAllRuns) ? 0 : runs.count - 1
    for place in outermost..<runs.count { runs[place].isStopped = true }
    wake()
  }

  func stop(_ mode: String) {
    makeMode(mode)
    modes[mode]?.isStopped = true
    wake()
  }
}
