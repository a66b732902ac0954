import LabKernel

extension SimulatedRunLoop: CustomDebugStringConvertible {
  /// What the loop holds and what it waits for, in the manner of a printed `CFRunLoop`.
  public var debugDescription: String {
    let run = innermost
    let commonNames = commonModes.map { $0.name }.joined(separator: ", ")
    let items = commonItems.map { name(of: state(of: $0).subject) }.joined(separator: ", ")
    let head = """
      <SimulatedRunLoop>{now = \(world.now), current mode = \(currentMode?.name ?? "none"), \
      depth = \(depth), waiting = \(yes(isWaiting)), stopped = \(yes(run.isStopped)), \
      ignores wake-ups = \(yes(run.ignoresWakeUps)),
      common modes = {\(commonNames)},
      common mode items = {\(items)},
      blocks = \(blocks.count), main queue = \(mainQueue.count),
      modes = {

      """
    return head + modes.indices.map(text(ofMode:)).joined() + "}}"
  }

  private func text(ofMode mode: Int) -> String {
    let deadlines =
      timers.alarmWindow(of: mode).map {
        "\(Instant(nanoseconds: $0.soft)) to \(Instant(nanoseconds: $0.hard))"
      } ?? "none"
    let lists = [
      list("sources0", .source, mode), list("sources1", .port, mode),
      list("observers", .observer, mode), list("timers", .timer, mode),
    ]
    return """
        <mode>{name = \(modes[mode].name), stopped = \(yes(modes[mode].isStopped)), \
      alarm = \(deadlines),
      \(lists.joined())  },

      """
  }

  private func list(_ title: String, _ kind: ItemPlace.Kind, _ mode: Int) -> String {
    let items = table(of: kind).ids(in: mode).map { ItemPlace(kind: kind, id: $0) }
    return items.isEmpty
      ? "    \(title) = {},\n"
      : "    \(title) = {\n\(items.map { "      \(text(of: $0)),\n" }.joined())    },\n"
  }

  private func text(of item: ItemPlace) -> String {
    let name = name(of: state(of: item).subject)
    let id = item.id
    switch item.kind {
    case .timer:
      let date = Instant(nanoseconds: timers[id].fireDate)
      let (interval, tolerance) = (timers[id].interval, timers[id].allowance)
      return "<timer>{name = \(name), firing = \(yes(timers[id].isFiring)), "
        + "interval = \(Instant(nanoseconds: interval)), "
        + "tolerance = \(Instant(nanoseconds: tolerance)), next fire date = \(date)}"
    case .source:
      return "<source>{name = \(name), signalled = \(yes(sources[id].signal != nil)), "
        + "order = \(sources[id].order)}"
    case .port:
      return "<port>{name = \(name), messages = \(ports[id].messages.count)}"
    case .observer:
      let mask = String(observers[id].activities.rawValue, radix: 16)
      return "<observer>{name = \(name), activities = 0x\(mask), "
        + "repeats = \(yes(observers[id].repeats)), order = \(observers[id].order)}"
    }
  }

  private func yes(_ condition: Bool) -> String { condition ? "Yes" : "No" }
}
