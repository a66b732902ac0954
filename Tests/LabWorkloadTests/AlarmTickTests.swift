import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// A clock that wakes the thread for a timer at its ticks alone.
@Suite struct `An alarm on a tick` {
  /// A timer on a thread that a load keeps busy, and what should become of its dates.
  private struct Model {
    let tick: Int64
    let first: Int64
    let interval: Int64
    let catchUp: CatchUp
    var date: Int64
    var ready: Int64

    init(tick: Int64, first: Int64, interval: Int64, catchUp: CatchUp) {
      (self.tick, self.first, self.interval, self.catchUp) = (tick, first, interval, catchUp)
      (date, ready) = (first, (first + tick - 1) / tick * tick)
    }

    /// The date that a callback answers which begins at an instant.
    func due(at begin: Int64) -> Int64 {
      catchUp == .isochronous ? date + (begin - date) / interval * interval : date
    }

    /// Goes on to the next date, given a callback.
    mutating func move(begin: Int64, end: Int64) {
      func after(_ now: Int64) -> Int64 { date + ((now - date) / interval + 1) * interval }
      switch catchUp {
      case .coalesce: date = after(end)
      case .skip, .isochronous: date = after(begin)
      case .burst: date += interval
      case .delay: date = begin + interval
      case .rearm: date = end + interval
      }
      // A date that has passed is not waited for.
      ready = date <= end ? end : (date + tick - 1) / tick * tick
    }
  }

  @Test(arguments: FuzzBatch.all("An alarm on a tick"))
  func `is the first one at or after the date`(_ batch: FuzzBatch) throws {
    var callouts = 0
    for number in batch.numbers {
      var chance = RandomStream(seed: batch.seed &* 1_000_003 &+ UInt64(number), name: "tick")
      let tick = chance.next(in: 0...2) == 0 ? 15_625_000 : chance.next(in: 500_000...20_000_000)
      var model = Model(
        tick: tick, first: chance.next(in: 1...60_000_000),
        interval: chance.next(in: 2_000_000...50_000_000),
        catchUp: CatchUp.allCases[Int(chance.next(in: 0...5))])
      let isBusy = chance.next(in: 0...2) > 0
      let arrivals = (0..<(isBusy ? 9 : 0)).map { _ in
        Instant(nanoseconds: chance.next(in: 0...700_000_000))
      }
      var profile = Profile.darwin
      profile.alarmTick = tick
      let end: Int64 = 800_000_000
      let play = try Play(
        for: .nanoseconds(end),
        loads: [
          .work(
            .at(arrivals), takes: .nanoseconds(chance.next(in: 1...70_000_000)), by: .port)
        ],
        drivers: [
          Driver(
            name: "ball",
            source: .timer(
              interval: .nanoseconds(model.interval),
              firstFire: Instant(nanoseconds: model.first), catchUp: model.catchUp),
            modes: [.common], cost: .constant(.nanoseconds(chance.next(in: 0...4_000_000))))
        ], profile: profile)
      let tasks = Self.tasks(in: play.trace)
      let begins = play.callouts(of: "ball").filter { $0.began < end }
      let ends = play.records(.calloutEnded, of: "ball").map { $0.time.nanoseconds }
      for (call, over) in zip(begins, ends) {
        let isRight =
          call.due == model.due(at: call.began) && model.ready <= call.began
          && Self.isBusy(tasks, from: model.ready, to: call.began)
        #expect(isRight, "input \(number): \(model), but \(call)")
        guard isRight else { return }
        model.move(begin: call.began, end: over)
        callouts += 1
      }
      let isOver = model.ready >= end || Self.isBusy(tasks, from: model.ready, to: end)
      #expect(isOver, "input \(number): nothing at \(model)")
    }
    #expect(callouts > 100)
  }

  /// The tasks of a run: arrival, begin and end.
  private static func tasks(in trace: Trace) -> [(arrived: Int64, began: Int64, ended: Int64)] {
    var tasks: [(arrived: Int64, began: Int64, ended: Int64)] = []
    for record in trace.records {
      switch record.event {
      case .taskBegan(_, _, let arrival):
        tasks.append((arrival.nanoseconds, record.time.nanoseconds, .max))
      case .taskEnded: tasks[tasks.count - 1].ended = record.time.nanoseconds
      default: break
      }
    }
    return tasks
  }

  /// Whether nothing but tasks that came before has kept the thread from one instant to another.
  private static func isBusy(
    _ tasks: [(arrived: Int64, began: Int64, ended: Int64)], from ready: Int64, to begin: Int64
  ) -> Bool {
    var now = ready
    for task in tasks where task.ended > ready && task.began < begin {
      guard task.began <= now, task.arrived <= ready else { return false }
      now = task.ended
    }
    return now == begin || begin >= 800_000_000 && now >= begin || now == ready && ready == begin
  }

  /// A timer of T on a clock of G, set anew each time, comes every ⌈T / G⌉ G.
  @Test(arguments: [
    (10, 15_625, 15_625), (16, 15_625, 31_250), (15, 5000, 15_000), (10, 1000, 10_000),
  ])
  func `lengthens an interval to whole ticks`(_ interval: Int, _ tick: Int, _ apart: Int) throws {
    var profile = Profile.darwin
    profile.alarmTick = Int64(tick) * 1000
    let timer = Driver(
      name: "ball",
      source: .timer(
        interval: .milliseconds(interval), firstFire: .milliseconds(interval), catchUp: .delay),
      modes: [.common])
    let play = try Play(for: .seconds(1), drivers: [timer], profile: profile)
    let times = play.callouts(of: "ball").map { $0.began }
    #expect(times.count > 20)
    #expect(times == (1...Int64(times.count)).map { $0 * Int64(apart) * 1000 })
  }

  @Test func `can be changed, and is a rule of a browser`() throws {
    var scenario = Scenario(panel: Panel(rate: .hertz(60)), duration: .seconds(1))
    let finer = Change([.alarms(.milliseconds(1))])
    #expect(throws: Change.Mismatch.self) { try finer.applied(to: scenario, seed: 1) }
    scenario.profile.alarmTick = 15_625_000
    let changed = try finer.applied(to: scenario, seed: 1)
    #expect(changed.profile.alarmTick == 1_000_000)
    #expect(throws: Change.Mismatch.self) { try finer.applied(to: changed, seed: 1) }
    #expect(Change.standard(for: scenario).contains(finer))
    #expect(!Change.standard(for: changed).contains(finer))
  }
}
