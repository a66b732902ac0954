/// The words of a statement, read one by one.
struct Words {
  private var rest: ArraySlice<Substring>
  private let line: Int

  init(_ text: Substring, line: Int) {
    rest = text.split(separator: " ")[...]
    self.line = line
  }

  func error(_ problem: String) -> ScenarioError { ScenarioError(line: line, problem: problem) }

  mutating func next() -> Substring? { rest.popFirst() }

  func isNext(_ word: String) -> Bool { rest.first.map { $0 == word } ?? false }

  /// Skips a word if it is the next.
  mutating func skip(_ word: String) -> Bool {
    guard isNext(word) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func word(_ what: String) throws -> String {
    guard let word = rest.popFirst() else { throw error("\(what) is missing") }
    return String(word)
  }

  mutating func integer() throws -> Int {
    let word = try word("a number")
    guard let value = Int(word) else { throw error("‘\(word)’ is no whole number") }
    return value
  }

  mutating func time() throws -> Int64 {
    let word = try word("a time")
    guard let value = nanoseconds(word) else { throw error("‘\(word)’ is no time") }
    return value
  }

  /// Reads a date, with an interval after a slash or 0.
  mutating func dates() throws -> (Int64, Int64) {
    let parts = try word("a date").split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let date = nanoseconds(parts[0]) else { throw error("no date") }
    guard parts.count == 2 else { return (date, 0) }
    guard let interval = nanoseconds(parts[1]) else { throw error("no interval") }
    return (date, interval)
  }

  /// Reads the modes after `in`, or the default mode if there is no `in`.
  mutating func modes() -> [String] {
    guard skip("in") else { return ["default"] }
    defer { rest.removeAll() }
    return rest.map(String.init)
  }

  func end() throws {
    if let word = rest.first { throw error("‘\(word)’ is not expected here") }
  }

  /// Reads the call to which a reaction is restricted.
  mutating func filter() -> (Activities?, Int?) {
    guard let word = rest.first else { return (nil, nil) }
    let parts = word.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let activity = Activities(text: parts[0]), parts.count == 2 || activity != [] else {
      return (nil, nil)
    }
    rest.removeFirst()
    return (activity == [] ? nil : activity, parts.count == 2 ? Int(parts[1]) : nil)
  }

  mutating func kind(_ keyword: Substring) throws -> Scenario.Kind {
    switch keyword {
    case "timer":
      let (date, interval) = try dates()
      return .timer(date: date, interval: interval)
    case "source": return .source
    case "port": return .port
    case "block": return .block
    case "main": return .mainBlock
    default:
      var activities = Activities.all
      if let word = rest.first, let letters = Activities(text: word) {
        activities = letters
        rest.removeFirst()
      }
      return .observer(activities, once: skip("once"))
    }
  }

  mutating func action() throws -> Action {
    let verb = try word("an action")
    switch verb {
    case "busy": return .busy(try time())
    case "sleep": return .sleep(try time())
    case "signal": return .signal(try word("a source"))
    case "ring": return .ring(try word("a port"))
    case "wake": return .wake
    case "stop": return rest.popFirst().map { .stopMode(String($0)) } ?? .stop
    case "perform": return .perform(try word("a block"), modes: modes())
    case "enqueue": return .enqueue(try word("a block"))
    case "date": return .setDate(try word("a timer"), try time())
    case "add": return .add(try word("an item"), modes: modes())
    case "remove": return .remove(try word("an item"), modes: modes())
    case "invalidate": return .invalidate(try word("an item"))
    case "common": return .makeCommon(try word("a mode"))
    case "run": return try run()
    case "log": return .log(try property())
    case "say": return .say(try word("a word"))
    default:
      guard let call = try foundationCall(verb) else { throw error("‘\(verb)’ is no action") }
      return .foundation(call)
    }
  }

  /// Reads a limit, with the mode in front of it unless it is the default mode.
  mutating func modeAndLimit() throws -> (String, Int64?) {
    var mode = "default"
    if let word = rest.first, word != "forever", nanoseconds(word) == nil {
      mode = String(word)
      rest.removeFirst()
    }
    return (mode, skip("forever") ? nil : try time())
  }

  private mutating func run() throws -> Action {
    let (mode, limit) = try modeAndLimit()
    let returnsAfterSource = skip("ret")
    let label = skip("as") ? try word("a label") : nil
    return .run(mode: mode, limit: limit, returnsAfterSource: returnsAfterSource, label: label)
  }

  private mutating func property() throws -> Property {
    let name = try word("a property")
    switch name {
    case "next": return .next(try word("a timer"))
    case "valid": return .valid(try word("an item"))
    case "interval": return .interval(try word("a timer"))
    case "repeats": return .repeats(try word("a timer"))
    case "in": return .contains(try word("an item"), mode: try word("a mode"))
    case "modeNext": return .modeNext(try word("a mode"))
    case "wall": return .wall
    case "waiting": return .waiting
    case "mode": return .mode
    case "modes": return .modes
    default: throw error("‘\(name)’ is no property")
    }
  }
}
