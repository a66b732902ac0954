import LabExperiment
import LabKernel
import LabLanguage
import LabProof
import LabWorkload
import Testing

@Suite struct `A statement that is to be proven` {
  private static func plan(_ statements: String) throws -> Plan {
    try Fixture.experiment(
      """
      display 60 Hz
      run 200 ms
      sweep length = 10 ms, 20 ms
      arm link
        link ball in common takes 0.5 ms
      arm timer
        timer ball every 16 ms phase 0.5 in common takes 0.5 ms
      \(statements)
      """
    ).plan()
  }

  @Test func `is asked about the arms and drivers it names, at every sweep point`() throws {
    let plan = try Self.plan(
      "prove never *.ball.double_fires over phase 0 .. 1/2,"
        + " up to 2 tasks of {length} every 1 ms within 50 ms as port at most 7 runs")
    let questions = plan.indices.map { plan.propositions(at: $0) }
    #expect(questions.map(\.count) == [1, 1, 1, 1])
    let (link, timer) = (try #require(questions[2].first), try #require(questions[3].first))
    #expect(timer.question.quantity == .doubleFires)
    #expect(timer.question.limit == 0)
    #expect(timer.budget == 7)
    #expect(timer.question.phases == [.init(.firstFire(of: "ball"), 0..<8_333_334)])
    #expect(link.question.phases == [.init(.firstVsync, 0..<8_333_334)])
    #expect(timer.question.tasks?.duration == .milliseconds(20))
    #expect(timer.question.tasks?.delivery == .port)
    #expect(questions[1].first?.question.tasks?.duration == .milliseconds(10))
  }

  @Test(arguments: ["0.5", "1/3", "0.01"])
  func `begins with the nanosecond that 'phase' says`(share: String) throws {
    let lines = """
      display 120 Hz
      run 200 ms
      arm timer
        timer ball every 8 ms phase \(share) in common takes 0.5 ms
      prove never timer.ball.double_fires over phase \(share) .. 0.6
      """
    let plan = try Fixture.experiment(lines).plan()
    let date = try #require(plan[0].scenario.drivers[0].source.timer?.firstFire)
    let values = try #require(plan.propositions(at: 0).first?.question.phases.first?.values)
    #expect(values.lowerBound == date.nanoseconds)
  }

  @Test func `has a limit with 'always', and none with 'worst'`() throws {
    let plan = try Self.plan(
      """
      load page at 1 ms takes {length} as source
      prove always link.ball.lateness <= 20 ms over phase 0 .. 1
      worst link.ball.dropped over phase 0 .. 1
      """)
    let questions = plan.propositions(at: 0)
    #expect(questions.map(\.question.limit) == [20_000_000, nil])
    #expect(questions.map(\.question.tasks) == [nil, nil])
    #expect(plan.propositions(at: 1) == [])
    #expect(plan.experiment.questionCount == 2)
  }

  @Test func `has its case written as a script that shows it`() throws {
    let plan = try Self.plan(
      """
      load page at 1 ms takes {length} as source
      prove never timer.ball.double_fires over phase 0 .. 1, up to 1 task of 20 ms every 1 ms within 50 ms
      """)
    let proposition = try #require(plan.propositions(at: 3).first)
    let answer = try ProofAnswer(proposition, about: 3, in: plan)
    #expect(answer.proof.outcome == .refuted)
    let script = try #require(answer.script)
    #expect(script.holds)
    #expect(script.text.hasPrefix("# A case of: prove never timer.ball.double_fires over phase 0"))
    #expect(script.text.contains("\nload page at 1 ms takes 20 ms as source\n"))
    #expect(script.text.contains("\n  timer ball every 16 ms first at "))
    #expect(script.text.hasSuffix("\nexpect timer.ball.double_fires >= 1\n"))
    #expect(try Fixture.experiment(script.text).plan()[0].scenario == script.run.scenario)
    #expect(answer.text(width: 80).contains("The case: the first fire date of ball at "))
  }

  private static let tasks = "over up to 2 tasks of {length} every 4 ms within 60 ms"

  @Test func `stands beside what theory says, at every sweep point`() throws {
    let plan = try Self.plan(
      """
      worst link.ball.lateness \(Self.tasks) predict 2 × {length} - 1 ns
      worst link.ball.dropped \(Self.tasks) predict drops(2, {length}, 0.5 ms, 60 Hz)
      worst link.ball.dropped \(Self.tasks)
      """)
    #expect(plan.propositions(at: 0).map(\.predicted) == [19_999_999, 1, nil])
    #expect(plan.propositions(at: 2).map(\.predicted) == [39_999_999, 2, nil])
  }

  @Test(
    arguments: [
      ("", 0...0, .proven), ("", 1...3, .refuted), (" at most 3 runs", 1...3, .undecided),
    ] as [(String, ClosedRange<Int>, Proof.Outcome)])
  func `is refuted by another number than the predicted one`(
    budget: String, more: ClosedRange<Int>, outcome: Proof.Outcome
  ) throws {
    for more in more {
      let plan = try Self.plan(
        "worst link.ball.dropped \(Self.tasks)\(budget) predict \(more) +"
          + " drops(2, {length}, 0.5 ms, 60 Hz)")
      let proposition = try #require(plan.propositions(at: 2).first)
      let answer = try ProofAnswer(proposition, about: 2, in: plan)
      #expect(answer.outcome == outcome)
      #expect(answer.text(width: 200).contains("; theory says dropped \(2 + more)"))
    }
  }

  @Test func `is refuted by more than predicted before all is covered`() throws {
    let plan = try Self.plan(
      "worst link.ball.dropped over up to 1 task of {length} every 1 ms within 60 ms"
        + " at most 10 runs predict 0")
    let proposition = try #require(plan.propositions(at: 2).first)
    let answer = try ProofAnswer(proposition, about: 2, in: plan)
    #expect(answer.proof.outcome == .undecided)
    #expect(answer.outcome == .refuted)
  }
}
