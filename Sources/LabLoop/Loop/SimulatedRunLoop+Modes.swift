import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// Something that can be in modes.
  enum Item: Equatable {
    case timer(Int)
    case source(Int)
    case port(Int)
    case observer(Int)
  }

  /// Adds a mode to the common set, and everything in the set to the mode (R13).
  ///
  /// Items that were added to another mode by its own name are not copied. There is no way back
  /// (R15).
  public func addCommonMode(_ mode: Mode) {
    guard !commonModes.contains(mode) else { return }
    commonModes.append(mode)
    if let index = modeIndices[mode] { modes[index].isCommon = true }
    for item in commonItems { add(item, to: mode) }
  }

  /// Adds an item to one mode, or to the common set and every mode in it (R12).
  func add(_ item: Item, to mode: Mode) {
    guard isValid(item) else { return }
    guard mode == .common else { return join(item, index(of: mode)) }
    if !commonItems.contains(item) { commonItems.append(item) }
    for member in commonModes { join(item, index(of: member)) }
  }

  /// Removes an item from one mode, or from the common set and every mode in it (R14).
  func remove(_ item: Item, from mode: Mode) {
    if mode == .common {
      guard let position = commonItems.firstIndex(of: item) else { return }
      commonItems.remove(at: position)
      for member in commonModes { remove(item, from: member) }
    } else if let index = modeIndices[mode] {
      leave(item, index)
    }
  }

  /// Removes an item from everything it is in.
  func removeEverywhere(_ item: Item) {
    for mode in modeSet(of: item) { leave(item, mode) }
    commonItems.removeAll { $0 == item }
    record(.invalidated(subject(of: item)))
  }

  func contains(_ item: Item, in mode: Mode) -> Bool {
    if mode == .common { return belongsToLoop(item) && commonItems.contains(item) }
    return modeIndices[mode].map(modeSet(of: item).contains) ?? false
  }

  /// A timer that has left its last mode belongs to no loop, and so is in no set of it (R12).
  private func belongsToLoop(_ item: Item) -> Bool {
    guard case .timer(let id) = item else { return true }
    return !timers[id].modes.isEmpty
  }

  /// Returns the index of a mode, which is created if it does not exist.
  ///
  /// One mode too many ends the world, in which nothing more happens in the default mode either.
  @discardableResult
  func index(of mode: Mode) -> Int {
    if let index = modeIndices[mode] { return index }
    let index = modes.count
    guard index < ModeSet.capacity else {
      world.fail(.tooManyModes(at: world.now, limit: ModeSet.capacity, mode: mode.name))
      return 0
    }
    let alarmPort = switchboard.ports.count
    let alarm = world.makeDevice("alarm of mode ‘\(mode)’", priority: .alarm) {
      [switchboard] in switchboard.ring(alarmPort, at: $0.now)
    }
    switchboard.ports.append(PortState(purpose: .alarm))
    modes.append(
      ModeState(
        name: mode, isCommon: commonModes.contains(mode), alarmPort: alarmPort, alarm: alarm))
    modeIndices[mode] = index
    recorder.addMode(mode.name)
    switchboard.addMode()
    switchboard.join(alarmPort, to: index)
    switchboard.join(wakeUpPort, to: index)
    return index
  }

  private func join(_ item: Item, _ mode: Int) {
    guard !modeSet(of: item).contains(mode) else { return }  // R22
    switch item {
    case .timer(let id):
      timers[id].modes.insert(mode)
      modes[mode].timerCount += 1
      timers[id].rank = rankForInsertion(of: id)
      enqueueTimer(id, in: mode)
      programAlarm(of: mode)
    case .source(let id):
      sources[id].modes.insert(mode)
      modes[mode].sources.append(id)
    case .port(let id):
      modes[mode].portCount += 1
      switchboard.join(id, to: mode)
    case .observer(let id):
      observers[id].modes.insert(mode)
      insertObserver(id, in: mode)
    }
    record(.joined(subject(of: item), mode: UInt8(mode)))
    if case .source(let id) = item { sourceAttendants[id].schedule?(self, modes[mode].name) }
  }

  private func leave(_ item: Item, _ mode: Int) {
    guard modeSet(of: item).contains(mode) else { return }
    switch item {
    case .timer(let id):
      timers[id].modes.remove(mode)
      modes[mode].timerCount -= 1
      modes[mode].timers.remove(id)
      programAlarm(of: mode)
    case .source(let id):
      sources[id].modes.remove(mode)
      modes[mode].sources.removeAll { $0 == id }
    case .port(let id):
      modes[mode].portCount -= 1
      switchboard.leave(id, from: mode)
    case .observer(let id):
      observers[id].modes.remove(mode)
      modes[mode].observers.removeAll { $0 == id }
    }
    record(.left(subject(of: item), mode: UInt8(mode)))
    if case .source(let id) = item { sourceAttendants[id].cancel?(self, modes[mode].name) }
  }

  private func isValid(_ item: Item) -> Bool {
    switch item {
    case .timer(let id): timers[id].isValid
    case .source(let id): sources[id].isValid
    case .port(let id): switchboard.ports[id].isValid
    case .observer(let id): observers[id].isValid
    }
  }

  func modeSet(of item: Item) -> ModeSet {
    switch item {
    case .timer(let id): timers[id].modes
    case .source(let id): sources[id].modes
    case .port(let id): switchboard.ports[id].modes
    case .observer(let id): observers[id].modes
    }
  }

  func subject(of item: Item) -> UInt32 {
    switch item {
    case .timer(let id): timers[id].subject
    case .source(let id): sources[id].subject
    case .port(let id): switchboard.ports[id].subject
    case .observer(let id): observers[id].subject
    }
  }
}
