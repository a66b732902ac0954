/// The arms and drivers that the measures of one expectation name, perhaps with wildcards.
struct Subjects: Sendable {
  /// A driver of an arm.
  struct Driver: Sendable {
    let arm: Int
    let name: String
  }

  private struct Pattern: Hashable {
    let arm: String
    let driver: String
  }

  let arms: [Experiment.Arm]
  private var patterns: [Pattern] = []

  init(arms: [Experiment.Arm]) {
    self.arms = arms
  }

  /// Returns the index of a pair of patterns, and makes sure that it matches something.
  mutating func index(arm: String, driver: String, at token: Token) throws(Mistake) -> Int {
    let pattern = Pattern(arm: arm, driver: driver)
    if let known = patterns.firstIndex(of: pattern) { return known }
    let found = arms.filter { $0.name.matches(arm) }
    guard !found.isEmpty else {
      let hint = Spelling.hint(for: arm, among: arms.map(\.name))
      throw Mistake(token.place, "there is no arm '\(arm)'.\(hint)", isAboutName: true)
    }
    let drivers = found.flatMap(\.drivers)
    guard drivers.contains(where: { $0.matches(driver) }) else {
      let hint = Spelling.hint(for: driver, among: drivers)
      throw Mistake(
        token.place(after: arm + "."), "the arm '\(arm)' has no driver '\(driver)'.\(hint)",
        isAboutName: true)
    }
    patterns.append(pattern)
    return patterns.count - 1
  }

  /// Returns every way to put a driver in the place of each pair of patterns.
  ///
  /// The same pattern stands for the same arm wherever it is repeated, so that
  /// `*.ball.new + *.ball.repeated == *.ball.refreshes` is said of each arm.
  func matches(at place: Place) throws(Mistake) -> [[Driver]] {
    var matches: [[Driver]] = [[]]
    for (index, pattern) in patterns.enumerated() {
      let twin = patterns[..<index].firstIndex { $0.arm == pattern.arm }
      let drivers = drivers(of: pattern)
      guard matches.count * drivers.count <= Limits.matches else {
        throw Mistake(place, "these wildcards match more than \(Limits.matches) combinations.")
      }
      matches = matches.flatMap { match in
        drivers.filter { twin == nil || match[twin ?? 0].arm == $0.arm }.map { match + [$0] }
      }
    }
    guard !matches.isEmpty else {
      throw Mistake(place, "no arm has all these drivers.", isAboutName: true)
    }
    return matches
  }

  private func drivers(of pattern: Pattern) -> [Driver] {
    arms.indices.filter { arms[$0].name.matches(pattern.arm) }.flatMap { arm in
      arms[arm].drivers.filter { $0.matches(pattern.driver) }.map { Driver(arm: arm, name: $0) }
    }
  }
}

extension String {
  /// Whether this name matches a pattern in which `*` stands for any letters or none.
  ///
  /// - Complexity: O(*nm*).
  func matches(_ pattern: String) -> Bool {
    guard pattern.contains("*") else { return self == pattern }
    var reached = [true] + utf8.map { _ in false }
    for wanted in pattern.utf8 {
      if wanted == UInt8(ascii: "*") {
        for end in reached.indices.dropFirst() where reached[end - 1] { reached[end] = true }
      } else {
        let before = reached
        reached[0] = false
        for (end, letter) in utf8.enumerated() {
          reached[end + 1] = before[end] && letter == wanted
        }
      }
    }
    return reached.last ?? false
  }
}
