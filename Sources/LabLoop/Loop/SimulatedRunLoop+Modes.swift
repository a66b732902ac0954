import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// Adds a mode to the common set, and everything in the set to the mode (R13).
  ///
  /// Items that were added to another mode by its own name are not copied. There is no way back
  /// (R15).
  public func addCommonMode(_ mode: Mode) {
    guard !commonModes.contains(mode) else { return }
    commonModes.append(mode)
    if let index = knownIndex(of: mode) { modes[index].isCommon = true }
    for item in commonItems { add(item, to: mode) }
  }

  /// Adds an item to one mode, or to the common set and every mode in it (R12).
  func add(_ item: ItemPlace, to mode: Mode) {
    guard table(of: item.kind).serial(of: item.id) != 0 else { return }
    guard mode == .common else { return join(item, index(of: mode)) }
    if !commonItems.contains(item) { commonItems.append(item) }
    for member in commonModes { join(item, index(of: member)) }
  }

  /// Removes an item from one mode, or from the common set and every mode in it (R14).
  func remove(_ item: ItemPlace, from mode: Mode) {
    if mode == .common {
      guard let position = commonItems.firstIndex(of: item) else { return }
      commonItems.remove(at: position)
      for member in commonModes { remove(item, from: member) }
    } else if let index = knownIndex(of: mode) {
      leave(item, index)
    }
  }

  /// Removes an item from everything it is in, for ever.
  ///
  /// Its closures are released at once, or after the callout that is under way.
  func invalidate(_ item: ItemPlace) {
    let table = table(of: item.kind)
    guard table.invalidate(item.id) else { return }
    for mode in state(of: item).modes { leave(item, mode) }
    commonItems.removeAll { $0 == item }
    record(.invalidated(state(of: item).subject))
    table.release(item.id)
  }

  func contains(_ item: ItemPlace, in mode: Mode) -> Bool {
    if mode == .common { return belongsToLoop(item) && commonItems.contains(item) }
    return knownIndex(of: mode).map(state(of: item).modes.contains) ?? false
  }

  /// A timer that has left its last mode belongs to no loop, and so is in no set of it (R12).
  private func belongsToLoop(_ item: ItemPlace) -> Bool {
    item.kind != .timer || !timers[item.id].item.modes.isEmpty
  }

  /// Returns the index of a mode; `nil` if it does not exist.
  ///
  /// - Complexity: O(modes); most loops have two or three, which are found sooner than by a hash.
  func knownIndex(of mode: Mode) -> Int? { modes.indices.first { modes[$0].name == mode } }

  /// Returns the index of a mode, which is created if it does not exist.
  ///
  /// One mode too many ends the world, in which nothing more happens in the default mode either.
  @discardableResult
  func index(of mode: Mode) -> Int {
    if let index = knownIndex(of: mode) { return index }
    let index = modes.count
    guard index < ModeSet.capacity else {
      world.fail(.tooManyModes(at: world.now, limit: ModeSet.capacity, mode: mode.name))
      return 0
    }
    modes.append(ModeState(name: mode, isCommon: commonModes.contains(mode)))
    recorder.addMode(mode.name)
    ports.addMode()
    timers.addMode(mode)
    sources.addMode()
    observers.addMode()
    return index
  }

  private func join(_ item: ItemPlace, _ mode: Int) {
    guard !state(of: item).modes.contains(mode) else { return }  // R22
    table(of: item.kind).add(item.id, to: mode)
    record(.joined(state(of: item).subject, mode: UInt8(mode)))
    if item.kind == .source { sources[item.id].schedule?(self, modes[mode].name) }
  }

  private func leave(_ item: ItemPlace, _ mode: Int) {
    guard state(of: item).modes.contains(mode) else { return }
    table(of: item.kind).remove(item.id, from: mode)
    record(.left(state(of: item).subject, mode: UInt8(mode)))
    if item.kind == .source { sources[item.id].cancel?(self, modes[mode].name) }
  }

  /// The handle of an item that has just been made.
  func handle(_ kind: ItemPlace.Kind, _ id: Int) -> LoopHandle {
    LoopHandle(
      place: ItemPlace(kind: kind, id: id), serial: table(of: kind).serial(of: id), owner: number)
  }

  func state(of item: ItemPlace) -> ItemState { table(of: item.kind).item(item.id) }

  func table(of kind: ItemPlace.Kind) -> any ItemTable {
    switch kind {
    case .timer: timers
    case .source: sources
    case .port: ports
    case .observer: observers
    }
  }
}
