import LabKernel
import LabMetrics

/// What changes save over many recordings, each a draw from the population of users.
///
/// Memory does not grow with their number: of every change sums are kept. The share of all drops
/// that a change saves is a ratio of sums, with the t interval of its linear approximation,
///
///     R = Σs / Σd,  v = Σ(s − R d)² / (n (n − 1) d̄²)
///
/// where s is what it saves in a recording, and d how many refreshes that dropped.
package struct FleetRanking: Sendable {
  /// A change over all recordings.
  package struct Entry: Hashable, Sendable {
    /// The change in words.
    package let change: String
    /// The share of all drops that it saves.
    package let share: Double
    /// The 95 % interval of the share; `nil` for one recording.
    package let interval: ClosedRange<Double>?
    /// In how many recordings it does harm.
    package let harms: Int
  }

  /// What is summed of a change.
  private struct Sums {
    var saved = 0.0
    var squares = 0.0
    var products = 0.0
    var harms = 0
    var halves: [Double]
  }

  /// Below so many recordings nothing is said of whether they are enough.
  package static let leastForEnough = 6
  /// How many halves are drawn, and how many of them must agree, in percent.
  private static let halves = 1000
  private static let enoughPercent = 95
  /// How many kinds of changes must be the same in all halves.
  private static let first = 3

  /// How many recordings there are.
  package private(set) var count = 0
  /// How many refreshes they dropped.
  package private(set) var dropped = 0.0
  private var droppedSquares = 0.0
  private var sums: [String: Sums] = [:]
  private var order: [String] = []
  /// The kinds of changes that are not of their own kind.
  var kinds: [String: String] = [:]
  private var members: [RandomStream]

  package init() {
    members = (0..<Self.halves).map {
      RandomStream(seed: UInt64($0), words: "halves of ", name: "recordings")
    }
  }

  /// Adds a recording.
  package mutating func add(dropped: Double, savings: [(change: String, saving: Double)]) {
    count += 1
    self.dropped += dropped
    droppedSquares += dropped * dropped
    var isMember: [Bool] = []
    for half in members.indices { isMember.append(members[half].next() & 1 == 1) }
    for (change, saving) in savings {
      if sums[change] == nil {
        sums[change] = Sums(halves: Array(repeating: 0, count: Self.halves))
        order.append(change)
      }
      sums[change]?.saved += saving
      sums[change]?.squares += saving * saving
      sums[change]?.products += saving * dropped
      if saving < 0 { sums[change]?.harms += 1 }
      for half in isMember.indices where isMember[half] { sums[change]?.halves[half] += saving }
    }
  }

  /// The changes, those that save most first; of equals in the order in which they were tried.
  package var entries: [Entry] { ranked { $0.saved }.compactMap(entry) }

  private func ranked(by value: (Sums) -> Double) -> [String] {
    let values = order.map { sums[$0].map(value) ?? 0 }
    let places = order.indices.sorted { one, other in
      values[one] != values[other] ? values[one] > values[other] : one < other
    }
    return places.map { order[$0] }
  }

  private func entry(_ change: String) -> Entry? {
    guard let sums = sums[change], dropped > 0 else { return nil }
    let share = sums.saved / dropped
    var interval: ClosedRange<Double>?
    if count > 1 {
      let residuals = max(
        0, sums.squares - 2 * share * sums.products + share * share * droppedSquares)
      let mean = dropped / Double(count)
      let error = (residuals / Double(count * (count - 1))).squareRoot() / mean
      let half = StudentQuantile.of(degrees: count - 1) * error
      interval = (share - half)...(share + half)
    }
    return Entry(change: change, share: share, interval: interval, harms: sums.harms)
  }

  /// Whether the recordings are enough: in 95 % of seeded halves or more the same three kinds of
  /// changes save most, in any order; `nil` below six recordings.
  package var isEnough: Bool? {
    agreement.map { $0 * 100 >= Self.enoughPercent * Self.halves }
  }

  /// In how many of 1,000 seeded halves the same three kinds of changes save most; `nil` below six
  /// recordings.
  package var agreement: Int? {
    guard count >= Self.leastForEnough else { return nil }
    let all = firstKinds { $0.saved }
    return (0..<Self.halves).count { half in firstKinds { $0.halves[half] } == all }
  }

  private func firstKinds(by value: (Sums) -> Double) -> Set<String> {
    var first: Set<String> = []
    for change in ranked(by: value) where first.count < Self.first {
      first.insert(kinds[change] ?? change)
    }
    return first
  }
}
