import LabExperiment
import LabMetrics
import LabSeries
import Testing

/// What the written script makes is a list of the same mean and the same mechanism.
@Suite struct `The script of a list` {
  /// Whether a script makes its list in another way than by callbacks of `ball`.
  private func source(of script: String) -> MadeList.Source {
    script.contains("# The list is the refreshes") ? .frames : .callbacks
  }

  /// What is wrong with the list that a script makes; `nil` if nothing is.
  private func difference(_ list: ProgramList) throws -> String? {
    let answer = try list.answer
    guard let mechanism = answer.mechanism else { return nil }
    let script = answer.script(of: "list").text
    let instants = try MadeList.instants(of: script, source(of: script))
    let count = Int(answer.value(.count) ?? 0)
    let again = try MadeList.answer(instants.prefix(count + 1), list.question)
    let mean = try #require(answer.value(.meanMs))
    let other = try #require(again.value(.meanMs))
    // The frames of a beat are shown at refreshes, and the instants of the list were near them.
    let ends = mechanism == .beat ? 2 * (answer.value(.jitterMs) ?? 0) / Double(count) : 0
    if abs(other - mean) > 0.005 * mean + ends {
      return "\(list): \(mean) ms, then \(other) ms:\n\(script)"
    }
    let isSame = again.mechanism == mechanism || again.alike.contains(mechanism)
    return isSame ? nil : "\(list): \(mechanism), then \(again.candidates):\n\(script)"
  }

  @Test(arguments: [12, 40, 400])
  func `makes the list again, but for one of thirty`(_ length: Int) throws {
    let lists = ProgramList.all.filter { $0.length == length }
    let differences = try lists.compactMap(difference)
    #expect(
      differences.count * 30 <= lists.count, "\(differences.joined(separator: "\n"))")
  }

  /// A timer of 16 ms, or a chain of 16 ms, that tasks of 90, 60 and 35 ms hold up.
  private static func heldUp(_ catchUp: String) -> String {
    """
    display 60 Hz
    run 1.7 s
    wake-up delayed by uniform 0.01 ms..0.2 ms
    load task at 317 ms, 877 ms, 1277 ms takes 90 ms, 60 ms, 35 ms as main-queue
    arm a
      timer ball every 16 ms first at 16 ms \(catchUp) in default takes 0.1 ms
    """
  }

  /// What the list does not say is no work of the callbacks, which `why` would blame.
  @Test(arguments: ["", "catch-up rearm"])
  func `blames a task for intervals that are long`(catchUp: String) throws {
    let instants = try MadeList.instants(of: Self.heldUp(catchUp))
    let answer = try MadeList.answer(instants, SeriesQuestion(asked: .milliseconds(16)))
    #expect(answer.mechanism == (catchUp.isEmpty ? .grid : .anew))
    let script = answer.script(of: "list")
    #expect(script.isGuess && script.text.contains("load unknown at "))
    let again = try MadeList.instants(of: script.text).prefix(instants.count)
    #expect(again.count == instants.count)
    for (made, own) in zip(again, instants) {
      let difference = (made - again[0]) - (own - instants[0])
      #expect(difference.magnitude < 300_000, "\(made) \(own)\n\(script.text)")
    }
    let experiment = try Experiment(path: "list.lab") { _ in Array(script.text.utf8) }
    let run = RunMeasurement(try Runner(jobs: 1).trace(of: experiment.plan()[0]))
    let causes = try #require(run[driver: "ball"]?.frames?.slots?.causes)
    #expect(causes[.tasks] ?? 0 > 5)
    #expect(causes[.own] ?? 0 == 0, "\(causes)")
  }
}
