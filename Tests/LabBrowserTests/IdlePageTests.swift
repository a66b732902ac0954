import LabBrowser
import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// Pages on which nothing moves.
///
/// Their compositor hears of no vsync until something has changed.
@Suite struct `A page at rest` {
  /// Whether a vsync passed during a task, or passes before its frame, makes no difference.
  @Test func `gets one frame of each change, a while after it`() throws {
    var numbers = RandomStream(seed: 1, name: "changes")
    var passed = 0
    for _ in 0..<Count("frame of each change").value {
      let isInput = numbers.nextFraction() < 0.5
      var tasks: [Recording.Task] = []
      var free: Int64 = 60_000_000
      for _ in 0..<20 {
        let arrival = free + numbers.next(in: 0...30_000_000)
        let takes = numbers.next(in: 100_000...30_000_000)
        tasks.append(
          Recording.Task(
            arrival: Instant(nanoseconds: arrival), duration: .nanoseconds(takes), name: "change"))
        // Two refreshes later the page is at rest again.
        free = arrival + takes + 22_000_000
      }
      let trace = try play(tasks, isInput: isInput, for: .nanoseconds(free))
      let vsyncs = trace.records.filter { $0.kind == .vsync }.map(\.time.nanoseconds)
      let ends = trace.records.filter { $0.kind == .taskEnded }.map(\.time.nanoseconds)
      // What is left of the message, and the way of the request; a vsync during the former brings
      // the frame by itself, after 0.32 ms.
      let expected = ends.map { $0 + 35_000 + 380_000 }
      let begun = frames(of: trace).filter { $0 > 60_000_000 }
      #expect(ends.count == 20)
      #expect(begun.count == expected.count)
      #expect(zip(begun, expected).allSatisfy { (-95_000...0).contains($0 - $1) })
      passed += zip(ends, expected).count { end, frame in
        vsyncs.contains { $0 > end && $0 < frame }
      }
    }
    #expect(passed > 0)
  }

  /// The frame of a change belongs to the refresh in which it was asked for.
  @Test func `gets another frame in a refresh into which the first one came late`() throws {
    let tasks = [(109_000, 900), (112_000, 1_000)].map { arrival, takes in
      Recording.Task(
        arrival: Instant(nanoseconds: arrival * 1000), duration: .microseconds(takes),
        name: "change")
    }
    let trace = try play(tasks, isInput: false, for: .milliseconds(150))
    #expect(
      frames(of: trace).filter { $0 > 60_000_000 } == [110_315_000, 113_415_000])
  }

  private func play(
    _ tasks: [Recording.Task], isInput: Bool, for duration: Duration
  ) throws -> Trace {
    var scenario = Scenario(
      panel: Panel(rate: .hertz(100)), duration: duration,
      loads: [
        Load(
          name: "change", tasks: .recorded(tasks), delivery: isInput ? .source : .port,
          modes: [.common], isInput: isInput, shownThrough: "ball")
      ],
      drivers: [
        Driver(
          name: "ball",
          source: .timer(interval: .zero, firstFire: .milliseconds(1)), modes: [.common])
      ],
      browser: TaskRules(.chromium))
    scenario.measuresTasks = true
    return try Stage(scenario, seed: 1).run()
  }

  private func frames(of trace: Trace) -> [Int64] {
    trace.records.filter { record in
      record.kind == .calloutBegan && trace.names[Int(record.subject)] == "page frame"
    }.map(\.time.nanoseconds)
  }
}
