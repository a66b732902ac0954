import LabKernel

/// Makes random scenarios, from nearly empty ones to tangles.
///
/// Most dates and durations are multiples of half a millisecond, so that much falls together. Where
/// they are not even whole microseconds, no dates are read back, because the wall clock of the real
/// loop shows no more; nor are they where the machine sleeps, after which the real loop goes on to
/// tell the date on the wall for which a timer was set, and not that at which it comes. What the
/// real loop leaves open is avoided: see ``Player`` for signals at one instant; a mode becomes
/// common before there are common items, because an existing set is copied in the order of its
/// hashes.
package struct ScenarioGenerator {
  private var stream: RandomStream
  private var scenario = Scenario()
  /// How much of everything there may be.
  private var size = 1
  /// Whether times are odd numbers of nanoseconds.
  private var isOdd = false
  /// Whether the machine sleeps.
  private var sleeps = false
  /// The names of the items of each sort that exists.
  private var names: [Sort: [String]] = [:]
  /// The modes in which things happen; `common` among them only if items may be common.
  private var modes = ["default"]

  private enum Sort: String, CaseIterable {
    case timer = "t"
    case source = "s"
    case port = "p"
    case observer = "o"
    case block = "b"
    case mainBlock = "m"
  }

  /// Returns the scenario with a number under a seed.
  package static func scenario(_ number: Int, seed: UInt64) -> Scenario {
    var generator = ScenarioGenerator(
      stream: RandomStream(seed: seed, name: "scenario \(number)"))
    generator.generate()
    return generator.scenario
  }

  private init(stream: RandomStream) { self.stream = stream }

  private mutating func generate() {
    size = 1 + pick(4)
    isOdd = chance(15)
    sleeps = !isOdd && chance(40)
    scenario.isMain = chance(40)
    if chance(60) { modes.append("tracking") }
    if chance(15) { modes.append("other") }
    let isTrackingCommon = modes.count > 1 && chance(60)
    for (sort, most) in [
      (Sort.timer, 2), (.source, 1), (.port, 1), (.observer, 1), (.block, 1), (.mainBlock, 1),
    ] {
      let count = sort == .mainBlock && !scenario.isMain ? 0 : pick(most * size + 1)
      names[sort] = (0..<count).map { "\(sort.rawValue)\($0 + 1)" }
    }
    if isTrackingCommon { scenario.program.append(.makeCommon("tracking")) }
    if isTrackingCommon || chance(30) { modes.append("common") }
    if !modes.contains("common") && modes.contains("tracking") && chance(50) { addLateCommonMode() }
    if chance(85) { addWatcher() }
    for sort in Sort.allCases {
      for name in names[sort] ?? [] { addItem(name, sort) }
    }
    for _ in 0..<pick(size * 2) { scenario.events.append(event()) }
    for _ in 0..<(1 + pick(3)) {
      for _ in 0..<pick(3) { scenario.program.append(action(onOtherThread: false)) }
      scenario.program.append(run())
    }
    if sleeps { addSleep() }
  }

  /// Lets the machine sleep for up to an hour, which no timer may notice but by the clock on the
  /// wall.
  private mutating func addSleep() {
    let date = time(40)
    let length = Int64(1 + pick(3_600_000)) * 1_000_000
    let sleep = Scenario.Event(date: date, isEarly: chance(20), actions: [.sleep(length)])
    let look = Scenario.Event(date: date + time(20), actions: [.log(.wall), .log(property())])
    scenario.events += [sleep, look]
  }

  // MARK: Items

  /// Has one item join the common modes and, at some time, tracking become one of them.
  private mutating func addLateCommonMode() {
    guard let item = anyItem() else { return }
    scenario.program.append(.add(item, modes: ["common"]))
    let event = Scenario.Event(date: time(30), actions: [.makeCommon("tracking")])
    scenario.events.append(event)
  }

  private mutating func addWatcher() {
    let concrete = modes.filter { $0 != "common" }
    var reactions: [Scenario.Reaction] = []
    if chance(20) { reactions.append(reaction(of: .observer)) }
    scenario.items.append(
      Scenario.Item(
        name: "", kind: .observer(.all, once: false), birth: .added(to: concrete),
        reactions: reactions))
  }

  private mutating func addItem(_ name: String, _ sort: Sort) {
    var item = Scenario.Item(name: name, kind: kind(sort), birth: .later)
    switch sort {
    // Equal orders are left to chance; see the player for what happens then.
    case .timer, .source, .observer, .port: item.order = pick(4)
    case .block, .mainBlock: break
    }
    for _ in 0..<pick(size + 1) { item.reactions.append(reaction(of: sort)) }
    if sort != .block, sort != .mainBlock { item.birth = birth(of: name) }
    scenario.items.append(item)
  }

  /// Has an item added at once, unless it waits for the common modes to be settled or for an
  /// action.
  private mutating func birth(of name: String) -> Scenario.Birth {
    if chance(10) { return chance(50) ? .later : .unadded }
    let first = modesToJoin()
    guard first.contains("common") else { return .added(to: first) }
    scenario.program.append(.add(name, modes: first))
    return chance(50) ? .later : .unadded
  }

  private mutating func kind(_ sort: Sort) -> Scenario.Kind {
    switch sort {
    case .timer: .timer(date: time(40) - (chance(10) ? 10_000_000 : 0), interval: interval())
    case .source: .source
    case .port: .port
    case .observer: .observer(activities(), once: chance(20))
    case .block: .block
    case .mainBlock: .mainBlock
    }
  }

  private mutating func activities() -> Activities {
    guard chance(60) else { return .all }
    var some = anyActivity()
    if chance(50) { some.formUnion(anyActivity()) }
    return some
  }

  private mutating func anyActivity() -> Activities {
    Activities.letters[pick(Activities.letters.count)].1
  }

  private mutating func reaction(of sort: Sort) -> Scenario.Reaction {
    let activity = sort == .observer && chance(70) ? anyActivity() : nil
    // What an observer does in every pass would soon keep the loop busy for ever.
    let isRestricted = chance(sort == .observer ? 80 : 40)
    return Scenario.Reaction(
      activity: activity, call: isRestricted ? 1 + pick(3) : nil,
      action: chance(8) ? run() : action(onOtherThread: false))
  }

  // MARK: Actions

  private mutating func event() -> Scenario.Event {
    Scenario.Event(
      date: time(50), interval: chance(15) ? time(20) + 500_000 : 0, isEarly: chance(15),
      actions: (0...pick(3)).map { _ in action(onOtherThread: true) })
  }

  private mutating func run() -> Action {
    let limit: Int64? = chance(15) ? 0 : chance(4) ? nil : time(40)
    return .run(
      mode: chance(2) ? "common" : anyMode(), limit: limit, returnsAfterSource: chance(20),
      label: nil)
  }

  /// Returns something to do; what has no item to be done to becomes a wake-up.
  private mutating func action(onOtherThread: Bool) -> Action {
    switch pick(29) {
    case 0...2: onOtherThread ? .wake : .busy(time(12))
    case 3...6: name(.source).map { .signal($0) } ?? .wake
    case 7...10: name(.port).map { .ring($0) } ?? .wake
    case 11: chance(15) ? .stopMode(anyMode()) : .wake
    case 12: .stop
    case 13...15: name(.block).map { .perform($0, modes: modesToJoin()) } ?? .wake
    case 16...18: name(.mainBlock).map { .enqueue($0) } ?? .wake
    case 19, 20: name(.timer).map { .setDate($0, time(60)) } ?? .wake
    case 21: anyItem().map { .add($0, modes: modesToJoin()) } ?? .wake
    case 22: anyItem().map { .remove($0, modes: modesToJoin()) } ?? .wake
    case 23: anyItem().map { .invalidate($0) } ?? .wake
    case 24: isOdd && !onOtherThread ? .foundation(foundationCall()) : .log(property())
    default: .log(property())
    }
  }

  /// Returns a call with a limit that no microsecond meets, so that the wall clock of the real
  /// loop, a floating-point number, decides as one of whole nanoseconds would.
  private mutating func foundationCall() -> FoundationCall {
    let limit = time(40) / 1_000 * 1_000 + 250
    return switch pick(4) {
    case 0: .runUntil(limit)
    case 1: .acceptInput(mode: anyMode(), limit)
    default: .runBefore(mode: anyMode(), limit)
    }
  }

  private mutating func property() -> Property {
    let timer = name(.timer)
    return switch pick(9) {
    case 0, 1: timer.map { isOdd || sleeps ? .valid($0) : .next($0) } ?? .waiting
    case 2: anyItem().map { .valid($0) } ?? .mode
    case 3: isOdd || sleeps ? .modes : .modeNext(anyMode())
    case 4, 5: anyItem().map { .contains($0, mode: chance(30) ? "common" : anyMode()) } ?? .mode
    case 6: timer.map { chance(50) ? .interval($0) : .repeats($0) } ?? .mode
    case 7: .modes
    default: chance(50) ? .waiting : .mode
    }
  }

  // MARK: Choices

  private mutating func pick(_ count: Int) -> Int {
    Int(stream.next(in: 0...Int64(max(1, count) - 1)))
  }

  private mutating func chance(_ percent: Int) -> Bool { pick(100) < percent }

  /// Returns a time below a number of milliseconds.
  private mutating func time(_ milliseconds: Int) -> Int64 {
    isOdd && chance(50)
      ? Int64(pick(milliseconds * 1_000_000))
      : chance(70)
        ? Int64(pick(milliseconds)) * 1_000_000 : Int64(pick(milliseconds * 2)) * 500_000
  }

  private mutating func interval() -> Int64 {
    chance(30) ? 0 : chance(5) ? (isOdd ? 16_666_666 : 16_667_000) : time(20) + 500_000
  }

  private mutating func name(_ sort: Sort) -> String? {
    let candidates = names[sort] ?? []
    return candidates.isEmpty ? nil : candidates[pick(candidates.count)]
  }

  private mutating func anyItem() -> String? {
    name([.timer, .timer, .source, .port, .observer][pick(5)])
  }

  private mutating func anyMode() -> String {
    let concrete = modes.filter { $0 != "common" }
    return chance(60) ? "default" : concrete[pick(concrete.count)]
  }

  private mutating func modesToJoin() -> [String] {
    let first = chance(45) ? "default" : modes[pick(modes.count)]
    let second = modes[pick(modes.count)]
    return chance(20) && second != first ? [first, second] : [first]
  }
}
