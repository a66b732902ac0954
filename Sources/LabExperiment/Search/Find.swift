import LabKernel
import LabLanguage
package import LabMetrics
import LabText

/// A search for the largest or smallest value of a sweep for which a claim holds.
struct Find: Sendable {
  /// As it is written.
  let text: String
  /// By which expectations refer to what was found, if they do.
  let name: String?
  let isLargest: Bool
  /// The sweep whose value is searched, by its position.
  let sweep: Int
  /// The values that are tried first, the smallest first: those of the sweep, or of a range.
  let values: [Quantity]
  /// The positions of these values in the sweep; `nil` for a range, whose values no run of the plan
  /// has.
  let positions: [Int]?
  /// How close what is found must be to a value for which the claim does not hold; `nil` for the
  /// next of ``values``.
  let resolution: Fraction?
  let claim: Expectation

  /// The name, and what it measures.
  var entry: (String, Dimension)? { name.map { ($0, values[0].dimension) } }

  /// The sign of the direction in which the claim is expected to fail.
  var direction: Fraction { isLargest ? Fraction(1) : Fraction(-1) }
}

extension Find {
  /// How many values of a range are tried before any is searched more closely.
  static let rangeValues = 9

  /// Reads a search and checks it against the arms and sweeps of its experiment.
  init(
    _ bound: ResolvedStatement, drivers: DriverTable, sweeps: SweepTable, grid: Grid,
    mayBeIdle: Bool
  ) throws(Mistake) {
    let statement = bound.statement
    let token: Token
    (isLargest, token) = try bound.head(.bound)
    let sweep = try sweeps.index(named: token)
    let axes = sweeps[sweep].axes
    guard sweeps[sweep].isIndependent,
      !sweeps.enumerated().contains(where: {
        $0.offset != sweep && $0.element.isZipped && $0.element.axes == axes
      })
    else {
      throw Mistake(
        token.place, "'\(token.text)' varies together with another sweep and cannot be searched.")
    }
    self.sweep = sweep
    let swept = try sweeps[sweep].quantities(for: statement)
    if let (low, high) = try bound.value("over", .range) {
      values = try Self.values(from: low, to: high, of: swept[0].dimension)
      positions = nil
    } else {
      let order = swept.indices.sorted {
        swept[$0].value != swept[$1].value && swept[$0].value.isAtMost(swept[$1].value)
      }
      values = order.map { swept[$0] }
      positions = order
    }
    resolution =
      if let quantity = try bound.value("within", .quantity) {
        try Self.resolution(quantity, among: values)
      } else { nil }
    let tokens = statement["where"] ?? []
    claim = try Expectation(
      tokens, in: statement, drivers: drivers, sweeps: sweeps, grid: grid, mayBeIdle: mayBeIdle)
    let others = grid.axes.filter { $0 != axes[0] }.combinationCount
    guard others <= Limits.searches || (positions != nil && resolution == nil) else {
      throw Mistake(
        statement.keyword.place,
        "this searches at \(others) combinations of the other sweeps' values, which is more than the"
          + " limit of \(Limits.searches). Leave out 'over' and 'within', or some values.")
    }
    name = try bound.value("as", .name)
    let range = ["over", "within"].compactMap { clause in
      statement[clause].map { "\(clause) \($0.spelling) " }
    }
    text = "find \(statement.head.spelling) \(range.joined())where \(tokens.spelling)"
  }

  private static func values(
    from low: Quantity, to high: Quantity, of dimension: Dimension
  ) throws(Mistake) -> [Quantity] {
    let last = try high.checked(dimension)
    let first = try low.checked(dimension)
    guard let width = last.value.adding(first.value.negated), width.numerator > 0 else {
      throw Mistake(
        low.place, "this range is empty. Write the smaller value first.")
    }
    let steps = Int64(rangeValues - 1)
    return (0...steps).map { index in
      let part = Fraction(Int128(index), Int128(steps)).flatMap(width.multiplied)
      // Every part of a range of such numbers can be told exactly, to the nanosecond if a time.
      let value = part.flatMap(first.value.adding) ?? last.value
      let isTime = dimension == .time
      return first.with(isTime ? value.whole.map(Fraction.init) ?? value : value)
    }
  }

