import LabDisplay
import LabKernel
import LabLoop
import LabMotion
import LabPhysics
import LabText
import LabTrace
package import LabWorkload

extension Slot<[Change]> {
  package static var changes: Slot<[Change]> {
    Slot(
      "CHANGES", "link, page in chunks of 4 ms + link",
      """
      changes with commas between them; 'A + B' makes both at once;
      of a load: 'without LOAD', or LOAD followed by halved, '* 0.8', 'in chunks of 4 ms', 'in common', \
      'via main-queue' (of blocks of the loop), 'as a sheet' (of one that 'runs modal'), elsewhere \
      (one other thread, first come, first served, and a block of 0.1 ms of the main queue at the \
      return) or 'elsewhere on threads' (one for each task); after LOAD may stand 'task 15' (from 0), \
      'named NAME' or 'from 12 ms' (tasks so long or longer);
      of drivers: link, 'link at timer pace', timer, 'in common', 'tolerance DURATION', \
      'every DURATION', 'every COUNT refreshes', 'prefers PACE', 'via HOP', 'phase FRACTION', \
      'catch-up CATCH-UP', 'policy POLICY', 'target TARGET', 'by CLOCK', 'by wall clock' (of timers), 'steps STEPPING', \
      'each DURATION' (a step), 'slack DURATION', 'acts always'; of one driver the same after its \
      NAME, 'NAME halved', 'NAME * 0.8', 'NAME elsewhere', 'NAME in chunks \
      of 4 ms' (of one whose work is not what it shows) or 'without NAME'; of the display: \
      'depth DEPTH', 'presents QUEUE', 'display RATE'; of the clock: 'alarms land on DURATION'; of \
      a system that naps: 'stays awake'
      """
    ) { cursor throws(Mistake) in
      try cursor.list { cursor throws(Mistake) in try cursor.change() }
    }
  }
}

/// The kinds of changes of drivers.
private enum DriverWord {
  case link, timer, common, tolerance, every, phase, catchUp, policy, clock
  case pace, hop, target, steps, each, slack, acts
}

extension TokenCursor {
  /// Reads steps with a plus between them.
  fileprivate mutating func change() throws(Mistake) -> Change {
    var steps = [try step()]
    while accept("+") { steps.append(try step()) }
    return Change(steps)
  }

  private mutating func step() throws(Mistake) -> Change.Step {
    if accept("without") {
      if let next, names(aDriver: next) {
        return .drivers(.without, of: try read(.name))
      }
      return .tasks(try selection(), .without)
    }
    if let next, scope.loads.contains(next.text), next.kind == .word {
      let selection = try selection()
      return .tasks(selection, try taskChange())
    }
    if let next, names(aDriver: next) {
      let name = try read(.name)
      if let ratio = try scale() { return .drivers(.scaled(ratio), of: name) }
      if accept("elsewhere") { return .drivers(.elsewhere, of: name) }
      return .drivers(try driverChange(of: name), of: name)
    }
    if accept("depth") { return .depth(try read(.depth)) }
    if accept("presents") { return .presents(try read(.presentMode)) }
    if accept("display") { return .display(try read(.rate)) }
    if accept("stays") {
      try expect("awake")
      return .awake
    }
    if accept("alarms") {
      try expect("land")
      try expect("on")
      return .alarms(try read(.positiveDuration))
    }
    return .drivers(try driverChange(of: nil))
  }

  /// Whether a word is the name of a driver, and means nothing else.
  private func names(aDriver word: Token) -> Bool {
    word.kind == .word && scope.drivers.contains(word.text) && !scope.loads.contains(word.text)
      && !Self.driverWords.contains { $0.0 == word.text }
      && !Self.displayWords.contains(word.text)
  }

  private mutating func selection() throws(Mistake) -> TaskSelection {
    let loads = scope.loads
    let token = try take("the name of a load")
    guard loads.contains(token.text) else {
      throw Mistake(
        token.place, "there is no load '\(token.spelling)'.", isAboutName: true,
        hint: Hint(token.text) { loads })
    }
    if accept("task") {
      return TaskSelection(
        token.text, .numbers([try count(in: 0...Change.taskLimit)]))
    }
    if accept("named") { return TaskSelection(token.text, .named(try take("a name").text)) }
    if accept("from") { return TaskSelection(token.text, .from(try read(.positiveDuration))) }
    return TaskSelection(token.text)
  }

  private mutating func taskChange() throws(Mistake) -> TaskChange {
    if let ratio = try scale() { return .scaled(ratio) }
    if accept("elsewhere") {
      guard accept("on") else { return .elsewhere(.queue) }
      try expect("threads")
      return .elsewhere(.threads)
    }
    if accept("via") {
      try expect("main-queue")
      return .mainQueue
    }
    if accept("as") {
      try expect("a")
      try expect("sheet")
      return .sheet
    }
    if accept("in") {
      if accept("common") { return .common }
      try expect("chunks")
      try expect("of")
      return .chunks(of: try read(.positiveDuration))
    }
    if let next, next.text.utf8.count > 2,
      let meant = Spelling.nearest(to: next.text, among: Self.taskWords)
    {
      throw Mistake(place, "'\(next.spelling)' is not expected here. Did you mean '\(meant)'?")
    }
    throw Mistake(
      place,
      "what happens to these tasks? Write halved, '* 0.8', 'in chunks of 4 ms', 'in common',"
        + " 'via main-queue', elsewhere or 'elsewhere on threads' after them, or 'without' before.")
  }

