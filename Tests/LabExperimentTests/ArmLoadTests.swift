import LabDisplay
import LabExperiment
import LabKernel
import LabLanguage
import LabMetrics
import LabTrace
import LabWorkload
import Testing

@Suite struct `A load under an arm` {
  private static let script = """
    display 60 Hz
    run     2 s
    seed    7
    load    noise poisson 60 per s takes uniform 0..9 ms as main-queue
    arm plain
      link ball in common takes 1 ms
    arm disturbed
      link ball in common takes 1 ms
      load parse every 700 ms from 400 ms takes 30 ms as main-queue
      gesture scroll at 1 s for 100 ms
    arm late
      link ball in common takes 1 ms

    """

  private func result(_ script: String) throws -> [String: RunResult] {
    var results: [String: RunResult] = [:]
    try Runner(jobs: 1).perform(Fixture.experiment(script).plan(), keeping: RunResult.init) {
      let result = try $0.get()
      results[result.run.arm] = result
    }
    return results
  }

  @Test func `disturbs that arm alone`() throws {
    let results = try result(Self.script)
    let lines = Self.script.split(separator: "\n", omittingEmptySubsequences: false)
    let without = lines.filter { !$0.contains("parse") && !$0.contains("scroll") }
    let undisturbed = try result(without.joined(separator: "\n"))
    for arm in ["plain", "late"] {
      #expect(results[arm]?.fingerprint == undisturbed[arm]?.fingerprint)
    }
    let (plain, disturbed) = (try #require(results["plain"]), try #require(results["disturbed"]))
    #expect(plain.fingerprint == results["late"]?.fingerprint)
    #expect(undisturbed["disturbed"]?.fingerprint == plain.fingerprint)
    #expect(disturbed.fingerprint != plain.fingerprint)
    let names = disturbed.drivers[0].blame[.lateFiring].culprits.compactMap(\.owner)
    #expect(names.contains("parse") && names.contains("noise"))
  }

  @Test(arguments: [
    (
      "  load x at 1 s takes 1 ms as source\narm a\n  link ball in default", "there is no arm above"
    ),
    (
      "load x at 1 s takes 1 ms as source\narm a\n  link ball in default\n  load x at 2 s takes 1 ms"
        + " as source", "'x' is the name of the load in line 3"
    ),
    ("arm a\n  load x at 1 s takes 1 ms as source", "this arm is empty."),
    ("language 3\narm a\n  link ball in default", "this is version 3 of the language"),
  ])
  func `is refused where it cannot be`(lines: String, message: String) throws {
    let error = #expect(throws: ScriptError.self) {
      try Fixture.experiment("display 60 Hz\nrun 1 s\n" + lines)
    }
    let text = error?.description ?? ""
    #expect(text.contains(message), "\(text)")
  }
}

@Suite struct `What is set` {
  private static let script = """
    display 60 Hz
    run     1 s
    sweep   hiccup = 10 ms
    load    noise at {hiccup} takes 1 ms as source
    arm timer
      timer ball every 1/60 s phase 0.5 in default
    arm link
      link ball in default takes 1 ms
      animate ball along linear from 0 to 1 over 1 s by now

    """

  private func scenarios(_ settings: [(name: String, values: String)]) throws -> [RunSpec] {
    let experiment = try Experiment(path: "test.lab", overriding: settings) { _ in
      Array(Self.script.utf8)
    }
    return Array(try experiment.plan())
  }

  @Test func `may be a statement that is given once`() throws {
    let runs = try scenarios([("display", "120 Hz"), ("run", "2 s"), ("seed", "9")])
    #expect(runs.allSatisfy { $0.scenario.panel.rate == .hertz(120) && $0.seed == 9 })
    #expect(runs.allSatisfy { $0.scenario.duration == .seconds(2) })
    #expect(try scenarios([("stretch", "2")]).allSatisfy { $0.scenario.stretch == 2 })
  }

