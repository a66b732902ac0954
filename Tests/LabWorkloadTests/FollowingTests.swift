import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import LabWorkload
import Testing

@Suite struct `A load that follows another` {
  private func fetch(_ arrivals: [Int], takes: Int = 4, as delivery: Delivery = .mainQueue) -> Load
  {
    .work(
      .at(arrivals.map { .milliseconds($0) }), takes: .milliseconds(takes), by: delivery,
      named: "fetch")
  }

  private func decode(
    after leader: String = "fetch", delay: DurationLaw = .constant(.milliseconds(5)),
    takes: DurationLaw = .constant(.milliseconds(3)), as delivery: Delivery = .mainQueue,
    named name: String = "decode", begins: Int = 0, ends: Int? = nil
  ) -> Load {
    Load(
      name: name, tasks: .following(Following(leader, delay: delay, takes: takes)),
      delivery: delivery,
      modes: [.common], begins: .milliseconds(begins),
      ends: ends.map { .milliseconds($0) })
  }

  private func arrivals(
    _ loads: [Load], of name: String = "decode", changing change: Change? = nil
  ) throws -> [Double] {
    let scenario = Scenario(
      panel: Panel(rate: .hertz(100)), duration: .milliseconds(200), loads: loads)
    let changed = try change?.applied(to: scenario, seed: 1) ?? scenario
    let trace = try Stage(changed, seed: 1).run()
    return trace.records.filter {
      $0.kind == .arrived && trace.names[Int($0.subject)] == name
    }.map { Double($0.time.nanoseconds) / 1e6 }
  }

  private func tasks(_ what: TaskChange, _ range: TaskSelection.Range = .all, of load: String)
    -> Change
  {
    Change([.tasks(TaskSelection(load, range), what)])
  }

  @Test(arguments: Delivery.allCases)
  func `arrives its delay after each task has ended, by any delivery`(delivery: Delivery) throws {
    // The first task of 4 ms ends at 14 ms; two that arrive at 30 and 31 ms end at 34 and 38 ms.
    let loads = [fetch([10, 30, 31], as: delivery), decode(as: delivery)]
    #expect(try arrivals(loads) == [19, 39, 43])
  }

  @Test func `arrives at the end itself without a delay, and is served after what waits`() throws {
    let play = try Play(
      for: .milliseconds(50), loads: [fetch([10, 11]), decode(delay: .constant(.zero))])
    #expect(play.times(.arrived, of: "decode") == [14, 18])
    #expect(play.times(.taskBegan, of: "decode") == [18, 21])
  }

  @Test func `arrives when its leader really ends, however late that began`() throws {
    let long = Load.work(.at([.milliseconds(5)]), takes: .milliseconds(40), named: "long")
    #expect(try arrivals([long, fetch([10]), decode()]) == [54])
  }

  @Test func `waits for the last piece`() throws {
    let chunks = tasks(.chunks(of: .milliseconds(1)), of: "fetch")
    let rival = Load.work(
      .at([.milliseconds(11)]), takes: .milliseconds(10), by: .mainQueue, named: "rival")
    // One piece, the rival, three pieces: 10 to 11, then 11 to 21, then to 24 ms.
    #expect(try arrivals([fetch([10]), rival, decode()], changing: chunks) == [29])
  }

  @Test func `can be followed in turn`() throws {
    let loads = [
      fetch([10]), decode(), decode(after: "decode", delay: .constant(.zero), named: "paint"),
    ]
    #expect(try arrivals(loads, of: "paint") == [22])
  }

  @Test func `has what arrives from its beginning and before its end`() throws {
    let loads = [fetch([10, 30, 50]), decode(begins: 30, ends: 59)]
    #expect(try arrivals(loads) == [39])
  }

  @Test func `follows nothing without its leader`() throws {
    #expect(try arrivals([decode()]) == [])
    #expect(try arrivals([decode(after: "decode")]) == [])
  }