  /// What stands behind the name of a load.
  private static let taskWords = [
    "halved", "elsewhere", "via", "in", "as", "×", "task", "named", "from",
  ]

  /// Takes 'halved' or a factor; `nil` if there is none.
  private mutating func scale() throws(Mistake) -> Ratio? {
    if accept("halved") { return Ratio(1, per: 2) }
    return accept("×") || accept("x") ? try factor() : nil
  }

  private mutating func factor() throws(Mistake) -> Ratio {
    let quantity = try quantity(.number)
    let value = quantity.value
    guard value.numerator >= 0, value.isAtMost(Fraction(100)),
      let above = Int64(exactly: value.numerator), let below = Int64(exactly: value.denominator)
    else { throw Mistake(quantity.place, "a number from 0 to 100 is needed here.") }
    return Ratio(above, per: below)
  }

  /// How the changes of drivers begin.
  private static let driverWords: [(String, DriverWord)] = [
    ("link", .link), ("timer", .timer), ("in", .common), ("tolerance", .tolerance),
    ("every", .every), ("phase", .phase), ("catch-up", .catchUp), ("policy", .policy),
    ("by", .clock), ("prefers", .pace), ("via", .hop), ("target", .target), ("steps", .steps),
    ("each", .each),
    ("slack", .slack), ("acts", .acts),
  ]

  /// How the changes of the display and of the clock begin.
  private static let displayWords = ["depth", "presents", "display", "alarms", "stays"]

  /// Reads a change of a driver, or of all.
  private mutating func driverChange(of driver: String?) throws(Mistake) -> DriverChange {
    let words = Self.driverWords
    guard let next, words.contains(where: { $0.0 == next.text }) else { throw try unknown(driver) }
    switch try word(among: words) {
    case .link:
      guard accept("at") else { return .link }
      try expect("timer")
      try expect("pace")
      return .linkAtTimerPace
    case .timer: return .timer
    case .common: return try modesOrChunks()
    case .tolerance: return .tolerance(try read(.duration))
    case .every: return try intervalOrPace()
    case .phase:
      let share = try read(.fraction)
      guard let above = Int64(exactly: share.numerator),
        let below = Int64(exactly: share.denominator)
      else { throw Mistake(place, "this fraction has too many digits.") }
      return .phase(Ratio(above, per: below))
    case .catchUp: return .catchUp(try read(.catchUp))
    case .policy: return .policy(try read(.policy).0)
    case .clock:
      guard accept("wall") else { return .clock(try read(.clock)) }
      try expect("clock")
      return .wallClock
    case .pace: return .pace(try read(.pace))
    case .hop: return .hop(try read(.hop))
    case .target: return .target(try read(.target))
    case .steps: return .steps(try read(.stepping))
    case .each: return .each(try read(.duration))
    case .slack: return .slack(try read(.duration))
    case .acts:
      try expect("always")
      return .actsAlways
    }
  }

  /// The mistake that no change of a driver begins with what stands next.
  private mutating func unknown(_ driver: String?) throws(Mistake) -> Mistake {
    let named = scope.loads + scope.drivers
    let token = try take("a change such as 'link'")
    let words = Self.driverWords.map { $0.0 }
    let names =
      driver == nil
      ? words + ["without"] + Self.displayWords + named : words + ["halved", "elsewhere"]
    let hint = Spelling.hint(for: token.text, among: names)
    guard hint.isEmpty else {
      return Mistake(token.place, "'\(token.spelling)' is not a change.\(hint)")
    }
    // A word before what happens to tasks is the name of some.
    if driver == nil, let next, Spelling.nearest(to: next.text, among: Self.taskWords) != nil {
      let loads = scope.loads
      let load = "load \(token.spelling) every 700 ms takes 2 ms as main-queue"
      return Mistake(
        token.place,
        "there is no load '\(token.spelling)'."
          + (loads.isEmpty ? " Write it on a line of its own: '\(load)'." : ""),
        isAboutName: true,
        hint: loads.isEmpty
          ? nil
          : Hint(
            token.text, otherwise: loads.count > 4 ? " Write for example '\(loads[0])'." : nil
          ) { loads })
    }
    let halved = named.first { !words.contains($0) }.map { "\($0) halved" }
    let example = driver == nil ? halved ?? "link" : "elsewhere"
    return Mistake(
      token.place, "'\(token.spelling)' is not a change. Write for example '\(example)'.",
      reference: .form(statement.form.keyword))
  }

  /// Reads what stands behind 'in'.
  private mutating func modesOrChunks() throws(Mistake) -> DriverChange {
    guard accept("chunks") else {
      try expect("common")
      return .common
    }
    try expect("of")
    return .chunks(of: try read(.positiveDuration))
  }

  /// Reads what stands behind 'every': a duration, or a number of refreshes.
  private mutating func intervalOrPace() throws(Mistake) -> DriverChange {
    if accept("refresh") { return .pace(.every(1)) }
    if afterNext?.text == "refreshes" { return .pace(.every(try read(.count))) }
    return .every(try read(.positiveDuration))
  }
}
