import LoopScenarios

/// The rules of the loop stated a second time: plain, slow, in arrays and names, written from the
/// catalogue and sharing no code with the loop under test.
///
/// A profile of Darwin differs in what section "Linux against Darwin" says: tolerance counts, the
/// alarm goes away with the last timer, and every message to a port has a callout of its own.
final class PlainLoop: LoopHost {
  /// How the platform is, and where in its window an alarm lands.
  struct Platform {
    var isDarwin: Bool
    var landsLate = false
    /// The tolerance of each timer, by the index of its item; none for those behind the end.
    var tolerances: [Int64] = []
    /// Which rule is replaced by a mistake about it.
    var mutant: Mutant?
  }

  /// What is to happen outside the thread.
  struct Entry {
    var due: Int64
    var rank: Int
    var number: Int
    var action: () -> Void
  }

  /// One run among those nested in one another.
  struct Run {
    var mode: String
    var returnsAfterSource: Bool
    var limit: Int64?
    var polls = false
    var isStopped = false
    var ignoresWakeUps = false
  }

  /// A mode: who is in it, its alarm, and the line of its ready ports.
  struct Mode {
    var sources: [Int] = []
    var ports: [Int] = []
    var observers: [Int] = []
    /// By date, those inserted first in front; firing ones too.
    var timers: [Int] = []
    /// The window for which the alarm was set last; `nil` once forgotten.
    var window: (soft: Int64, hard: Int64)?
    var line: [String] = []
    var isStopped = false
  }

  /// An item of any kind.
  struct Item {
    var kind: Scenario.Kind
    var order = 0
    var callout: (Activities) -> Void
    var isValid = true
    var modes: Set<String> = []
    /// For a timer: when it fires, what its owner was told, its grid and its tolerance.
    var date: Int64 = 0
    var shown: Int64 = 0
    var interval: Int64 = 0
    var tolerance: Int64 = 0
    /// Whether a date was set inside the callout.
    var isMoved = false
    /// Whether a timer or an observer is calling out.
    var isBusy = false
    /// When a source was signalled, by number.
    var signal: Int?
  }

  /// A block that waits for a round.
  struct Block {
    var modes: [String]
    var action: () -> Void
  }

  let platform: Platform
  let isMain: Bool
  var now: Int64 = 0
  var slept: Int64 = 0
  var wall: Int64 { (now + slept) / 1_000 * 1_000 }
  var isDead = false
  var isWaiting = false
  var counter = 0
  var agenda: [Entry] = []
  var items: [Int: Item] = [:]
  var modes: [String: Mode] = ["default": Mode()]
  var commonModes = ["default"]
  var commonItems: [Int] = []
  var runs: [Run] = []
  var blocks: [Block] = []
  var mainQueue: [() -> Void] = []
  var isDraining = false
  /// The entry of each mode's alarm, by number.
  var alarms: [String: Int] = [:]
  /// The messages that wait at each port, as numbers of their arrival.
  var messages: [String: [Int]] = [:]

  init(_ platform: Platform, isMain: Bool) {
    self.platform = platform
    self.isMain = isMain
  }

  /// Plays a scenario from its beginning.
  static func play(_ scenario: Scenario, on platform: Platform) -> Timeline {
    let player = Player(scenario, on: PlainLoop(platform, isMain: scenario.isMain))
    player.play()
    return player.timeline
  }

  func isMutated(_ rule: Mutant) -> Bool { platform.mutant == rule }

  func nextNumber() -> Int {
    counter += 1
    return counter
  }

  // MARK: Time

  func sleepMachine(_ length: Int64) { slept += length }

  /// Early events go before alarms, alarms before limits, limits before everything else.
  enum Rank {
    static let early = 0
    static let alarm = 1
    static let limit = 2
    static let other = 3
  }

  func schedule(at time: Int64, isEarly: Bool, _ action: @escaping () -> Void) {
    put(at: time, isEarly ? Rank.early : Rank.other, action)
  }

  @discardableResult
  func put(at time: Int64, _ rank: Int, _ action: @escaping () -> Void) -> Int {
    let number = nextNumber()
    agenda.append(Entry(due: time, rank: rank, number: number, action: action))
    return number
  }

  private var first: Int? {
    agenda.indices.min {
      (agenda[$0].due, agenda[$0].rank, agenda[$0].number)
        < (agenda[$1].due, agenda[$1].rank, agenda[$1].number)
    }
  }

  private func pass(to end: Int64) {
    while !isDead, let place = first, agenda[place].due <= end {
      let entry = agenda.remove(at: place)
      now = max(now, entry.due)
      entry.action()
    }
    if !isDead { now = max(now, end) }
  }

  func spend(_ duration: Int64) {
    guard !isDead else { return }
    pass(to: now + max(0, duration))
  }

  func sleep() {
    guard let place = first else {
      isDead = true
      return
    }
    pass(to: max(now, agenda[place].due))
  }

  func giveUp() { isDead = true }

  // MARK: Ports

  static let wakeUpPort = "wake-up"
  static let mainPort = "main queue"
  static func alarmPort(_ mode: String) -> String { "alarm of \(mode)" }
  static func port(_ index: Int) -> String { "port \(index)" }

  /// The modes in whose wait sets a port is now.
  func modesWaiting(for port: String) -> [String] {
    modes.keys.filter { mode in
      port == Self.wakeUpPort || port == Self.alarmPort(mode)
        || modes[mode]?.ports.contains { Self.port($0) == port } == true
        || port == Self.mainPort && mainPortMode == mode
    }
  }

  /// The mode whose wait set holds the main queue's port, which is only while the thread waits.
  var mainPortMode: String? { mainPortModes.last }
  var mainPortModes: [String] = []

  func ring(_ port: String, capacity: Int = 1) {
    guard (messages[port] ?? []).count < capacity else { return }
    messages[port, default: []].append(nextNumber())
    for mode in modesWaiting(for: port) { lineUp(port, in: mode) }
  }

  func lineUp(_ port: String, in mode: String) {
    if modes[mode]?.line.contains(port) == false { modes[mode]?.line.append(port) }
  }

  func isReady(_ port: String) -> Bool { !(messages[port] ?? []).isEmpty }

  func drain(_ port: String) { messages[port] = [] }

  /// Whether the first in line is ready, once those that no longer are have gone.
  func hasReadyPort(in mode: String) -> Bool {
    while let port = modes[mode]?.line.first {
      if isReady(port) { return true }
      modes[mode]?.line.removeFirst()
    }
    return false
  }

  /// Takes one message of the first in line; with more of them it lines up again by the next one's
  /// age.
  func takePort(in mode: String) -> String? {
    guard hasReadyPort(in: mode), let port = modes[mode]?.line.removeFirst() else { return nil }
    messages[port]?.removeFirst()
    if let age = messages[port]?.first {
      let line = modes[mode]?.line ?? []
      let place = line.firstIndex { (messages[$0]?.first ?? -1) > age } ?? line.endIndex
      modes[mode]?.line.insert(port, at: place)
    }
    return port
  }
}
