import LabLanguage

/// The arms and drivers that the measures of one expectation name, perhaps with wildcards.
struct Subjects {
  /// A driver of an arm, or a load.
  struct Driver: Sendable {
    let arm: Int
    let name: String
  }

  /// How arms and drivers are named.
  struct Pattern: Hashable {
    let arm: String
    let driver: String
    /// Whether a load is named.
    var isLoad = false
  }

  let table: DriverTable
  private var patterns: [Pattern] = []

  init(_ table: DriverTable) {
    self.table = table
  }

  /// Returns the index of a pair of patterns, and makes sure that it matches something.
  mutating func index(
    arm: String, driver: String, isLoad: Bool = false, at token: Token
  ) throws(Mistake) -> Int {
    let pattern = Pattern(arm: arm, driver: driver, isLoad: isLoad)
    if let known = patterns.firstIndex(of: pattern) { return known }
    let arms = table.arms
    let found = table.arms(matching: arm)
    let hasDriver = !table.drivers(matching: pattern).isEmpty
    try table.spend(0, at: token.place)
    guard !found.isEmpty else {
      throw Mistake(
        token.place, "there is no arm '\(arm)'.", isAboutName: true,
        hint: Hint(arm) { arms.map { $0.name } })
    }
    guard hasDriver else {
      let isOfAllArms = isLoad && !token.text.hasPrefix("\(arm).")
      throw Mistake(
        token.place(after: isOfAllArms ? "" : arm + "."),
        isOfAllArms
          ? "there is no load '\(driver)'."
          : "the arm '\(arm)' has no \(isLoad ? "load" : "driver") '\(driver)'.",
        isAboutName: true,
        hint: Hint(driver) { found.flatMap { isLoad ? arms[$0].loads : arms[$0].drivers } })
    }
    patterns.append(pattern)
    return patterns.count - 1
  }

  /// Returns every way to put a driver for each pair of patterns.
  ///
  /// The same pattern stands for the same arm wherever it is repeated, so that
  /// `*.ball.new + *.ball.repeated == *.ball.refreshes` is said of each arm.
  func matches(at place: Place) throws(Mistake) -> DriverMatches {
    var rows: [UInt32] = []
    var width = 0
    for (index, pattern) in patterns.enumerated() {
      let twin = patterns[..<index].firstIndex { $0.arm == pattern.arm }
      let drivers = table.drivers(matching: pattern)
      let count = width == 0 ? 1 : rows.count / width
      guard count * drivers.count <= Limits.matches else {
        throw Mistake(place, "these wildcards match more than \(Limits.matches) combinations.")
      }
      try table.spend(count * drivers.count, at: place)
      // Of a single pattern the list is shared with every other expectation that has it.
      rows = width == 0 ? drivers : combine(rows, width, twin, drivers)
      width += 1
    }
    guard !rows.isEmpty || width == 0 else {
      throw Mistake(place, "no arm has all these drivers.", isAboutName: true)
    }
    return DriverMatches(rows: rows, width: width, drivers: table.drivers)
  }

  private func combine(
    _ rows: [UInt32], _ width: Int, _ twin: Int?, _ drivers: [UInt32]
  ) -> [UInt32] {
    var combined: [UInt32] = []
    for row in stride(from: 0, to: rows.count, by: width) {
      let arm = twin.map { table.drivers[Int(rows[row + $0])].arm }
      for driver in drivers where arm == nil || arm == table.drivers[Int(driver)].arm {
        combined += rows[row..<row + width]
        combined.append(driver)
      }
    }
    return combined
  }
}

/// Every way to put drivers for the patterns of an expectation.
struct DriverMatches: RandomAccessCollection, Sendable {
  /// The positions of the drivers, match by match.
  fileprivate let rows: [UInt32]
  fileprivate let width: Int
  fileprivate let drivers: [Subjects.Driver]

  var startIndex: Int { 0 }
  // Without a pattern there is one match, of nothing.
  var endIndex: Int { width == 0 ? 1 : rows.count / width }

  subscript(index: Int) -> [Subjects.Driver] {
    rows[index * width..<(index + 1) * width].map { drivers[Int($0)] }
  }
}

extension String {
  /// Whether this name matches a pattern in which `*` stands for any letters or none.
  ///
  /// - Complexity: O(*nm*).
  package func matches(_ pattern: String) -> Bool {
    guard pattern.utf8.contains(UInt8(ascii: "*")) else { return self == pattern }
    return Array(utf8).matches(Array(pattern.utf8))
  }
}

extension [UInt8] {
  /// Whether this name matches a pattern in which `*` stands for any letters or none.
  func matches(_ wanted: [UInt8]) -> Bool {
    let name = self
    var (position, next) = (0, 0)
    // After the last star, where the name goes on if what follows the star does not match there.
    var retry: (position: Int, next: Int)?
    while position < name.count {
      if next < wanted.count, wanted[next] == UInt8(ascii: "*") {
        next += 1
        retry = (position, next)
      } else if next < wanted.count, wanted[next] == name[position] {
        (position, next) = (position + 1, next + 1)
      } else if let last = retry {
        retry = (last.position + 1, last.next)
        (position, next) = (last.position + 1, last.next)
      } else {
        return false
      }
    }
    return wanted[next...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