  @Test func `draws by the number of the task that it follows`() throws {
    let delays = DurationLaw.inTurn([1, 2, 3].map { .milliseconds($0) })
    let loads = [fetch([10, 30, 50]), decode(delay: delays)]
    #expect(try arrivals(loads) == [15, 36, 57])
    let without = tasks(.without, .numbers([1]), of: "fetch")
    #expect(try arrivals(loads, changing: without) == [15, 57])
  }

  @Test func `comes and goes with its leader in a change`() throws {
    let loads = [fetch([10, 30]), decode()]
    #expect(try arrivals(loads, changing: tasks(.without, of: "fetch")) == [])
    #expect(
      try arrivals(loads, changing: tasks(.scaled(Ratio(1, per: 2)), of: "fetch")) == [17, 37])
    // The other thread is done at 14 and 34 ms; a block of 0.1 ms brings each back.
    for thread in TaskChange.OtherThread.allCases {
      #expect(
        try arrivals(loads, changing: tasks(.elsewhere(thread), of: "fetch")) == [19.1, 39.1])
    }
    let one = tasks(.elsewhere(.queue), .numbers([1]), of: "fetch")
    #expect(try arrivals(loads, changing: one) == [19, 39.1])
  }

  @Test func `can itself be changed`() throws {
    let loads = [fetch([10, 12]), decode(takes: .constant(.milliseconds(6)))]
    #expect(try arrivals(loads) == [19, 23])
    #expect(try arrivals(loads, changing: tasks(.without, .numbers([0]), of: "decode")) == [23])
    // Work of 6 ms from 19 and 23 ms: one thread is done at 25 and 31 ms, two are at 25 and 29 ms.
    func back(_ thread: TaskChange.OtherThread) throws -> [Double] {
      try arrivals(loads, of: "decode back", changing: tasks(.elsewhere(thread), of: "decode"))
    }
    #expect(try back(.queue) == [25, 31])
    #expect(try back(.threads) == [25, 29])
    let both = tasks(.elsewhere(.queue), of: "fetch") + tasks(.elsewhere(.threads), of: "decode")
    // Fetched by 14 and 18 ms and back by 14.1 and 18.1 ms, decoded from 5 ms later on.
    #expect(try arrivals(loads, of: "decode back", changing: both) == [25.1, 29.1])
    let paint = decode(after: "decode", delay: .constant(.zero), named: "paint")
    #expect(
      try arrivals(loads + [paint], of: "paint", changing: tasks(.elsewhere(.queue), of: "decode"))
        == [25.1, 31.1])
  }

  @Test func `runs on one kind of other thread at most`() {
    let both =
      tasks(.elsewhere(.queue), .numbers([0]), of: "decode")
      + tasks(.elsewhere(.threads), .numbers([1]), of: "decode")
    #expect(throws: Change.Mismatch.self) {
      try arrivals([fetch([10, 12]), decode()], changing: both)
    }
  }

  @Test func `runs the same written out`() throws {
    let scenario = Scenario(
      panel: Panel(rate: .hertz(100)), duration: .seconds(2),
      loads: [
        .work(.poisson(perSecond: 40), takes: .milliseconds(6), by: .mainQueue, named: "fetch"),
        decode(
          delay: .uniform(.zero ... .milliseconds(90)), takes: .exponential(mean: .milliseconds(4))),
        decode(
          after: "decode", delay: .normal(mean: .milliseconds(9), deviation: .milliseconds(3)),
          named: "paint"),
      ])
    let written = try scenario.writtenOut(seed: 4)
    #expect(written != scenario)
    let traces = try [scenario, written].map { try Stage($0, seed: 4).run() }
    #expect(traces[0].fingerprint == traces[1].fingerprint)
    #expect(traces[0].records.count { $0.kind == .arrived } > 150)
    #expect(TraceContract.violations(of: traces[0]) == [])
  }
}
