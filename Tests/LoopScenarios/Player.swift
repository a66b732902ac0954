/// Plays a scenario on a run loop and writes down what happens.
///
/// Whatever the loop, the scenario is interpreted here, so that two timelines can differ only where
/// the loops do. A signal is left out if another source of the same order was signalled at the same
/// instant, because the order of the two is then nowhere specified.
package final class Player {
  /// How many things may happen before the play is cut short.
  package static let maximumEntries = 400
  /// How often other threads may do something before the play is cut short.
  package static let maximumEvents = 2_000
  /// How deep runs may nest; a run that would go deeper is left out.
  package static let maximumDepth = 4

  /// What happened so far.
  package private(set) var timeline = Timeline()

  private let scenario: Scenario
  private let host: any LoopHost
  private let indices: [String: Int]
  private var isCreated: [Bool]
  /// How often each item was called, at each activity by bit, and in all at the end.
  private var calls: [[Int]]
  /// Which source of an order was signalled last, and when.
  private var lastSignals: [Int: (index: Int, time: Int64)] = [:]
  private var eventCount = 0
  private var depth = 0
  private var isOver = false

  /// Prepares to play a scenario.
  package init(_ scenario: Scenario, on host: any LoopHost) {
    self.scenario = scenario
    self.host = host
    indices = Dictionary(
      scenario.items.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    isCreated = Array(repeating: false, count: scenario.items.count)
    calls = Array(repeating: Array(repeating: 0, count: 9), count: scenario.items.count)
  }

  /// Plays the scenario to its end.
  package func play() {
    for event in scenario.events { schedule(event, at: event.date) }
    for (index, item) in scenario.items.enumerated() {
      switch item.birth {
      case .added(to: let modes): add(index, to: modes)
      case .unadded: create(index)
      case .later: break
      }
    }
    perform(scenario.program)
  }

  private func schedule(_ event: Scenario.Event, at time: Int64) {
    host.schedule(at: time, isEarly: event.isEarly) { [self] in
      eventCount += 1
      guard eventCount < Self.maximumEvents else { return giveUp() }
      if event.interval > 0 { schedule(event, at: time + event.interval) }
      perform(event.actions)
    }
  }

  private func record(_ text: String) {
    guard !isOver else { return }
    if host.isDead {
      isOver = true
      return timeline.append("asleep", at: host.now)
    }
    guard timeline.entries.count < Self.maximumEntries else { return giveUp() }
    timeline.append(text, at: host.now)
  }

  private func giveUp() {
    isOver = true
    host.giveUp()
  }

  // MARK: Callouts

  private func called(_ index: Int, at activity: Activities) {
    let item = scenario.items[index]
    record(item.calloutText(at: activity))
    let bit = activity.rawValue.trailingZeroBitCount
    if activity != [] { calls[index][bit] += 1 }
    calls[index][8] += 1
    for reaction in item.reactions where !isOver {
      if let wanted = reaction.activity, wanted != activity { continue }
      let count = calls[index][reaction.activity == nil ? 8 : bit]
      if let wanted = reaction.call, wanted != count { continue }
      perform(reaction.action)
    }
  }

  /// Leaves a mark for a block, and does what its item says if it has one.
  private func performed(_ name: String, _ kind: Scenario.Kind) {
    guard let index = indices[name] else {
      return record(kind == .block ? "block(\(name))" : "main(\(name))")
    }
    called(index, at: [])
  }

  // MARK: Actions

  private func perform(_ actions: [Action]) {
    for action in actions where !isOver { perform(action) }
  }

  private func perform(_ action: Action) {
    switch action {
    case .busy(let duration): host.spend(duration)
    case .sleep(let length): host.sleepMachine(length)
    case .wake: host.wake()
    case .stop: host.stop()
    case .stopMode(let mode): host.stop(mode)
    case .perform(let name, let modes):
      host.perform(in: modes) { [self] in performed(name, .block) }
    case .enqueue(let name): host.enqueue { [self] in performed(name, .mainBlock) }
    case .makeCommon(let mode): host.makeCommon(mode)
    case .run(let mode, let limit, let returnsAfterSource, let label):
      nest(as: label) {
        host.run(mode, limit: limit, returnsAfterSource: returnsAfterSource)?.rawValue
      }
    case .foundation(let call): nest(as: nil) { host.call(call)?.description }
    case .log(let property): record(text(of: property))
    case .say(let text): record(text)
    case .signal(let name), .ring(let name), .setDate(let name, _), .add(let name, _),
      .remove(let name, _), .invalidate(let name):
      if let index = indices[name] { perform(action, on: index) }
    }
  }

  private func perform(_ action: Action, on index: Int) {
    if case .add(_, modes: let modes) = action { return add(index, to: modes) }
    // What does not exist yet cannot be acted on.
    guard isCreated[index] else { return }
    switch action {
    case .signal: signal(index)
    case .ring: host.ring(index)
    case .setDate(_, let date): host.setDate(index, date)
    case .remove(_, let modes): for mode in modes { host.remove(index, from: mode) }
    case .invalidate: host.invalidate(index)
    default: break
    }
  }

  private func signal(_ index: Int) {
    let order = scenario.items[index].order
    if let last = lastSignals[order], last.time == host.now, last.index != index { return }
    lastSignals[order] = (index, host.now)
    host.signal(index)
  }

  private func add(_ index: Int, to modes: [String]) {
    create(index)
    for mode in modes { host.add(index, to: mode) }
  }

  private func create(_ index: Int) {
    guard !isCreated[index] else { return }
    isCreated[index] = true
    host.create(index, scenario.items[index]) { [self] in called(index, at: $0) }
  }

  private func nest(as label: String?, run: () -> String?) {
    guard depth < Self.maximumDepth else { return }
    depth += 1
    let result = run()
    depth -= 1
    record("=>\(label.map { "\($0):" } ?? "")\(result ?? "abandoned")")
  }
}

extension Scenario.Item {
  /// What a timeline says about a call.
  fileprivate func calloutText(at activity: Activities) -> String {
    switch kind {
    case .timer: "timer(\(name))"
    case .source: "src0(\(name))"
    case .port: "src1(\(name))"
    case .block: "block(\(name))"
    case .mainBlock: "main(\(name))"
    case .observer: name + activity.text
    }
  }
}

extension Player {
  private func text(of property: Property) -> String {
    func value<Value>(_ name: String, _ read: (Int) -> Value?) -> String {
      guard let index = indices[name], isCreated[index] else { return "none" }
      return read(index).map { "\($0)" } ?? "none"
    }
    let text =
      switch property {
      case .next(let name): value(name) { host.nextDate($0).map(timeText) }
      case .valid(let name): value(name) { host.isValid($0) }
      case .interval(let name): value(name) { timeText(host.interval($0)) }
      case .repeats(let name): value(name) { host.interval($0) > 0 }
      case .contains(let name, let mode): value(name) { host.contains($0, in: mode) }
      case .modeNext(let mode): host.nextDate(inMode: mode).map(timeText) ?? "none"
      case .wall: timeText(host.wall)
      case .waiting: "\(host.isWaiting)"
      case .mode: host.currentMode ?? "none"
      case .modes: "\(host.modeCount)"
      }
    return "\(property.label)=\(text)"
  }
}

extension Property {
  /// The property as a timeline names it.
  fileprivate var label: String {
    switch self {
    case .next(let name): "next(\(name))"
    case .valid(let name): "valid(\(name))"
    case .interval(let name): "interval(\(name))"
    case .repeats(let name): "repeats(\(name))"
    case .contains(let name, let mode): "in(\(name),\(mode))"
    case .modeNext(let mode): "modeNext(\(mode))"
    case .wall: "wall"
    case .waiting: "waiting"
    case .mode: "mode"
    case .modes: "modes"
    }
  }
}
