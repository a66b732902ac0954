import LabKernel

extension SimulatedRunLoop: CustomDebugStringConvertible {
  /// What the loop holds and what it waits for, in the manner of a printed `CFRunLoop`.
  public var debugDescription: String {
    let run = innermost.value
    let commonNames = commonModes.map(\.name).joined(separator: ", ")
    let items = commonItems.map { name(of: subject(of: $0)) }.joined(separator: ", ")
    let head = """
      <SimulatedRunLoop>{now = \(world.now), current mode = \(currentMode?.name ?? "none"), \
      depth = \(depth), waiting = \(yes(isWaiting)), stopped = \(yes(run.isStopped)), \
      ignores wake-ups = \(yes(run.ignoresWakeUps)),
      common modes = {\(commonNames)},
      common mode items = {\(items)},
      blocks = \(blocks.value.count), main queue = \(mainQueue.value.count),
      modes = {

      """
    return head + modes.indices.map(text(ofMode:)).joined() + "}}"
  }

  private func text(ofMode mode: Int) -> String {
    let ids =
      modes[mode].timerCount == 0 ? [] : timers.indices.filter { contains(.timer($0), mode) }
    let sources = modes[mode].sources.map { text(of: .source($0)) }
    let ports = switchboard.ports.indices.filter {
      switchboard.ports[$0].purpose == .source && contains(.port($0), mode)
    }
    let observers = modes[mode].observers.map { text(of: .observer($0)) }
    let window = modes[mode].programmed
    let deadlines =
      window == .none || window == .forgotten
      ? "none" : "\(Instant(nanoseconds: window.soft)) to \(Instant(nanoseconds: window.hard))"
    return """
        <mode>{name = \(modes[mode].name), stopped = \(yes(modes[mode].isStopped)), \
      alarm = \(deadlines),
      \(list("sources0", sources))\(list("sources1", ports.map { text(of: .port($0)) }))\
      \(list("observers", observers))\(list("timers", inOrder(ids).map { text(of: .timer($0)) }))  },

      """
  }

  private func contains(_ item: Item, _ mode: Int) -> Bool { modeSet(of: item).contains(mode) }

  /// Timers by the date at which they fire next, as the loop keeps them (R39).
  private func inOrder(_ ids: [Int]) -> [Int] { ids.sorted { timers[$0].key < timers[$1].key } }

  private func list(_ title: String, _ lines: [String]) -> String {
    lines.isEmpty
      ? "    \(title) = {},\n"
      : "    \(title) = {\n\(lines.map { "      \($0),\n" }.joined())    },\n"
  }

  private func text(of item: Item) -> String {
    let name = name(of: subject(of: item))
    switch item {
    case .timer(let id):
      let date = Instant(nanoseconds: timers[id].fireDate)
      let (interval, tolerance) = (timers[id].interval, timers[id].allowance)
      return "<timer>{name = \(name), firing = \(yes(timers[id].isFiring)), "
        + "interval = \(Instant(nanoseconds: interval)), "
        + "tolerance = \(Instant(nanoseconds: tolerance)), next fire date = \(date)}"
    case .source(let id):
      return "<source>{name = \(name), signalled = \(yes(sources[id].signal != nil)), "
        + "order = \(sources[id].order)}"
    case .port(let id):
      return "<port>{name = \(name), messages = \(switchboard.ports[id].messages.count)}"
    case .observer(let id):
      let mask = String(observers[id].activities.rawValue, radix: 16)
      return "<observer>{name = \(name), activities = 0x\(mask), "
        + "repeats = \(yes(observers[id].repeats)), order = \(observers[id].order)}"
    }
  }

  private func yes(_ condition: Bool) -> String { condition ? "Yes" : "No" }
}
