import LabKernel
import LabLoop
import LabTrace
import LabWorkload
import Testing

@Suite struct `The tasks of a load` {
  @Test func `arrive at the instants that are listed`() throws {
    let load = Load.work(.at([3, 7, 3].map { .milliseconds($0) }))
    let play = try Play(for: .milliseconds(20), loads: [load])
    #expect(play.times(.arrived, of: "load") == [3, 3, 7])
    #expect(play.rows(.arrived, of: "load").map(\.second) == [0, 1, 2])
  }

  @Test func `arrive after every interval, counted from the first`() throws {
    let load = Load.work(.every(.milliseconds(6), first: .milliseconds(1)))
    let play = try Play(for: .milliseconds(20), loads: [load])
    #expect(play.times(.arrived, of: "load") == [1, 7, 13, 19])
  }

  @Test func `arrive and last as they were recorded`() throws {
    let tasks = [(2, 3), (4, 1), (9, 5)].map {
      Recording.Task(
        arrival: .milliseconds($0.0), duration: .milliseconds($0.1), name: "script")
    }
    let load = Load(name: "page", tasks: .recorded(tasks), delivery: .mainQueue, modes: [.common])
    let play = try Play(for: .milliseconds(20), loads: [load])
    #expect(play.times(.arrived, of: "page") == [2, 4, 9])
    #expect(play.times(.taskBegan, of: "page") == [2, 5, 9])
    #expect(play.times(.taskEnded, of: "page") == [5, 6, 14])
  }

  @Test func `arrive at random with the mean rate that was asked for`() throws {
    let play = try Play(for: .seconds(100), loads: [.work(.poisson(perSecond: 50))])
    // 5000 are expected, with a standard deviation of √5000 ≈ 71; four of them are allowed.
    #expect(abs(play.records(.arrived, of: "load").count - 5000) < 284)
  }

  @Test(arguments: [
    (DurationLaw.constant(.milliseconds(2)), 2.0...2.0, 2.0),
    (.uniform(.milliseconds(1)...(.milliseconds(5))), 1...5, 3),
    (.exponential(mean: .milliseconds(2)), 0...100, 2),
  ])
  func `last as long as their law says`(
    law: DurationLaw, range: ClosedRange<Double>, mean: Double
  ) throws {
    let load = Load(
      name: "load", tasks: .drawn(.every(.milliseconds(1), first: .start), takes: law),
      delivery: .block, modes: [.common])
    let durations = try Play(for: .seconds(4), loads: [load]).rows(.arrived, of: "load")
      .map { Double($0.first ?? -1) / 1e6 }
    #expect(durations.allSatisfy { range.contains($0) })
    // The mean of 4000 draws has a deviation of 2 / √4000 ≈ 0.03 ms at most; four are allowed.
    #expect(abs(durations.reduce(0, +) / Double(durations.count) - mean) < 0.13)
  }

  @Test func `do not depend on the other loads`() throws {
    let noise = Load(
      name: "noise",
      tasks: .drawn(.poisson(perSecond: 100), takes: .exponential(mean: .milliseconds(1))),
      delivery: .source, modes: [.common])
    let other = Load.work(.poisson(perSecond: 70), takes: .milliseconds(3), named: "other")
    let alone = try Play(for: .seconds(2), loads: [noise])
    let beside = try Play(for: .seconds(2), loads: [other, noise])
    #expect(alone.times(.arrived, of: "noise") == beside.times(.arrived, of: "noise"))
    #expect(alone.rows(.arrived, of: "noise") == beside.rows(.arrived, of: "noise"))
  }

  @Test func `differ from seed to seed`() throws {
    let load = Load.work(.poisson(perSecond: 100))
    let arrivals = try [1, 2, 1].map {
      try Play(for: .seconds(1), loads: [load], seed: $0).times(.arrived, of: "load")
    }
    #expect(arrivals[0] != arrivals[1])
    #expect(arrivals[0] == arrivals[2])
  }
}

@Suite struct `A delivery` {
  /// Two tasks of 2 ms arrive while the thread works until 11 ms.
  private func busy(_ delivery: Delivery, profile: Profile = .darwin) throws -> Play {
    let instants = [3, 4].map { Instant.milliseconds($0) }
    return try Play(
      for: .milliseconds(30),
      loads: [
        .work(.at([.milliseconds(1)]), takes: .milliseconds(10), named: "long"),
        .work(.at(instants), takes: .milliseconds(2), by: delivery),
      ], profile: profile)
  }

  @Test(arguments: Delivery.allCases)
  func `lets tasks in at once while the thread sleeps`(delivery: Delivery) throws {
    let load = Load.work(.at([.milliseconds(5)]), takes: .milliseconds(2), by: delivery)
    let play = try Play(for: .milliseconds(20), loads: [load])
    #expect(play.times(.taskBegan, of: "load") == [5])
    #expect(play.times(.taskEnded, of: "load") == [7])
  }

  @Test(arguments: Delivery.allCases)
  func `serves in order of arrival as soon as the thread is free`(delivery: Delivery) throws {
    let play = try busy(delivery)
    #expect(play.times(.taskBegan, of: "load") == [11, 13])
    #expect(play.rows(.taskBegan, of: "load").map(\.second) == [0, 1])
    #expect(play.rows(.taskBegan, of: "load").map(\.first) == [3_000_000, 4_000_000])
  }

  @Test(arguments: [(Delivery.source, 1), (.port, 2), (.block, 2), (.mainQueue, 2), (.timer, 1)])
  func `calls out once for all signals, but for every message and block`(
    delivery: Delivery, callouts: Int
  ) throws {
    #expect(try busy(delivery).records(.calloutBegan, of: "load").count == callouts)
  }

  @Test func `with a port calls out once for all where messages collapse`() throws {
    let play = try busy(.port, profile: .linux)
    #expect(play.records(.calloutBegan, of: "load").count == 1)
    #expect(play.times(.taskBegan, of: "load") == [11, 13])
  }

  @Test(arguments: [Delivery.source, .port, .block, .timer])
  func `stays shut in a mode that the load is not in`(delivery: Delivery) throws {
    let load = Load.work(.at([.milliseconds(50)]), by: delivery, in: [.default])
    let scroll = Gesture(name: "scroll", begins: .milliseconds(20), lasts: .milliseconds(60))
    let play = try Play(for: .milliseconds(100), loads: [load], gestures: [scroll])
    // The nested run ends 1 ns past its limit.
    #expect(play.times(.taskBegan, of: "load") == [80.000001])
  }

  @Test(arguments: Delivery.allCases)
  func `is open in the common modes`(delivery: Delivery) throws {
    let load = Load.work(.at([.milliseconds(50)]), by: delivery)
    let scroll = Gesture(name: "scroll", begins: .milliseconds(20), lasts: .milliseconds(60))
    let play = try Play(for: .milliseconds(100), loads: [load], gestures: [scroll])
    #expect(play.times(.taskBegan, of: "load") == [50])
  }
}
