import LabExperiment
import LabKernel
import LabLanguage
import LabMetrics
import LabPictures
import LabResults
import LabText

/// Two results as linked arms: every driver that both have, as the first and as the second has it.
struct ComparisonStage {
  /// A driver that both results have.
  private struct Pair {
    let arm, driver: String
    /// The positions of the arm in both experiments.
    let arms: [Int]
  }

  private let results: [ExperimentResult]
  private let names: [String]
  private let pairs: [Pair]
  /// The metric that the script asks for, if it is not about drops.
  private let asked: String?
  private var points: [(point: PagePoint, pair: Pair)] = []
  private var tally = OwnerTally()

  /// How many drivers and points are shown, and for how much virtual time.
  private static let pairLimit = 8
  private static let pointLimit = 12
  private static let timeLimit = Duration.seconds(10_000)

  init(_ results: [ExperimentResult], _ names: [String]) {
    (self.results, self.names) = (results, names)
    let answer = results[1].plan.answer(results[1].verdicts)
    asked = answer.map(\.metric).flatMap { MetricWords.isAboutDrops($0) ? nil : $0 }
    let arms = results.map(\.experiment.arms)
    pairs = arms[0].enumerated().flatMap { first, arm -> [Pair] in
      guard let second = arms[1].firstIndex(where: { $0.name == arm.name }) else { return [] }
      return arm.drivers.filter(arms[1][second].drivers.contains).map {
        Pair(arm: arm.name, driver: $0, arms: [first, second])
      }
    }.prefix(Self.pairLimit).map(\.self)
  }

  /// What the pictures show; `nil` if both results have no run with a whole refresh.
  ///
  /// - Parameter commands: What draws a run of each result; `nil` for a result that is nowhere.
  /// - Returns: The runs, ready to be drawn.
  /// - Throws: `InputError` if a run is not what it was.
  mutating func stage(commands: [String?]) throws -> PageStage? {
    let places = places
    guard let most = places.map(\.size).max() else { return nil }
    let worst = places.firstIndex { $0.size == most } ?? 0
    var left = Self.timeLimit
    var first = 0
    for (number, place) in places.enumerated()
    where number == worst || (points.count < Self.pointLimit && left > .zero) {
      guard let (point, pair) = try point(place.point, at: place.positions) else { continue }
      guard points.allSatisfy({ $0.point.runs.count == point.runs.count }) else { continue }
      if number == worst { first = points.count }
      for driver in point.drivers { tally.add(driver) }
      left -= point.end * (2 * pairs.count)
      points.append((number == worst ? point : point.withoutDrivers, pair))
    }
    guard points.indices.contains(first), !points[first].point.drivers.isEmpty else { return nil }
    let owners = tally.ranked
    return PageStage(
      points: points.map(\.point), first: first, owners: owners,
      sweeps: results[0].experiment.sweeps.filter(\.isIndependent).map(\.name),
      leftOut: places.count - points.count,
      cards: points.map { cards(of: $0.point, $0.pair, owners) }, commands: commands,
      arms: pairs.flatMap { pair in [(pair.arm, 0), (pair.arm, 1)] })
  }

  /// The sweep points that both results have, each in the replication with the same draws in which
  /// they differ most, and by how much.
  private var places: [(point: Int, positions: [Int], size: Double)] {
    let plans = results.map(\.plan)
    let others = Dictionary(
      (0..<plans[1].pointCount).map { (plans[1].values(at: $0), $0) }
    ) { first, _ in first }
    return (0..<plans[0].pointCount).compactMap { point in
      guard let other = others[plans[0].values(at: point)] else { return nil }
      let seeds = (0..<plans[1].replications).map {
        (plans[1].label(of: plans[1].index(point: other, replication: $0, arm: 0)).seed, $0)
      }
      let twins = Dictionary(seeds) { first, _ in first }
      return (0..<plans[0].replications).compactMap { replication -> ([Int], Double)? in
        let one = plans[0].index(point: point, replication: replication, arm: 0)
        guard let twin = twins[plans[0].label(of: one).seed] else { return nil }
        let positions = [one, plans[1].index(point: other, replication: twin, arm: 0)]
        let sizes = pairs.compactMap { difference($0, at: positions, in: asked ?? "dropped") }
        return sizes.max().map { (positions, $0) }
      }.max { ($0.1, $1.0[0]) < ($1.1, $0.0[0]) }.map { (point, $0.0, $0.1) }
    }
  }

