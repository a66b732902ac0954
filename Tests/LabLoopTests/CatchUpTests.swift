import LabKernel
import LabLoop
import LabTrace
import Testing

/// A timer of 10 ms is due at 10, 20, 30 … ms; its policy decides what becomes of what it misses.
@Suite struct `A timer that was late` {
  /// The milliseconds at which callouts begin within 100 ms, when some of them take long.
  private func firings(
    _ catchUp: CatchUp, costs: [Int], blockedUntil: Int = 0
  ) -> [Double] {
    let loop = SimulatedRunLoop(in: World())
    var times: [Double] = []
    let timer = loop.makeTimer(
      "t", at: .milliseconds(10), every: .milliseconds(10), catchUp: catchUp
    ) { loop, _ in
      times.append(Double(loop.world.now.nanoseconds) / 1e6)
      if times.count <= costs.count { loop.world.spend(.milliseconds(costs[times.count - 1])) }
    }
    loop.add(timer, to: .default)
    if blockedUntil > 0 {
      loop.perform(in: [.default]) { $0.world.spend(.milliseconds(blockedUntil)) }
    }
    loop.run(.default, for: .milliseconds(100))
    return times
  }

  @Test(arguments: [
    (CatchUp.coalesce, [10.0, 40, 50, 60, 70, 80, 90, 100]),
    (.skip, [10, 35, 40, 50, 60, 70, 80, 90, 100]),
    (.isochronous, [10, 35, 40, 50, 60, 70, 80, 90, 100]),
    (.burst, [10, 35, 35, 40, 50, 60, 70, 80, 90, 100]),
    (.delay, [10, 35, 45, 55, 65, 75, 85, 95]),
    (.rearm, [10, 45, 55, 65, 75, 85, 95]),
  ])
  func `by its own callout goes on as its policy says`(_ catchUp: CatchUp, _ times: [Double]) {
    #expect(firings(catchUp, costs: [25]) == times)
  }

  @Test(arguments: [
    (CatchUp.coalesce, [35.0, 40, 50]), (.skip, [35, 40, 50]), (.isochronous, [35, 40, 50]),
    (.burst, [35, 35, 35, 40, 50]), (.delay, [35, 45, 55]), (.rearm, [35, 45, 55]),
  ])
  func `by the work of others goes on as its policy says`(_ catchUp: CatchUp, _ times: [Double]) {
    #expect(firings(catchUp, costs: [], blockedUntil: 35).prefix(times.count) == times[...])
  }

  /// Due at 10, 20 and 30 ms, it begins at 35: two of the three get no callout of their own.
  @Test(arguments: [CatchUp.coalesce, .skip, .isochronous])
  func `says in the trace how many dates it missed, before the one it answers and after`(
    _ catchUp: CatchUp
  ) {
    let world = World()
    let recorder = TraceRecorder(world)
    let loop = SimulatedRunLoop(in: world, recorder: recorder)
    let timer = loop.makeTimer(
      "t", at: .milliseconds(10), every: .milliseconds(10), catchUp: catchUp
    ) { _, _ in }
    loop.add(timer, to: .default)
    loop.perform(in: [.default]) { $0.world.spend(.milliseconds(35)) }
    loop.run(.default, for: .milliseconds(60))
    let missed = recorder.trace.records.compactMap { record -> Int64? in
      guard case .calloutEnded(_, .timer, _, let missed) = record.event else { return nil }
      return missed
    }
    #expect(missed.first == 2)
    #expect(missed.dropFirst().allSatisfy { $0 == 0 })
  }

  @Test func `drifts by its own cost if it sets itself anew at the end`() {
    #expect(firings(.rearm, costs: [1, 1, 1, 1]).prefix(5) == [10, 21, 32, 43, 54])
    #expect(firings(.delay, costs: [1, 1, 1, 1]).prefix(5) == [10, 20, 30, 40, 50])
  }
}
