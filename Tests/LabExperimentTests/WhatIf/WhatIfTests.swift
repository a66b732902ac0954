import LabDisplay
import LabExperiment
import LabMetrics
import LabWorkload
import Testing

/// What is tried of a script, in which order it stands, and what is said about it.
@Suite struct `A what-if` {
  static func base(_ text: String, arm: String = "timer", jobs: Int = 1) throws -> WhatIf {
    let plan = try Fixture.experiment(text).plan()
    let runs = plan.indices.map { plan[$0] }.filter { $0.arm == arm }
    return try WhatIf(runs, jobs: jobs)
  }

  static let page = """
    display 60 Hz
    run 1 s
    load page at 100 ms, 300 ms, 310 ms, 500 ms takes 30 ms, 5 ms, 12 ms as main-queue
    arm timer
      timer ball every 1/60 s in default takes 0.5 ms
    """

  @Test func `ranks by saving, then by the smaller intervention`() throws {
    let study = try WhatIfStudy(Self.base(Self.page), budget: 500)
    let ranked = study.rows.filter { $0.rank != nil }
    #expect(ranked.map(\.rank) == Array(1...ranked.count))
    let places = ranked.map { row in
      let saving = row.saving ?? .nan
      return (saving <= 0 ? 2 : row.change.isProbe ? 1 : 0, -saving)
    }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
    for (one, other) in zip(ranked, ranked.dropFirst())
    where one.saving(.dropped) == other.saving(.dropped)
      && one.saving(.doubleFires) == other.saving(.doubleFires)
      && one.change.isProbe == other.change.isProbe
    {
      #expect(one.intervention <= other.intervention, "\(one.change), \(other.change)")
    }
  }

  @Test func `does not depend on the number of jobs`() throws {
    let studies = try [1, 3].map {
      try WhatIfStudy(Self.base(Self.page, jobs: $0), budget: 500)
    }
    #expect(studies[0].rows.count == studies[1].rows.count)
    #expect(studies[0].reruns == studies[1].reruns)
    for (one, other) in zip(studies[0].rows, studies[1].rows) {
      #expect(one.change == other.change && one.values == other.values)
      #expect(one.rank == other.rank && one.fingerprint == other.fingerprint)
    }
  }

  @Test func `sums up what single tasks save, and says what they do together`() throws {
    let text = """
      display 60 Hz
      run 200 ms
      load page at 57 ms, 58 ms takes 5 ms as source
      arm timer
        timer ball every 1/60 s phase 0.5 in common takes 0.5 ms
      """
    let study = try WhatIfStudy(Self.base(text), by: .doubleFires, budget: 500)
    let sum = try #require(study.interactions.first)
    #expect(sum.load == "page" && sum.count == 2 && sum.sum == 2 && sum.together == 1)
    #expect(sum.interaction == -1)
    #expect(study.attributed.map(\.saving) == [1, 1])
  }

  @Test func `tries single tasks only where they are the same in all replications`() throws {
    let text = """
      display 60 Hz
      run 500 ms
      repeat 3
      load noise poisson 40 per s takes uniform 0..20 ms as main-queue
      load page at 100 ms takes 30 ms as main-queue
      arm timer
        timer ball every 1/60 s in default takes 0.5 ms
      """
    let study = try WhatIfStudy(Self.base(text), budget: 500)
    #expect(study.remarks.contains { $0.contains("noise") })
    #expect(study.interactions.map(\.load) == ["page"])
    let row = try #require(study.rows.first)
    #expect(row.values[.dropped]?.interval != nil)
    let ranked = study.rows.filter { $0.rank != nil && !$0.change.isProbe }
    let order = ranked.compactMap { $0.goal?.interval }
    #expect(zip(order, order.dropFirst()).allSatisfy { $0.lowerBound >= $1.lowerBound })
  }

  @Test func `keeps to its budget, and says what it left out`() throws {
    let text = Self.page.replacing("takes 30 ms, 5 ms, 12 ms", with: "takes 30 ms")
      .replacing("at 100 ms, 300 ms, 310 ms, 500 ms", with: "every 5 ms")
    let study = try WhatIfStudy(Self.base(text), budget: 60)
    #expect(study.reruns <= 60)
    #expect(study.remarks.contains { $0.contains("most blamed") })
  }

