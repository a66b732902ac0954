/// A host that tells when callouts begin and end, and has probes among its observers.
///
/// The first and the last observer of a mode are probes: items with the names ``firstProbe`` and
/// ``lastProbe``, of which the player knows nothing.
package final class WatchedHost: LoopHost {
  /// What a host tells.
  package enum Sight: Hashable, Sendable {
    /// A callout of an item began, or a block.
    case began(String)
    /// The callout that began last ended.
    case ended(String, isTimer: Bool)
    /// An activity, as the first or the last observer saw it.
    case activity(Activities, isLast: Bool)
  }

  /// The name of the observer before all others.
  package static let firstProbe = "first probe"
  /// The name of the observer after all others.
  package static let lastProbe = "last probe"

  private let host: any LoopHost
  private let see: (Sight) -> Void

  /// Watches a host.
  package init(_ host: any LoopHost, _ see: @escaping (Sight) -> Void) {
    self.host = host
    self.see = see
  }

  package func create(
    _ index: Int, _ item: Scenario.Item, callout: @escaping (Activities) -> Void
  ) {
    let isLast = item.name == Self.lastProbe
    guard !isLast, item.name != Self.firstProbe else {
      return host.create(index, item) { [see] in see(.activity($0, isLast: isLast)) }
    }
    var isTimer = false
    if case .timer = item.kind { isTimer = true }
    host.create(index, item) { [see] activity in
      see(.began(item.name))
      callout(activity)
      see(.ended(item.name, isTimer: isTimer))
    }
  }

  package func perform(in modes: [String], _ block: @escaping () -> Void) {
    host.perform(in: modes, watched("block", block))
  }

  package func enqueue(_ block: @escaping () -> Void) { host.enqueue(watched("main", block)) }

  private func watched(_ name: String, _ block: @escaping () -> Void) -> () -> Void {
    { [see] in
      see(.began(name))
      block()
      see(.ended(name, isTimer: false))
    }
  }

  // MARK: What is passed on

  package var now: Int64 { host.now }
  package var wall: Int64 { host.wall }
  package var isDead: Bool { host.isDead }
  package var isWaiting: Bool { host.isWaiting }
  package var currentMode: String? { host.currentMode }
  package var modeCount: Int { host.modeCount }
  package func spend(_ duration: Int64) { host.spend(duration) }
  package func sleepMachine(_ length: Int64) { host.sleepMachine(length) }
  package func schedule(at time: Int64, isEarly: Bool, _ action: @escaping () -> Void) {
    host.schedule(at: time, isEarly: isEarly, action)
  }
  package func giveUp() { host.giveUp() }
  package func add(_ index: Int, to mode: String) { host.add(index, to: mode) }
  package func remove(_ index: Int, from mode: String) { host.remove(index, from: mode) }
  package func invalidate(_ index: Int) { host.invalidate(index) }
  package func setDate(_ index: Int, _ date: Int64) { host.setDate(index, date) }
  package func signal(_ index: Int) { host.signal(index) }
  package func ring(_ index: Int) { host.ring(index) }
  package func wake() { host.wake() }
  package func stop() { host.stop() }
  package func stop(_ mode: String) { host.stop(mode) }
  package func makeCommon(_ mode: String) { host.makeCommon(mode) }
  package func run(_ mode: String, limit: Int64?, returnsAfterSource: Bool) -> RunResult? {
    host.run(mode, limit: limit, returnsAfterSource: returnsAfterSource)
  }
  package func call(_ call: FoundationCall) -> FoundationCall.Answer? { host.call(call) }
  package func nextDate(_ index: Int) -> Int64? { host.nextDate(index) }
  package func interval(_ index: Int) -> Int64 { host.interval(index) }
  package func isValid(_ index: Int) -> Bool { host.isValid(index) }
  package func contains(_ index: Int, in mode: String) -> Bool { host.contains(index, in: mode) }
  package func nextDate(inMode mode: String) -> Int64? { host.nextDate(inMode: mode) }
}

extension Scenario {
  /// The modes that probes watch: all that generated scenarios use.
  package static let watchedModes = ["default", "tracking", "other"]

  /// Returns the scenario with probes in each mode, of the given orders among its observers.
  package func withProbes(_ orders: (first: Int, last: Int)) -> Scenario {
    var scenario = self
    let probes = [(WatchedHost.firstProbe, orders.first), (WatchedHost.lastProbe, orders.last)]
    for (name, order) in probes {
      scenario.items.append(
        Item(
          name: name, kind: .observer(.all, once: false), order: order,
          birth: .added(to: Self.watchedModes)))
    }
    return scenario
  }
}