  @Test func `may be a clause of a driver or a load`() throws {
    let runs = try scenarios([
      ("link.ball.takes", "2 ms"), ("noise.takes", "4 ms"), ("link.ball.every", "2 refreshes"),
    ])
    let plain = try scenarios([])
    #expect(runs[0].scenario.drivers == plain[0].scenario.drivers)
    #expect(runs[1].scenario.drivers[0].cost == .constant(.milliseconds(2)))
    #expect(
      runs[1].scenario.drivers[0].source
        != plain[1].scenario.drivers[0].source)
    #expect(runs[0].scenario.loads != plain[0].scenario.loads)
  }

  @Test func `may be said by a script of one that it includes`() throws {
    let text = """
      include base.lab
      set display = 120 Hz
      set title = The same on a faster display
      set link.ball.takes = 2 ms
      set noise.takes = 3 ms
      set hiccup = 10 ms, 20 ms
      arm more
        link ball in common
      expect link.ball.fires == 120
      """
    func runs(_ settings: [(name: String, values: String)]) throws -> [RunSpec] {
      let experiment = try Experiment(path: "phone.lab", overriding: settings) { path in
        Array((path == "phone.lab" ? text : Self.script).utf8)
      }
      #expect(experiment.title == "The same on a faster display")
      return Array(try experiment.plan())
    }
    let own = try runs([])
    #expect(own.map(\.arm) == ["timer", "link", "more", "timer", "link", "more"])
    #expect(own.allSatisfy { $0.scenario.panel.rate == .hertz(120) })
    #expect(own[1].scenario.drivers[0].cost == .constant(.milliseconds(2)))
    let twin = try scenarios([
      ("display", "120 Hz"), ("link.ball.takes", "2 ms"), ("noise.takes", "3 ms"),
      ("hiccup", "10 ms, 20 ms"),
    ])
    #expect(twin[1].scenario == own[1].scenario && twin[2].scenario == own[3].scenario)
    // What is typed comes last.
    #expect(try runs([("display", "90 Hz")])[0].scenario.panel.rate == .hertz(90))
  }

  @Test func `is written into the smallest script`() throws {
    let text = Self.script.replacing("arm timer", with: "set noise.takes = 40 ms\narm timer")
    let experiment = try Experiment(
      path: "test.lab", overriding: [("run", "700 ms"), ("timer.ball.takes", "3 ms")]
    ) { _ in Array(text.utf8) }
    let plan = try experiment.plan()
    let base = try WhatIf([plan[0]])
    let script = try SmallestScript(
      SmallestSet(base, keeping: .dropped, budget: 50), of: base, in: plan, name: "small")
    #expect(script.text.contains("\nrun 700 ms\n"))
    #expect(script.text.contains("timer ball every 1/60 s phase 0.5 in default takes 3 ms"))
    #expect(script.trouble == base.troubles[0].dropped.map { Int64($0) })
  }

  @Test func `may leave a sweep without use`() throws {
    #expect(try scenarios([("noise.at", "20 ms")]).count == 2)
  }

  @Test(arguments: [
    ("link.ball.tkes", "2 ms", "'ball' has no clause 'tkes'. Did you mean 'takes'?"),
    ("lnk.ball.takes", "2 ms", "there is no arm 'lnk'. Did you mean 'link'?"),
    ("link.bal.takes", "2 ms", "there is no 'bal' in this arm. Did you mean 'ball'?"),
    ("nois.takes", "2 ms", "there is no 'nois' among the loads. Did you mean 'noise'?"),
    ("noise.every", "2 ms", "'at' and 'every' exclude each other."),
    ("noise.takes", "2", "'2' has no unit."), ("a.b.c.d", "1", "'a.b.c.d' is not a clause."),
    ("noise.takes", "", "'takes' needs a value."),
    ("noise", "2 ms", "'noise' is a load. Name one of its clauses, such as 'noise.takes'."),
    ("display", "fast", "'fast'"),
  ])
  func `is an error with a remedy where it is ambiguous or unknown`(
    name: String, values: String, message: String
  ) throws {
    let error = #expect(throws: ScriptError.self) { try scenarios([(name, values)]) }
    let text = error?.description ?? ""
    #expect(text.contains(message), "\(text)")
    #expect(error?.isAboutOptions == true)
  }
}