  private static func resolution(
    _ quantity: Quantity, among values: [Quantity]
  ) throws(Mistake) -> Fraction {
    let quantity = try quantity.checked(values[0].dimension)
    let width = values[values.count - 1].value.adding(values[0].value.negated)
    guard quantity.value.numerator > 0,
      let steps = width?.divided(by: quantity.value)?.whole, steps < 1 << 30
    else {
      throw Mistake(
        quantity.place, "a search goes down to a 10⁹th of its range, and to something above 0.")
    }
    return quantity.value
  }
}

/// What a search found at one combination of the other sweeps' values.
package struct Finding: Hashable, Sendable {
  /// A value that was tried, and what the runs with it showed.
  package struct Trial: Hashable, Sendable {
    /// The value as a script would write it.
    package let value: String
    /// Whether the claim holds for it.
    package let holds: Bool
    /// What was measured, as `link.ball.dropped = 0`.
    package let values: String
    /// The value in base units, such as nanoseconds.
    let number: Double
  }

  /// The search as it is written.
  package let text: String
  /// The name by which expectations refer to it; `nil` if it has none.
  package let name: String?
  /// The values of the other sweeps, as `rate = 60 Hz`; empty without any.
  package let place: String
  /// What was found: the most extreme value for which the claim holds; `nil` if it holds for none.
  package let found: Trial?
  /// The neighbour for which it does not; `nil` if nothing beyond ``found`` was tried.
  package let failing: Trial?
  /// How many values were tried.
  package let tried: Int
  /// How often, going through the values that were tried, the claim begins or ceases to hold.
  ///
  /// With more than one change there are several answers, and ``found`` is the most extreme among
  /// the values tried. With one, a search between them assumes that there is no other.
  package let changes: Int

  /// The axis that was searched.
  let axis: Int
  /// The point of the grid to which the finding belongs, with 0 on that axis.
  let context: [Int]

  /// Whether it belongs to a point of the grid.
  func isAbout(_ point: [Int]) -> Bool {
    var point = point
    point[axis] = 0
    return point == context
  }
}

extension Finding {
  /// Creates a finding that was written before, about which no expectation is judged again.
  package init(
    _ text: String, at place: String, found: (value: String, values: String)?,
    failing: (value: String, values: String)?, tried: Int, changes: Int
  ) {
    func trial(_ trial: (value: String, values: String)?, _ holds: Bool) -> Trial? {
      trial.map { Trial(value: $0.value, holds: holds, values: $0.values, number: 0) }
    }
    self.init(
      text: text, name: nil, place: place, found: trial(found, true),
      failing: trial(failing, false), tried: tried, changes: changes, axis: 0, context: [])
  }
}

/// The values that some expectations need of the runs of one sweep point.
package final class ProbeTable {
  /// A metric of a driver.
  struct Key: Hashable, Sendable {
    let driver: String
    let metric: String
  }

  /// The arms of which there are values.
  let arms: Set<Int>
  /// What is needed of every run.
  private let keys: [Key]
  /// How many values are needed of every run.
  package var count: Int { keys.count }
  /// Turns a run into the values of it that are needed.
  package let digest: @Sendable (RunResult) -> (run: Int, values: [MetricValue?])
  /// The position of the last run.
  private(set) var runs = 0

  private var values: [Int: [MetricValue?]] = [:]
  private let places: [Key: Int]

  init(of expectations: [Expectation]) {
    arms = Set(expectations.flatMap { $0.matches.joined().map { $0.arm } })
    let needed = Set(
      expectations.flatMap { expectation in
        expectation.measures.flatMap { measure in
          expectation.matches.map {
            Key(driver: $0[measure.subject].name, metric: measure.metric)
          }
        }
      })
    let keys = needed.sorted { ($0.driver, $0.metric) < ($1.driver, $1.metric) }
    self.keys = keys
    places = Dictionary(keepingFirst: keys.enumerated().map { ($1, $0) })
    digest = { result in
      (result.run.index, keys.map { result.value(of: $0.metric, driver: $0.driver) })
    }
  }

  /// Notes the values that are needed of a run.
  package func append(_ finished: (run: Int, values: [MetricValue?])) {
    values[finished.run] = finished.values
    runs = max(runs, finished.run)
  }

  func value(_ run: Int, _ driver: String, _ metric: String) -> MetricValue? {
    guard let place = places[Key(driver: driver, metric: metric)] else { return nil }
    return values[run]?[place]
  }
}
