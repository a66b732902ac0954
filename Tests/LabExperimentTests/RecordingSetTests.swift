import Foundation
import LabExperiment
import LabLanguage
import LabMetrics
import LabWorkload
import Testing

@Suite struct `A load with several recordings` {
  private static let script = """
    display 60 Hz
    run 200 ms
    sweep cost = 1 ms, 2 ms
    load page recorded fleet/*.csv as main-queue
    arm timer
      timer ball every 1/60 s in default takes {cost}
    arm link
      link ball in default takes {cost}
    expect timer.ball.fires >= 11
    """

  private static let files = Dictionary(
    uniqueKeysWithValues: [("f10", 30), ("f2", 40), ("f1", 20)].map { name, milliseconds in
      ("fleet/\(name).csv", "start_us,duration_us,name\n1000,\(milliseconds)000,parse\n")
    })

  private func experiment(
    _ script: String = script, files: [String: String] = files
  ) throws -> Experiment {
    try Experiment(path: "test.lab") { path throws(InputFile.Problem) in
      guard path != "test.lab" else { return Array(script.utf8) }
      guard let file = files[path] else { throw .missing() }
      return Array(file.utf8)
    } listing: { folder in
      (files.keys + ["fleet/notes.txt", "fleet/.hidden.csv"]).compactMap {
        $0.hasPrefix(folder) ? String($0.dropFirst(folder.count)) : nil
      }
    }
  }

  private static func duration(_ run: RunSpec) -> Duration? {
    guard case .recorded(let tasks) = run.scenario.loads[0].tasks else { return nil }
    return tasks.first?.duration
  }

  @Test func `has another in each replication, in the order of their names`() throws {
    let plan = try experiment().plan()
    #expect(plan.replications == 3)
    #expect(plan.count == 2 * 3 * 2)
    let first = plan.prefix(6)
    let names = ["f1", "f1", "f10", "f10", "f2", "f2"].map { "fleet/\($0).csv" }
    #expect(first.map(\.label.recordedFile) == names)
    #expect(first.map(Self.duration) == [20, 20, 30, 30, 40, 40].map { .milliseconds($0) })
    #expect(plan[2].words() == "run 2, timer, cost = 1 ms, recording = fleet/f10.csv")
  }

  @Test func `has the first of them if there are fewer replications`() throws {
    let experiment = try experiment(Self.script.replacing("sweep", with: "repeat 2\nsweep"))
    #expect(try experiment.plan().map(\.label.recordedFile).last == "fleet/f10.csv")
    #expect(try experiment.plan(replications: 3).map(\.label.recordedFile).last == "fleet/f2.csv")
    #expect {
      try experiment.plan(replications: 4)
    } throws: {
      "\($0)"
        == """
        --repeat: error: each replication has a recording of its own, and there are 3 for 4 \
        replications. Write 3 at most.
        """
    }
  }

  @Test func `is read again from what was read`() throws {
    let first = try experiment()
    let again = try Experiment(
      inputs: first.inputs.reversed().sorted { one, _ in
        one.path == "test.lab"
      }, overriding: [])
    #expect(try again.plan().map { $0 } == first.plan().map { $0 })
  }

  @Test func `is judged, repeated and changed as a population`() throws {
    let script = Self.script.replacing(
      "expect timer.ball.fires >= 11",
      with: """
        expect mean(link.ball.lateness_max) < 40 ms
        what if page elsewhere
        repeat 3 until ± 5 % of link.ball.dropped
        """)
    let plan = try experiment(script).plan()
    let verdicts = plan.verdicts { index, _, _ in
      // The mean of 20, 30 and 40 is 30; that of the first alone would be 20.
      plan[index].label.recordedFile.flatMap { name in
        ["fleet/f1.csv": 20, "fleet/f10.csv": 30, "fleet/f2.csv": 80][name].map {
          .time(.milliseconds($0))
        }
      }
    }
    #expect(verdicts[0].outcome == .fails)
    #expect(verdicts[0].judged == 2)
    #expect(verdicts[0].failure?.values.contains("43.333333 ms") == true)
    let changed = try #require(plan.last { $0.arm == "link: page elsewhere" })
    #expect(changed.label.recordedFile == "fleet/f2.csv")
    #expect(changed.scenario.loads.isEmpty || Self.duration(changed) == nil)
  }

  @Test func `is the one of the run in its smallest script`() throws {
    let files = ["a": 60, "b": 20].map { name, milliseconds in
      ("fleet/\(name).csv", "start_us,duration_us,name\n1000,\(milliseconds)000,parse\n")
    }
    let plan = try experiment(files: Dictionary(uniqueKeysWithValues: files)).plan()
    let base = try WhatIf([plan[0]])
    let set = try SmallestSet(base, keeping: .dropped, budget: 50)
    let script = try SmallestScript(set, of: base, in: plan, name: "small")
    #expect(set.trouble > 0 && script.trouble == set.trouble)
    #expect(script.text.contains("display 60 Hz") && !script.text.contains("*"))
  }

  @Test func `says how many files are too many, before any is read`() throws {
    let names = (0...Limits.recordings).map { "\($0).csv" }
    let messages = Fixture.messages(path: "test.lab") { path in
      #expect(path == "test.lab")
      return Array(Self.script.utf8)
    } listing: { _ in
      names
    }
    #expect(
      messages.hasPrefix(
        """
        test.lab:4:20: error: 'fleet/*.csv' names 1001 files, and 1000 is the most. Write a name of \
        fewer files, or rank the changes of all: runlooplab why --all FOLDER
        """))
  }
}
