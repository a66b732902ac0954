import LabExperiment
import LabMetrics
import LabWorkload
import Testing

@Suite struct `A smallest set` {
  private static let text = """
    # a comment
    display 60 Hz
    run 1 s
    sweep c = 12 ms, 20 ms
    load page every 37 ms takes 1 ms, {c}, 3 ms, 0.5 ms, 30 ms as main-queue
    load net every 11 ms takes 0.3 ms as port
    gesture scroll at 600 ms for 100 ms
    arm timer
      timer ball every 1/60 s in default takes 0.5 ms
    arm link
      link ball in default takes 0.5 ms
    """

  @Test(arguments: [0, 1, 2, 3])
  func `still causes the trouble, and needs each of its tasks`(run: Int) throws {
    let plan = try Fixture.experiment(Self.text).plan()
    let base = try WhatIf([plan[run]])
    let set = try SmallestSet(base, keeping: .dropped, budget: 5000)
    #expect(set.isMinimal)
    #expect(set.tasks.count < set.count)
    func dropped(_ scenario: Scenario) throws -> Int {
      let trace = try Stage(scenario, seed: plan[run].seed).run()
      return try #require(RunMeasurement(trace)[driver: "ball"]?.frames?.slots?.dropped)
    }
    #expect(try dropped(set.scenario) >= dropped(plan[run].scenario))
    for load in set.scenario.loads {
      guard case .recorded(let tasks) = load.tasks else { continue }
      for number in tasks.indices {
        let change = Change([.tasks(TaskSelection(load.name, .numbers([number])), .without)])
        let less = try change.applied(to: set.scenario, seed: plan[run].seed)
        #expect(try dropped(less) < set.trouble, "\(load.name) \(number)")
      }
    }
  }

  @Test(arguments: [0, 1])
  func `is written as a script that shows the same trouble`(replication: Int) throws {
    let plan = try Fixture.experiment(Self.text).plan(replications: 2)
    let base = try WhatIf([plan[4 + 2 * replication]])
    let set = try SmallestSet(base, keeping: .dropped, budget: 5000)
    let script = try SmallestScript(set, of: base, in: plan, name: "small")
    #expect(script.trouble == set.trouble)
    #expect(script.text.contains("gesture scroll at 600 ms for 100 ms"))
    #expect(script.text.contains("seed \(plan[4 + 2 * replication].seed)\n"))
    #expect(!script.text.contains("sweep") && !script.text.contains("{c}"))
    #expect(!script.text.contains("arm link"))
    let rows = script.files.flatMap { $0.text.split(separator: "\n").dropFirst() }
    #expect(rows.count == set.tasks.count)
    let durations = rows.map { row -> Duration in
      .microseconds(Int64(row.split(separator: ",")[1]) ?? -1)
    }
    #expect(durations.sorted() == set.tasks.map { $0.task.duration }.sorted())
  }

  private static let followed = """
    display 60 Hz
    run 1 s
    load fetch every 90 ms takes 2 ms, 4 ms, 3 ms as port
    load decode after fetch delayed by 5 ms, 6 ms takes 1 ms, 30 ms, 2 ms as main-queue
    load paint after decode takes 1 ms, 12 ms as main-queue
    arm timer
      timer ball every 1/60 s in default takes 0.5 ms
    """

  @Test func `keeps what follows a task with it, in the script as well`() throws {
    let plan = try Fixture.experiment(Self.followed).plan()
    let base = try WhatIf([plan[0]])
    let set = try SmallestSet(base, keeping: .dropped, budget: 5000)
    #expect(set.isMinimal && set.tasks.allSatisfy { $0.load == "fetch" })
    let script = try SmallestScript(set, of: base, in: plan, name: "small")
    #expect(script.trouble == set.trouble)
    #expect(script.text.contains("load decode after fetch delayed by 6000000 ns"))
    #expect(script.files.count == 1)
  }

  @Test func `says if a script cannot list what follows`() throws {
    let text = Self.followed.replacing("every 90 ms", with: "every 3 ms")
      .replacing(
        "decode after fetch delayed by 5 ms, 6 ms takes 1 ms, 30 ms, 2 ms",
        with: "decode after fetch takes exponential mean 12 ms")
    let plan = try Fixture.experiment(text).plan()
    let base = try WhatIf([plan[0]])
    let set = try SmallestSet(base, keeping: .dropped, budget: 1)
    #expect(throws: ExperimentFailure.self) {
      try SmallestScript(set, of: base, in: plan, name: "small")
    }
  }

  @Test func `takes the scenes along into its script`() throws {
    let plan = try Fixture.experiment(
      """
      display 60 Hz
      run 1 s
      sweep m = 1, 2
      scene room as items
      box crate in room at 150, 150 size 20, 20
      gravity all in room
      push crate in room by {m}, 0 at 100 ms
      load page every 37 ms takes 1 ms, 30 ms as main-queue
      arm link
        link ball in default takes 0.5 ms
        simulate ball scene room steps fixed 1/120 s
      """
    ).plan()
    let base = try WhatIf([plan[1]])
    let set = try SmallestSet(base, keeping: .dropped, budget: 500)
    let script = try SmallestScript(set, of: base, in: plan, name: "small")
    #expect(script.trouble == set.trouble)
    #expect(script.text.contains("push crate in room by 2, 0 at 100 ms"))
  }

  @Test func `says that it is not verified if the budget ends`() throws {
    let plan = try Fixture.experiment(Self.text).plan()
    let set = try SmallestSet(WhatIf([plan[0]]), keeping: .dropped, budget: 5)
    #expect(!set.isMinimal && set.reruns == 5)
  }

  @Test func `needs trouble`() throws {
    let plan = try Fixture.experiment(
      "display 60 Hz\nrun 1 s\narm timer\n  timer ball every 1/60 s in default\n"
    ).plan()
    #expect(throws: ExperimentFailure.self) {
      try SmallestSet(WhatIf([plan[0]]), keeping: .dropped, budget: 50)
    }
  }
}
