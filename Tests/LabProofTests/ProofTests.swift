import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabProof
import LabWorkload
import TestSupport
import Testing

@Suite struct `A proof` {
  private static func scenario(_ source: Driver.Source) -> Scenario {
    Scenario(
      panel: Panel(rate: .hertz(60)), duration: .milliseconds(130),
      drivers: [
        Driver(
          name: "ball", source: source, modes: [.common], cost: .constant(.microseconds(500)))
      ])
  }

  private static func question(
    _ quantity: Proof.Quantity, atMost limit: Int64?, of instant: OpenInstant, upTo tasks: Int
  ) -> Proof.Question {
    Proof.Question(
      quantity, of: "ball", atMost: limit,
      over: [Proof.Phase(instant, 0..<RefreshRate.hertz(60).phases)],
      tasks: OpenTasks(
        upTo: tasks, of: .milliseconds(20), every: .milliseconds(1), within: .milliseconds(100)))
  }

  private static let timer = Driver.Source.timer(interval: .nanoseconds(16_666_667))

  @Test func `finds that a link never fires twice in a refresh`() throws {
    let question = Self.question(.doubleFires, atMost: 0, of: .firstVsync, upTo: 1)
    let proof = try Proof(question, in: Self.scenario(.link()))
    #expect(proof.outcome == .proven)
    #expect(proof.coveredTasks == 1)
    #expect(question.tasks?.arrangements(of: 3) == 176_851)
    #expect(question.programs(with: 1) == 101 * 16_666_667)
  }

  @Test func `finds with one task that a timer and a link of callbacks in a queue do`() throws {
    let sources: [(Driver.Source, OpenInstant)] = [
      (Self.timer, .firstFire(of: "ball")), (.link(lateDelivery: .offMain(.queue)), .firstVsync),
    ]
    for (source, instant) in sources {
      let question = Self.question(.doubleFires, atMost: 0, of: instant, upTo: 3)
      let proof = try Proof(question, in: Self.scenario(source))
      #expect(proof.outcome == .refuted)
      let worst = try #require(proof.worst)
      #expect(worst.tasks.count == 1)
      let shortest = try worst.shortened(question, seed: 1)
      let run = try Stage(shortest.scenario, seed: 1).run()
      #expect(question.value(in: run) == shortest.value)
      #expect(shortest.value > 0)
      #expect(shortest.tasks[0].duration < .milliseconds(20))
    }
  }

  @Test func `that runs out of budget is undecided, and says how much is covered`() throws {
    let question = Self.question(.doubleFires, atMost: 0, of: .firstVsync, upTo: 2)
    let proof = try Proof(question, in: Self.scenario(.link()), budget: 100)
    #expect(proof.outcome == .undecided)
    #expect((100..<110).contains(proof.runs))
    #expect(proof.coveredTasks == 0)
    let interrupted = try Proof(question, in: Self.scenario(.link()), isCancelled: { true })
    #expect(interrupted.outcome == .undecided)
    #expect(interrupted.runs == 0)
    #expect(interrupted.coveredTasks == nil)
  }

  @Test func `refuses what order does not decide, and says why`() {
    var scenario = Self.scenario(.link())
    scenario.panel = Panel(slowest: .hertz(40), fastest: .hertz(120))
    let question = Self.question(.dropped, atMost: 0, of: .firstVsync, upTo: 1)
    let refusal = #expect(throws: ProofFailure.self) { try Proof(question, in: scenario) }
    #expect(refusal?.description.hasPrefix("display: ") == true)
  }

  @Test func `refuses all that order does not decide at once`() {
    var scenario = Self.scenario(.link())
    scenario.panel = Panel(slowest: .hertz(40), fastest: .hertz(120))
    scenario.stretch = 2
    scenario.renderCost = .constant(.milliseconds(1))
    let question = Self.question(.dropped, atMost: 0, of: .firstFire(of: "ball"), upTo: 1)
    let refusal = #expect(throws: ProofFailure.self) { try Proof(question, in: scenario) }
    #expect(
      refusal?.description
        == "display: an adaptive rate is not decided; give it one, such as --set 'display=120 Hz'."
        + " thread: a stretch cuts each time again; write the times as they are to be. render server:"
        + " its times are not decided; leave out ‘render’")
  }
}

