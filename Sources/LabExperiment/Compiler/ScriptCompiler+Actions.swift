import LabLanguage
import LabWorkload

extension ScriptCompiler {
  /// Reads what is done to drivers under way, once for every driver that it is done to.
  func actions(on table: DriverTable) -> [(arm: Int, setting: PointDependent<DriverAction>)] {
    var actions: [(arm: Int, setting: PointDependent<DriverAction>)] = []
    for kind in DriverAction.Kind.allCases {
      for statement in outline["at"] {
        guard let target = statement[kind.rawValue] else { continue }
        let drivers = attempt { () throws(Mistake) in try self.drivers(target, of: table, for: kind)
        }
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
    _ target: [Token], of table: DriverTable, for kind: DriverAction.Kind
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
    let drivers = try subjects.matches(at: target[0].place).flatMap { $0 }
    if kind != .invalidate, let timer = drivers.first(where: { timers[$0.arm].contains($0.name) }) {
      throw Mistake(
        target[0].place,
        "'\(table.arms[timer.arm].name).\(timer.name)' is a timer. Only a display link can be paused; a"
          + " timer can be invalidated.")
    }
    return drivers
  }
}
