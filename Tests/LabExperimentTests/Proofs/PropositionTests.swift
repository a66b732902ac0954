import LabExperiment
import LabKernel
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
    let question = try #require(questions[3].first)
    #expect(question.metric == "double_fires")
    #expect(question.limit == 0)
    #expect(question.budget == 7)
    #expect(question.phases.map(\.values) == [0..<8_333_334])
    #expect(question.phases.map(\.driver) == ["ball"])
    #expect(question.tasks?.duration == .milliseconds(20))
    #expect(question.tasks?.door == .port)
    #expect(questions[1].first?.tasks?.duration == .milliseconds(10))
  }

  @Test func `has a limit with 'always', and none with 'worst'`() throws {
    let plan = try Self.plan(
      """
      load page at 1 ms takes {length} as source
      prove always link.ball.lateness <= 20 ms over phase 0 .. 1
      worst link.ball.dropped over phase 0 .. 1
      """)
    let questions = plan.propositions(at: 0)
    #expect(questions.map(\.limit) == [20_000_000, nil])
    #expect(questions.map(\.tasks) == [nil, nil])
    #expect(plan.propositions(at: 1) == [])
    #expect(plan.experiment.questionCount == 2)
  }

  @Test func `has its case written as a script that shows it`() throws {
    let plan = try Self.plan(
      """
      load page at 1 ms takes {length} as source
      prove never timer.ball.double_fires over phase 0 .. 1, up to 1 task of 20 ms every 1 ms within 50 ms
      """)
    let question = try #require(plan.propositions(at: 3).first)
    let script = try CaseScript(
      question, about: 3, in: plan, phases: [8_000_000],
      tasks: [.init(arrival: .at(.milliseconds(25)), duration: .milliseconds(13), name: "task")],
      value: 1)
    #expect(
      script.text.hasSuffix(
        """
        display 60 Hz
        run 200 ms
        load page at 1 ms takes 20 ms as source

        arm timer
          timer ball every 16 ms first at 8000000 ns in common takes 0.5 ms
          load arriving at 25 ms takes 13 ms as main-queue

        expect timer.ball.double_fires >= 1

        """))
    #expect(script.holds)
  }
}
