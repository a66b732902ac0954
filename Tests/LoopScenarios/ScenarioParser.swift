/// A mistake in the text of a scenario.
package struct ScenarioError: Error, CustomStringConvertible {
  /// The number of the line, from 1.
  package let line: Int
  /// What is wrong with it.
  package let problem: String

  /// The place and the mistake.
  package var description: String { "line \(line): \(problem)" }
}

/// Reads scenarios.
///
/// One statement a line. Items are declared first, with what their callouts do after a colon;
/// then come the events from other threads; all other lines are the program of the loop's thread.
///
///     main thread
///     timer a 10/10 in common: #2 date a 33, log next a
///     source s order 1
///     port p
///     observer o TW order -1 once: T#1 wake
///     watch
///     block b: busy 10
///     main q
///     at 3: signal s, wake
///     at 10/10: ring p
///     at 12: sleep 3600000
///     perform b in default tracking
///     run 20
///     run tracking 5 ret as drag
///     until 30
///
/// Times are milliseconds; `10/10` is a date and an interval; a `+` adds a nanosecond. Items go
/// into the default mode unless `in` names others, or `unadded` or `later` leaves it to the action
/// `add` (`later` also leaves the creation to it). `watch` declares an observer without a name, of
/// all activities unless letters name some. Before an action, `#2` restricts it to the second call
/// and `T` to an activity. `always`, `until 30`, `before tracking 30`, `accept tracking 30` and
/// `limit tracking` are Foundation's ways to run the loop.
package struct ScenarioParser {
  private var scenario = Scenario()
  private var line = 0

  /// Returns the scenario that a text describes.
  ///
  /// - Throws: ``ScenarioError``, with the first mistake.
  package static func parse(_ text: String) throws -> Scenario {
    var parser = ScenarioParser()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      parser.line += 1
      try parser.parse(statement: line)
    }
    return parser.scenario
  }

  private mutating func parse(statement: Substring) throws {
    let halves = statement.split(separator: ":", maxSplits: 1)
    guard let head = halves.first else { return }
    var words = Words(head, line: line)
    guard let keyword = words.next() else { return }
    let body = halves.count == 2 ? halves[1].split(separator: ",") : []
    switch keyword {
    case "at": scenario.events.append(try event(&words, body))
    case "main" where head.split(separator: " ") == ["main", "thread"]: scenario.isMain = true
    case "timer", "source", "port", "observer", "watch", "block", "main":
      scenario.items.append(try item(keyword, &words, body))
    default:
      for text in statement.split(separator: ",") {
        var words = Words(text, line: line)
        scenario.program.append(try words.action())
        try words.end()
      }
    }
  }

  private func event(_ words: inout Words, _ body: [Substring]) throws -> Scenario.Event {
    let (date, interval) = try words.dates()
    let isEarly = words.skip("early")
    try words.end()
    let actions = try body.map { text in
      var words = Words(text, line: line)
      let action = try words.action()
      try words.end()
      switch action {
      case .busy, .run, .foundation: throw words.error("another thread cannot ‘\(action)’")
      default: return action
      }
    }
    return Scenario.Event(date: date, interval: interval, isEarly: isEarly, actions: actions)
  }

  private func item(
    _ keyword: Substring, _ words: inout Words, _ body: [Substring]
  ) throws -> Scenario.Item {
    let name = keyword == "watch" ? "" : try words.word("a name")
    guard name.isEmpty || !scenario.items.contains(where: { $0.name == name }) else {
      throw words.error("‘\(name)’ is declared twice")
    }
    let kind = try words.kind(keyword)
    var birth = Scenario.Birth.added(to: ["default"])
    if kind == .block || kind == .mainBlock { birth = .later }
    var item = Scenario.Item(name: name, kind: kind, birth: birth)
    if words.skip("order") { item.order = try words.integer() }
    if words.skip("unadded") {
      item.birth = .unadded
    } else if words.skip("later") {
      item.birth = .later
    } else if words.isNext("in") {
      item.birth = .added(to: words.modes())
    }
    try words.end()
    item.reactions = try body.map { text in
      var words = Words(text, line: line)
      let (activity, call) = words.filter()
      let action = try words.action()
      try words.end()
      return Scenario.Reaction(activity: activity, call: call, action: action)
    }
    return item
  }
}
