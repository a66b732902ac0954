import LabLanguage
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
