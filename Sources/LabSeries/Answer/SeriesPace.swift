/// A stretch of a list in which the callbacks keep one rate of a display.
package struct SeriesPace: Hashable, Sendable {
  /// When it begins, in milliseconds from the first instant.
  package let beginMs: Double
  /// How long it lasts, in milliseconds.
  package let lengthMs: Double
  /// How many refreshes lie between two instants.
  package let multiple: Int
  /// How often it calls back in a second.
  package let rateHz: Double
}

/// The stretches of steps in which one number comes nearly always.
///
/// A step of another number than that of its stretch takes 4.1 bits, and each stretch its place
/// and its number. The stretches with the fewest bits are found in one pass, forth and back.
struct Paces {
  /// The number of each stretch, and its steps.
  private(set) var all: [(number: Int, steps: Range<Int>)] = []

  private static let (hit, miss) = (0.1, 4.1)

  /// Finds the stretches; none if the steps without them take as few bits.
  ///
  /// - Complexity: O(*n*).
  init(_ steps: [Int]) {
    let code = KTEstimator(steps)
    let numbers = code.shares.filter { $0.number > 0 && $0.count >= max(4, steps.count / 100) }
      .sorted { ($1.count, $0.number) < ($0.count, $1.number) }.prefix(8).map(\.number)
    guard numbers.count > 1 else { return }
    let turn = bits(Double(steps.count)) + 6
    var costs = [Double](repeating: 0, count: numbers.count)
    // For each step the best number before it, and which numbers are reached from there.
    var (bests, turns): ([UInt8], [UInt8]) = ([], [])
    for step in steps {
      let best = Self.least(costs)
      let limit = costs[best] + turn
      var turned: UInt8 = 0
      for place in costs.indices {
        if limit < costs[place] {
          costs[place] = limit
          turned |= 1 << UInt8(place)
        }
        costs[place] += step == numbers[place] ? Self.hit : Self.miss
      }
      bests.append(UInt8(best))
      turns.append(turned)
    }
    var place = Self.least(costs)
    guard costs[place] + 10 < code.bits else { return }
    var end = steps.count
    for step in steps.indices.reversed() where step == 0 || turns[step] >> UInt8(place) & 1 == 1 {
      all.append((numbers[place], step..<end))
      (end, place) = (step, Int(bests[step]))
    }
    all = all.count > 1 ? all.reversed() : []
  }

  private static func least(_ costs: [Double]) -> Int {
    costs.indices.min { costs[$0] < costs[$1] } ?? 0
  }
}

extension SeriesPace {
  /// The changes of rate of what is locked to refreshes; none if there is one rate.
  static func all(_ course: Course, _ decision: Decision) -> [SeriesPace] {
    let times = course.calmTimes
    guard decision.first == .locked || decision.rest == .locked,
      let grid = Grid(times, near: decision.best.period, within: 0.001)
    else { return [] }
    return Paces(grid.distances(of: times).steps).all.map { pace in
      let (begin, end) = (times[pace.steps.lowerBound], times[pace.steps.upperBound])
      return SeriesPace(
        beginMs: begin, lengthMs: end - begin, multiple: pace.number,
        rateHz: 1000 / (grid.period * Double(pace.number)))
    }
  }
}