  /// By how much a metric of a driver differs; `nil` if a result does not have its run.
  private func difference(_ pair: Pair, at positions: [Int], in metric: String) -> Double? {
    let runs = zip(positions, pair.arms).map(+)
    guard zip(results, runs).allSatisfy({ $0.table.record(of: $1) != nil }) else { return nil }
    let values = values(pair, at: positions, of: metric).map { $0?.number ?? 0 }
    return abs(values[1] - values[0])
  }

  private func values(_ pair: Pair, at positions: [Int], of metric: String) -> [MetricValue?] {
    results.indices.map { side in
      results[side].table.value(
        run: positions[side] + pair.arms[side], driver: pair.driver, metric: metric)
    }
  }

  /// The runs of a point, those that changed most first; `nil` if a result does not have them.
  private func point(_ number: Int, at positions: [Int]) throws -> (PagePoint, Pair)? {
    guard pairs.allSatisfy({ difference($0, at: positions, in: "dropped") != nil }) else {
      return nil
    }
    var drivers: [DrawnDriver] = []
    for (place, pair) in pairs.enumerated() {
      for side in results.indices {
        let performed = try PerformedRun(results[side].plan[positions[side] + pair.arms[side]])
        try results[side].check(performed.trace, of: performed.spec)
        let hasSeveral = pairs.count { $0.arm == pair.arm } > 1
        drivers.append(
          DrawnDriver(
            pair.driver,
            label: (hasSeveral ? "\(pair.arm).\(pair.driver)" : pair.arm) + ", \(names[side])",
            arm: 2 * place + side, performed.trace, performed.measurement,
            taskName: Case.taskNames(of: performed.spec.scenario)))
      }
    }
    guard drivers.allSatisfy({ $0.refreshes.count > 1 }) else { return nil }
    let metric = asked ?? "dropped"
    let sizes = pairs.map { difference($0, at: positions, in: metric) ?? 0 }
    let ranked = pairs.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }
    let both = [2 * ranked[0], 2 * ranked[0] + 1]
    let lead = drivers[both[0]].dropped.count < drivers[both[1]].dropped.count ? 1 : 0
    let window = PageWindow(
      both.map { drivers[$0] }, lead: lead,
      problem: CaseFinder.problem(of: metric) ?? .droppedSlot)
    let plan = results[0].plan
    let values = zip(results[0].experiment.sweeps, plan.values(at: number))
      .filter(\.0.isIndependent)
    var words = values.map { "\($0.name) = \($1)" }
    let replication = plan.label(of: positions[0]).replication
    if replication > 0 { words.append("replication \(replication)") }
    return (
      PagePoint(
        number, at: positions, words: words.joined(separator: ", "), values: values.map(\.1),
        drivers, lead: both[lead], order: ranked.flatMap { [2 * $0, 2 * $0 + 1] }, shown: both,
        notes: drivers.indices.map {
          $0 % 2 == 0 ? "" : PagePoint.note(drivers[$0], beside: drivers[$0 - 1])
        }, window: window.stretch), pairs[ranked[0]]
    )
  }

  /// What became of the driver that changed most, and why each result drops what it does.
  private func cards(of point: PagePoint, _ pair: Pair, _ owners: [Owner]) -> [PageCard] {
    let row = point.order[0]
    let runs = [point.runs[row], point.runs[row + 1]]
    let counts = runs.map(\.dropped.count)
    let drops = words("dropped", counts.map(grouped))
    let head = asked.flatMap { metric -> String? in
      let found = values(pair, at: point.positions, of: metric)
      guard let one = found[0], let other = found[1] else { return nil }
      return words(metric, [one, other].map { MetricWords.amount(metric, $0) })
    }
    let stays = runs.map { $0.longestStay ?? "no longer than a refresh" }
    let happening = PageCard(
      title: pairs.count > 1 ? "What changed most here" : "What changed here",
      head: "\(pair.arm): \(head ?? drops)",
      text: (head == nil ? "" : "\(MetricWords.capital(drops)). ")
        + "The longest stay of a frame: \(names[0]) \(stays[0]); \(names[1]) \(stays[1]).")
    return [happening]
      + runs.indices.map { side in
        PageCard(
          title: "Why, \(names[side])",
          head: counts[side] > 0 ? runs[side].reason ?? "Frames came late" : "",
          markupBetween: owners.bar(of: runs[side]))
      }
  }

  /// A value of both results, the second first, as the verdict says it.
  private func words(_ metric: String, _ amounts: [String]) -> String {
    let name = metric.replacing("_", with: " ")
    return amounts[0] == amounts[1]
      ? "\(name) \(amounts[0]) in both" : "\(name) \(amounts[1]) instead of \(amounts[0])"
  }
}