  @Test func `leaves out what does not apply, and what is undefined`() throws {
    let text = """
      display 60 Hz
      run 500 ms
      load page at 100 ms takes 30 ms as main-queue
      arm timer
        timer ball every 1/60 s in default takes 0.5 ms target none
      """
    let study = try WhatIfStudy(Self.base(text), budget: 500)
    #expect(study.skipped.map(\.change) == [Change([.drivers(.common)])])
    #expect(study.goal == .unanswered)
    #expect(
      study.rows.filter { $0.change != Change([.drivers(.link)]) }.allSatisfy {
        $0.values[.dropped] == nil
      })
  }

  /// Of a task of 30 ms the link alone takes every double fire away, so that a second change adds
  /// nothing.
  @Test func `tries pairs of different subjects, and marks those of which one does as much`() throws
  {
    let study = try WhatIfStudy(Self.base(Self.page), by: .doubleFires, budget: 500)
    let pairs = study.rows.filter { $0.change.steps.count == 2 }
    #expect(pairs.count == 5)
    for pair in pairs {
      let parts = pair.change.steps.map { Change([$0]) }
      #expect(!parts[0].changesSame(as: parts[1]), "\(pair.change)")
      let least = study.rows.filter {
        $0.change.steps.count == 1 && pair.change.steps.contains($0.change.steps[0])
      }
      let isEnough = least.contains { part in
        SavingMetric.allCases.allSatisfy { metric in
          pair.saving(metric).map { $0 <= part.saving(metric) ?? -.infinity } ?? true
        }
      }
      #expect(!isEnough || study.isDominated(pair), "\(pair.change)")
    }
  }

  @Test func `marks what a smaller intervention does as well`() throws {
    let study = try WhatIfStudy(Self.base(Self.page), budget: 500)
    for row in study.rows where study.isDominated(row) {
      #expect(
        study.rows.contains { other in
          (other.intervention, other.change.steps.count)
            < (row.intervention, row.change.steps.count)
            && SavingMetric.allCases.allSatisfy { metric in
              row.saving(metric).map { $0 <= other.saving(metric) ?? -.infinity } ?? true
            }
        }, "\(row.change)")
    }
    #expect(study.rows.contains { study.isDominated($0) })
  }

  @Test func `adds changed arms to a script, which wildcards do not mean`() throws {
    let experiment = try Fixture.experiment(
      Self.page + """

        arm link
          link ball in default takes 0.5 ms
        what if link, page in chunks of 4 ms
        expect *.ball.dropped >= 0
        expect saving(timer: page in chunks of 4 ms, ball.dropped) > 0
        """)
    #expect(
      experiment.arms.map(\.name) == [
        "timer", "link", "timer: link", "timer: page in chunks of 4 ms",
        "link: page in chunks of 4 ms",
      ])
    let plan = try experiment.plan()
    #expect(plan[2].scenario.drivers[0].source == .link())
    #expect(plan.changes(of: 0).count == 2 && plan.isChanged(2) && !plan.isChanged(1))
  }

  @Test func `takes the values of sweeps`() throws {
    let experiment = try Fixture.experiment(
      Self.page.replacing("run 1 s", with: "run 1 s\nsweep c = 2 ms, 4 ms") + """

        what if page in chunks of {c}
        expect saving(timer: page in chunks of {c}, ball.dropped) >= 0
        """)
    let plan = try experiment.plan()
    #expect(plan.count == 4)
    guard case .recorded(let tasks) = plan[3].scenario.loads[0].tasks else { return }
    #expect(tasks[0].piece == .milliseconds(4))
  }

  @Test func `makes a link of the pace that is asked for`() throws {
    let experiment = try Fixture.experiment(
      Self.page.replacing("1/60 s", with: "1/30 s") + """

        what if link at timer pace, link
        expect saving(timer: link at timer pace, ball.dropped) < 0
        """)
    let plan = try experiment.plan()
    #expect(plan[1].scenario.drivers[0].source == .link(pace: .every(2)))
    #expect(plan[2].scenario.drivers[0].source == .link())
  }
}