/// Small programs in which every arrangement can be tried.
@Suite struct `A proof of a random program` {
  /// A program of nanoseconds: a display of 50 MHz, a timer or a link, perhaps a task of its own.
  private static func scenario(_ random: inout RandomStream) -> Scenario {
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(random.next(in: 0...Int64(values.count - 1)))]
    }
    let source: Driver.Source =
      random.next(in: 0...1) == 0
      ? .timer(
        interval: .nanoseconds(pick([20, 19, 13])), tolerance: .nanoseconds(pick([0, 0, 3])),
        catchUp: pick(CatchUp.allCases))
      : .link(
        lateDelivery: pick(
          LateDelivery.all
            + [LinkHop.queue, .coalesced, .once, .selector, .port].map { .offMain($0) }))
    let task = Recording.Task(
      arrival: Instant(nanoseconds: random.next(in: 0...60)),
      duration: .nanoseconds(random.next(in: 0...30)), name: "task")
    return Scenario(
      panel: Panel(rate: .hertz(50_000_000), guardTime: .nanoseconds(pick([0, 0, 2]))),
      duration: .nanoseconds(110),
      loads: pick([true, false])
        ? [
          Load(
            name: "load", tasks: .recorded([task]), delivery: pick(Delivery.allCases),
            modes: [.common])
        ]
        : [],
      drivers: [
        Driver(
          name: "ball", source: source, modes: [.common],
          cost: .constant(.nanoseconds(pick([0, 1, 7]))))
      ])
  }

  /// The most there is of each quantity in all arrangements of up to two tasks.
  private static func most(
    _ questions: [Proof.Question], _ scenario: Scenario
  ) throws -> [Int64] {
    let tasks = try #require(questions[0].tasks)
    let places = (0..<tasks.places).map { $0 * tasks.step.wholeNanoseconds }
    let arrivals =
      [[]] + places.map { [$0] } + places.flatMap { a in places.map { [a, $0] } }
    var most = questions.map { _ in Int64(0) }
    for arrivals in arrivals where arrivals.count <= tasks.most && arrivals == arrivals.sorted() {
      var scenario = scenario
      scenario.loads.append(
        Load(
          name: "more",
          tasks: .recorded(
            arrivals.map {
              Recording.Task(
                arrival: Instant(nanoseconds: $0), duration: tasks.duration, name: "more")
            }), delivery: tasks.delivery, modes: [.common]))
      for phase in questions[0].phases[0].values {
        scenario.drivers[0].source.timer?.firstFire = Instant(nanoseconds: phase)
        if scenario.drivers[0].source.timer == nil {
          scenario.panel = Panel(
            rate: scenario.panel.rate, phase: .nanoseconds(phase),
            guardTime: scenario.panel.guardTime)
        }
        let run = try Stage(scenario, seed: 1).run()
        most = zip(most, questions).map { max($0, $1.value(in: run)) }
      }
    }
    return most
  }

  @Test(arguments: FuzzBatch.all("same as every arrangement"))
  func `finds the same as every arrangement, one by one`(batch: FuzzBatch) throws {
    for seed in batch.numbers.map(UInt64.init) {
      var random = RandomStream(seed: seed, name: "small program")
      let scenario = Self.scenario(&random)
      let isTimer = scenario.drivers[0].isTimer
      let tasks = OpenTasks(
        upTo: 2, of: .nanoseconds(random.next(in: 1...30)),
        every: .nanoseconds(random.next(in: 5...9)), within: .nanoseconds(50),
        as: Delivery.allCases[Int(seed) % Delivery.allCases.count])
      let questions = Proof.Quantity.allCases.map { quantity in
        Proof.Question(
          quantity, of: "ball", atMost: nil,
          over: [Proof.Phase(isTimer ? .firstFire(of: "ball") : .firstVsync, 0..<20)],
          tasks: tasks)
      }
      for (var question, most) in zip(questions, try Self.most(questions, scenario)) {
        let proof = try Proof(question, in: scenario)
        let worst = try #require(proof.worst)
        try #require(worst.value == most, "program \(seed), \(question.quantity)")
        try #require(question.value(in: try Stage(worst.scenario, seed: 1).run()) == most)
        question.limit = most
        try #require(try Proof(question, in: scenario).outcome == .proven)
        question.limit = most - 1
        try #require(most == 0 || (try Proof(question, in: scenario).outcome) == .refuted)
      }
    }
  }
}

extension Driver {
  fileprivate var isTimer: Bool { if case .timer = source { true } else { false } }
}
