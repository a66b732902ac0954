import LabKernel
import LabLanguage
import LabMetrics
import LabTrace

/// Carries out a search: first among the values that the plan has run, then between two of them.
struct Search<Thrown: Error> {
  let find: Find
  let plan: Plan
  /// The values of the runs of the plan.
  let metric: Plan.MetricReading
  /// Performs runs of a plan with another value, and notes what they came to.
  let perform: (_ runs: [Int], _ plan: Plan, _ table: ProbeTable) throws(Thrown) -> Void

  /// Returns what is found for every combination of the other sweeps' values.
  func findings() throws(Thrown) -> [Finding] {
    let grid = plan.experiment.grid
    let axis = plan.experiment.sweeps[find.sweep].axes[0].index
    var contexts: [[Int]] = []
    var seen: Set<[Int]> = []
    var points: [[Int]: Int] = [:]
    for index in 0..<grid.count {
      var point = grid[index]
      points[point] = index
      point[axis] = 0
      if seen.insert(point).inserted { contexts.append(point) }
    }
    return try contexts.map { context throws(Thrown) in
      try finding(at: context) { position in
        var point = context
        point[axis] = position
        return points[point]
      }
    }
  }

  private func finding(
    at context: [Int], point: (_ position: Int) -> Int?
  ) throws(Thrown) -> Finding {
    var trials: [(value: Quantity, trial: Finding.Trial)] = []
    for (index, value) in find.values.enumerated() {
      if let positions = find.positions {
        // A combination that the script leaves out has no runs.
        guard let point = point(positions[index]) else { continue }
        trials.append(
          (value, trial(of: value, Judge(find.claim, plan: plan, metric: metric), point)))
      } else {
        trials.append((value, try probe(value, at: context)))
      }
    }
    if !find.isLargest { trials.reverse() }
    let holding = trials.lastIndex { $0.trial.holds }
    var found = holding.map { trials[$0] }
    var failing = holding.flatMap { trials.indices.contains($0 + 1) ? trials[$0 + 1] : nil }
    let coarse = trials.map { $0.trial.holds }
    var tried = trials.count
    if let resolution = find.resolution, let inner = found, let outer = failing {
      (found, failing) = try bisect(inner, outer, by: resolution, at: context) { tried += 1 }
    }
    return Finding(
      text: find.text, name: find.name, place: place(at: context), found: found?.trial,
      failing: (failing ?? (holding == nil ? trials.first : nil))?.trial, tried: tried,
      changes: zip(coarse, coarse.dropFirst()).count { $0 != $1 },
      axis: plan.experiment.sweeps[find.sweep].axes[0].index, context: context)
  }

  private typealias Tried = (value: Quantity, trial: Finding.Trial)

  /// Halves the steps between a value for which the claim holds and one for which it does not.
  private func bisect(
    _ inner: Tried, _ outer: Tried, by resolution: Fraction, at context: [Int], count: () -> Void
  ) throws(Thrown) -> (Tried, Tried) {
    var (inner, outer) = (inner, outer)
    let start = inner.value
    let width = outer.value.value.adding(start.value.negated)?.multiplied(by: find.direction)
    var low = 0
    // The reader of the script has checked that there are fewer than 2³⁰ steps.
    var high = Int(width?.divided(by: resolution)?.roundedUp ?? 1)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      let step = resolution.multiplied(by: Fraction(Int64(middle)))?.multiplied(by: find.direction)
      guard let value = step.flatMap(start.value.adding) else { break }
      let quantity = start.with(value)
      let trial = try probe(quantity, at: context)
      count()
      if trial.holds {
        (low, inner) = (middle, (quantity, trial))
      } else {
        (high, outer) = (middle, (quantity, trial))
      }
    }
    return (inner, outer)
  }

  /// Runs the experiment with one value more.
  private func probe(_ value: Quantity, at context: [Int]) throws(Thrown) -> Finding.Trial {
    let experiment = plan.experiment
    let arms = experiment.arms.count
    guard let probe = try? experiment.with(value, of: find.sweep, at: context),
      let plan = try? probe.plan(seed: plan.seed, replications: plan.replications),
      // The same script has the same searches.
      let claim = probe.finds.first(where: { $0.text == find.text })?.claim
    else {
      return Finding.Trial(
        value: value.text, holds: false, values: "the script refuses this value", number: 0)
    }
    let table = ProbeTable(of: [claim, plan.precision?.quantity].compactMap { $0 })
    var rounds = Rounds(plan, shard: .whole, metric: table.value)
    while let round = rounds.next() {
      let wanted = round.filter { table.arms.contains($0 % arms) }
      try perform(wanted, plan, table)
    }
    let settled = plan.settled([table.runs / arms + 1])
    return trial(of: value, Judge(claim, plan: settled, metric: table.value), 0)
  }

  private func trial(of value: Quantity, _ judge: Judge, _ point: Int) -> Finding.Trial {
    let verdict = judge.verdict(at: [point])
    return Finding.Trial(
      value: value.text, holds: verdict.outcome == .holds,
      values: verdict.failure?.values ?? judge.evidence(at: point), number: value.value.approximate)
  }

  private func place(at context: [Int]) -> String {
    let axis = plan.experiment.sweeps[find.sweep].axes[0]
    let others = plan.experiment.sweeps.filter { !$0.axes.contains(axis) }
    return others.map { "\($0.name) = \($0.value(at: context))" }.joined(separator: ", ")
  }
}

extension Experiment {
  /// Returns the experiment at one point alone, with another value of a sweep and with all else
  /// that was set.
  fileprivate func with(
    _ value: Quantity, of sweep: Int, at point: [Int]
  ) throws(ScriptError) -> Experiment {
    let varied = sweeps.enumerated().filter { $0.element.statement.form.keyword == "sweep" }
    let names = Set(varied.map { $0.element.name })
    let values = varied.map { index, other in
      // In parentheses, since one value may hold commas.
      (
        name: other.name,
        values: "(\(index == sweep ? value.text : other.value(at: point)))"
      )
    }
    return try Experiment(
      inputs: inputs, overriding: overriding.filter { !names.contains($0.name) } + values)
  }
}
