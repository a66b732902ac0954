import LabLanguage
import LabMetrics
import LabText

/// The drivers and loads of all arms, and those that patterns with wildcards match, each looked up
/// once.
final class DriverTable {
  let arms: [Experiment.Arm]
  let drivers: [Subjects.Driver]
  /// The drivers whose lines could not be read, as `arm.driver`.
  private let lost: [String]
  /// The drivers of each arm, by their positions in ``drivers``, and the loads.
  private let positions: [Range<Int>]
  private let loadPositions: [Range<Int>]
  /// The names of the arms, and the arm of a name.
  private let armBytes: [[UInt8]]
  private let armPositions: [String: Int]
  /// A number for every name that some driver has.
  private var names: [String: Int] = [:]
  private var nameOfDriver: [Int] = []
  private var foundArms: [String: [Int]] = [:]
  private var foundNames: [String: [Bool]] = [:]
  private var found: [Subjects.Pattern: [UInt32]] = [:]
  private var matchesLeft = Limits.allMatches

  init(_ arms: [Experiment.Arm], lost: [String] = []) {
    (self.arms, self.lost) = (arms, lost)
    var drivers: [Subjects.Driver] = []
    var positions: [Range<Int>] = []
    var loadPositions: [Range<Int>] = []
    for (index, arm) in arms.enumerated() {
      let first = drivers.count
      drivers += arm.drivers.map { Subjects.Driver(arm: index, name: $0) }
      positions.append(first..<drivers.count)
      drivers += arm.loads.map { Subjects.Driver(arm: index, name: $0) }
      loadPositions.append(positions[index].upperBound..<drivers.count)
    }
    (self.drivers, self.positions, self.loadPositions) = (drivers, positions, loadPositions)
    armBytes = arms.map { Array($0.name.utf8) }
    armPositions = Dictionary(keepingFirst: arms.enumerated().map { ($1.name, $0) })
    for driver in drivers {
      let number = names[driver.name] ?? names.count
      names[driver.name] = number
      nameOfDriver.append(number)
    }
  }

  /// Returns the arms whose names match a pattern.
  func arms(matching pattern: String) -> [Int] {
    guard pattern.contains("*") else { return armPositions[pattern].map { [$0] } ?? [] }
    if let known = foundArms[pattern] { return known }
    matchesLeft -= arms.count
    let wanted = Array(pattern.utf8)
    // What 'what if' makes of an arm is compared with it, and is no arm of the script.
    let result =
      matchesLeft < 0
      ? [] : armBytes.indices.filter { arms[$0].changed == nil && armBytes[$0].matches(wanted) }
    foundArms[pattern] = result
    return result
  }

  /// Returns the drivers or loads that match a pair of patterns, by their positions.
  func drivers(matching pattern: Subjects.Pattern) -> [UInt32] {
    if let known = found[pattern] { return known }
    let isNamed = namesMatching(pattern.driver)
    let result = arms(matching: pattern.arm).flatMap { arm in
      (pattern.isLoad ? loadPositions : positions)[arm].filter { isNamed[nameOfDriver[$0]] }.map(
        UInt32.init)
    }
    found[pattern] = result
    return result
  }

  /// A driver of the script at hand that has as many of some names as any, as `arm.driver`.
  func driver(like word: String) -> String {
    let parts = word.split(separator: ".")
    let all =
      arms.indices.flatMap { arm in
        drivers[positions[arm]].map { "\(arms[arm].name).\($0.name)" }
      } + lost
    func likeness(_ driver: String) -> Int {
      driver.split(separator: ".").count { parts.contains($0) }
    }
    let most = all.map(likeness).max()
    return all.first { likeness($0) == most } ?? "link.ball"
  }

  /// A metric of such a driver, as `arm.driver.metric`.
  func metric(like word: String) -> String {
    let last = word.split(separator: ".").last.map(String.init) ?? ""
    let metric = MetricDictionary.metric(last) ?? MetricDictionary.metric(meantBy: last)
    return driver(like: word) + "." + (metric.flatMap { $0.isOfTasks ? nil : $0.name } ?? "dropped")
  }

  /// Takes work out of the budget of all wildcards of a script.
  func spend(_ count: Int, at place: Place) throws(Mistake) {
    matchesLeft -= count
    guard matchesLeft >= 0 else {
      throw Mistake(
        place, "the wildcards of this script match more than \(Limits.allMatches) drivers in all.")
    }
  }

  private func namesMatching(_ pattern: String) -> [Bool] {
    if let known = foundNames[pattern] { return known }
    var result = Array(repeating: false, count: names.count)
    if pattern.contains("*") {
      matchesLeft -= names.count
      guard matchesLeft >= 0 else { return result }
      let wanted = Array(pattern.utf8)
      for (name, number) in names where Array(name.utf8).matches(wanted) { result[number] = true }
    } else if let number = names[pattern] {
      result[number] = true
    }
    // A script may ask for as many patterns as it has lines.
    if foundNames.count * names.count < Limits.allMatches { foundNames[pattern] = result }
    return result
  }
}
