import LabKernel
import LabLanguage
import LabLoop
import LabWorkload

extension ScriptCompiler {
  /// Reads what is done to drivers under way, once for every driver that it is done to.
  func actions(on table: DriverTable) -> [(arm: Int, setting: PointDependent<DriverAction>)] {
    var actions: [(arm: Int, setting: PointDependent<DriverAction>)] = []
    for kind in DriverAction.Kind.allCases {
      for statement in outline["at"] {
        guard let target = statement[kind.rawValue] else { continue }
        let drivers = attempt { () throws(Mistake) in try self.drivers(target, of: table) }
        for driver in drivers ?? [] {
          guard actions.count < Limits.actions else {
            report(
              statement.keyword.place,
              "more than \(Limits.actions) times a driver is paused, resumed or invalidated.")
            return actions
          }
          let setting = setting(statement) { bound throws(Mistake) in
            DriverAction(kind, driver.name, at: try bound.head(.instant))
          }
          // A mistake in the statement is the same for every driver.
          guard let setting else { break }
          actions.append((driver.arm, setting))
        }
      }
    }
    return actions
  }

  private func drivers(
    _ target: [Token], of table: DriverTable
  ) throws(Mistake) -> [Subjects.Driver] {
    let path = target[0].text.split(separator: ".", omittingEmptySubsequences: false)
    guard path.count == 2, target.count == 1 else {
      throw Mistake(
        target[0].place,
        "'\(target.spelling)' is not a driver. Write it as arm.driver, for example"
          + " '\(table.driver(like: target[0].text))'.")
    }
    var subjects = Subjects(table)
    _ = try subjects.index(arm: String(path[0]), driver: String(path[1]), at: target[0])
    return try subjects.matches(at: target[0].place).flatMap { $0 }
  }
}

extension ScriptCompiler {
  /// The fastest finger, in points per second.
  private static let fastest = 1_000_000.0

  /// Reads what a finger does, once or several times.
  func gestures(_ bound: ResolvedStatement) throws(Mistake) -> [Gesture] {
    let word = try bound.head(.gesture)
    let first = Gesture(
      name: word.rawValue,
      begins: try bound.required("at", .instant),
      lasts: try bound.required("for", .positiveDuration),
      moves: try bound.value("moves every", .positiveDuration),
      kind: try kind(word, bound))
    if first.kind.isDragged, first.tracking == nil {
      throw Mistake(
        bound.statement.keyword.place,
        "the finger lifts before it has moved by the slop, so that nothing is tracked. Write a longer"
          + " 'for', a higher 'speed' or 'gesture tap'.")
    }
    guard let (count, interval) = try bound.value("times", .repetition) else { return [first] }
    return (0..<count).map { number in
      var gesture = first
      gesture.begins = first.begins.advanced(by: interval * number)
      return gesture
    }
  }

  private func kind(
    _ word: GestureWord, _ bound: ResolvedStatement
  ) throws(Mistake) -> Gesture.Kind {
    let speed = try bound.value("speed", .speed)
    let slop = try bound.value("slop", .points)
    guard word == .drag || word == .fling else {
      guard let stray = (bound.statement["speed"] ?? bound.statement["slop"])?.first else {
        return word == .tap ? .tap : .scroll
      }
      throw Mistake(
        stray.place, "a \(word.rawValue) has no speed. Write 'gesture drag' or 'gesture fling'.")
    }
    guard let speed else {
      throw Mistake(
        bound.statement.keyword.place,
        "a \(word.rawValue) needs 'speed'. Write for example 'speed 500 pt per s'.")
    }
    guard speed != 0, speed.magnitude <= Self.fastest else {
      throw Mistake(
        bound.statement["speed"]?.first?.place,
        "the speed of a finger is not 0, and at most 1000000 pt per s either way.")
    }
    guard slop ?? 0 >= 0 else {
      throw Mistake(
        bound.statement["slop"]?.first?.place,
        "the slop is 0 pt or more. Write for example 'slop 10'.")
    }
    // It is tracked as long in both directions.
    return word == .drag
      ? .drag(speed: speed.magnitude, slop: slop ?? Gesture.slop)
      : .fling(speed: speed.magnitude, slop: slop ?? Gesture.slop)
  }
}

extension Gesture.Kind {
  /// Whether the finger is dragged.
  fileprivate var isDragged: Bool {
    switch self {
    case .drag, .fling: true
    case .scroll, .tap: false
    }
  }
}

extension Form {
  /// Whether statements of the form declare tasks.
  var isLoad: Bool { keyword == "load" || keyword == "input" }
}

extension [Statement] {
  /// The loads and inputs, in order.
  var loads: [Statement] { filter { $0.form.isLoad } }
}

extension ScriptCompiler {
  /// Whether the script asks for metrics of tasks without naming any.
  var hasInputs: Bool {
    (outline.statements + outline.arms.flatMap({ $0.members })).loads.contains {
      $0.form.keyword == "input" || $0["shown through"] != nil
    }
  }

  /// Reports inputs of which nothing can come at some sweep point, and drivers that show nothing.
  func checkInputs(_ scene: Experiment.Scene, _ arms: [Experiment.Arm]) {
    checkDrivers(behind: "shown through")
    guard hasInputs else { return }
    reportObjections(scene, arms) { scenario in
      scenario.loads.map { ($0.name, scenario.objection(to: $0)) }
    }
  }

  /// Reports loads that follow the end of a driver that has none at some sweep point.
  func checkEnds(
    _ scene: Experiment.Scene?, _ arms: [Experiment.Arm],
    _ actions: [(arm: Int, setting: PointDependent<DriverAction>)]
  ) {
    func isAboutEnd(_ leader: [Token]) -> Bool { leader.dropFirst().first?.text == "ends" }
    let loads = (outline.statements + outline.arms.flatMap { $0.members }).loads
    let isAboutAny = loads.contains { load in
      load.form.keyword == "load" && load["after"].map(isAboutEnd) ?? false
    }
    guard isAboutAny else { return }
    let names = loads.compactMap { $0.head.first?.text }
    checkDrivers(behind: "after") { isAboutEnd($0) && !names.contains($0[0].text) }
    guard let scene, mistakes.isEmpty else { return }
    reportObjections(scene, arms, actions) { scenario in
      scenario.loads.map { ($0.name, scenario.objectionToEnd(before: $0)) }
    }
  }

  /// Reports drivers that a clause of a load names, if it is about one, and that no arm has.
  private func checkDrivers(
    behind clause: String, if isAboutDriver: ([Token]) -> Bool = { _ in true }
  ) {
    func check(_ statements: [Statement], _ known: [String], _ arm: String) {
      for statement in statements.loads
      where clause != "after" || statement.form.keyword == "load" {
        guard let value = statement[clause], let name = value.first, name.kind == .word,
          isAboutDriver(value), !known.contains(name.text)
        else { continue }
        _ = attempt { () throws(Mistake) in
          throw Mistake(
            name.place, "\(arm) driver '\(name.text)'.", isAboutName: true,
            hint: Hint(name.text) { known })
        }
      }
    }
    check(outline.statements, outline.arms.flatMap { $0.drivers }, "no arm has a")
    for arm in outline.arms {
      check(arm.members, arm.drivers, "the arm '\(arm.statement.head[0].text)' has no")
    }
  }
}

extension ScriptOutline.Arm {
  /// The names of its drivers.
  var drivers: [String] { members.having(.driver).compactMap { $0.head.first?.text } }
}
