/// One event of the user, as an `EventTiming` of a browser's trace tells it.
///
/// - Source: W3C Event Timing; chromium window_performance.cc. The event begins when the user did
///   something and ends when the frame is presented that shows it; its arguments are in
///   milliseconds of the page's clock.
struct RawInput {
  let process: Int64
  let thread: Int64
  let type: String
  let arrived: Int64
  let began: Int64
  let ended: Int64
  let shown: Int64
  let interaction: Int64

  /// Reads the two ends of an event; `nil` if they do not say when it was handled.
  init?(_ begin: JSONValue, _ end: JSONValue, process: Int64, thread: Int64) {
    func data(_ key: String) -> JSONValue? {
      begin["args"]?["data"]?[key] ?? end["args"]?["data"]?[key]
    }
    func time(_ key: String) -> Int64? { data(key)?.decimal?.nanoseconds(6) }
    guard let arrived = begin["ts"]?.decimal?.nanoseconds(3),
      let shown = end["ts"]?.decimal?.nanoseconds(3), let stamp = time("timeStamp"),
      let first = time("processingStart"), let last = time("processingEnd"),
      let type = data("type")?.text, !type.isEmpty, stamp <= first, first <= last, arrived <= shown
    else { return nil }
    (self.process, self.thread, self.type) = (process, thread, type)
    (self.arrived, self.shown) = (arrived, shown)
    (began, ended) = (arrived + first - stamp, arrived + last - stamp)
    interaction = data("interactionId")?.integer ?? 0
  }

  /// Events of a pointer that moves, which is no input.
  private static let moves: Set<String> = [
    "pointerover", "pointerenter", "pointerout", "pointerleave", "mouseover", "mouseenter",
    "mouseout", "mouseleave", "pointermove", "mousemove", "dragover", "dragenter", "dragleave",
  ]

  /// What tells the events of one native input from others: they share arrival and picture.
  private struct Key: Hashable, Comparable {
    let arrived: Int64
    let shown: Int64

    static func < (one: Self, other: Self) -> Bool {
      (one.arrived, one.shown) < (other.arrived, other.shown)
    }
  }

  /// Joins the events of each native input that a thread was given in a window.
  static func inputs(
    _ events: [RawInput], process: Int64, thread: Int64, in window: ClosedRange<Int64>
  ) -> [ImportedTrace.Input] {
    var joined: [Key: [RawInput]] = [:]
    for event in events where event.process == process && event.thread == thread {
      guard window.contains(event.arrived), event.ended <= window.upperBound else { continue }
      joined[Key(arrived: event.arrived, shown: event.shown), default: []].append(event)
    }
    let start = window.lowerBound
    return joined.sorted { $0.key < $1.key }.compactMap { key, events in
      guard
        let first = events.first(where: { $0.interaction != 0 })
          ?? events.first(where: { !moves.contains($0.type) })
      else { return nil }
      return ImportedTrace.Input(
        name: Label.clean(first.type), arrived: key.arrived - start,
        began: (events.map(\.began).min() ?? key.arrived) - start,
        ended: (events.map(\.ended).max() ?? key.arrived) - start, shown: key.shown - start,
        interaction: first.interaction == 0 ? nil : first.interaction)
    }
  }
}
