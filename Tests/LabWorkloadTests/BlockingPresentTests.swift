import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload
import Testing

/// A loop on a display whose queue of frames blocks.
private struct Game {
  var frames: Int
  var work: Int64
  var panel: Panel
  var renders: Int64 = 0

  func measurement() throws -> RunMeasurement {
    var panel = panel
    panel.presentMode = .blocking(capacity: frames)
    let stage = Stage(
      Scenario(
        panel: panel, duration: .seconds(1),
        renderCost: renders > 0 ? .constant(.nanoseconds(renders)) : nil,
        drivers: [
          Driver(
            name: "game", source: .loop, modes: [.common],
            cost: .constant(.nanoseconds(work)))
        ]), seed: 7)
    let measurement = RunMeasurement(try stage.run())
    #expect(measurement.verifyConservation() == [])
    return measurement
  }

  /// The callbacks after the first ones, until the queue is full, and the latch that takes the
  /// frame of each.
  func settled() throws -> [(began: Int64, latch: Int64)] {
    let measurement = try measurement()
    let latches = Dictionary(
      measurement.refreshRows(of: "game").compactMap { row in
        row.shownUpdate.map { ($0, row.latch?.nanoseconds ?? -1) }
      }
    ) { first, _ in first }
    let began = measurement.firingRows(of: "game").map(\.began.nanoseconds)
    return began.indices.dropFirst(25).compactMap { index in
      latches[index].map { (began[index], $0) }
    }
  }
}

@Suite struct `A present that waits for the display` {
  private static let panels = [
    Panel(rate: .hertz(60)), Panel(rate: .hertz(120), phase: .microseconds(3100), depth: 2),
    Panel(rate: RefreshRate(60_000, per: 1001), depth: 0),
    Panel(rate: .hertz(60), guardTime: .milliseconds(3)),
    Panel(rate: .hertz(90), drift: 150_000, jitter: .microseconds(300)),
  ]

  /// With work shorter than a refresh T, a callback begins at a latch, and its frame is taken by
  /// the latch after N more: (N + 1) T later.
  @Test(arguments: 1...3, [0, 1, 4_000_000, 7_000_000])
  func `begins at a latch and is taken N + 1 latches later`(frames: Int, work: Int64) throws {
    for panel in Self.panels {
      var vsyncs: [Int64] = []
      let game = Game(frames: frames, work: work, panel: panel)
      vsyncs = try game.measurement().refreshRows(of: "game").map(\.vsync.nanoseconds)
      let latches = vsyncs.map { $0 - panel.guardTime.wholeNanoseconds }
      let settled = try game.settled()
      #expect(settled.count > 25)
      let places = settled.map { latches.firstIndex(of: $0.began) ?? -1 }
      #expect(places.allSatisfy { $0 >= 0 })
      #expect(zip(places, places.dropFirst()).allSatisfy { $1 == $0 + 1 })
      #expect(zip(settled, places).allSatisfy { $0.latch == latches[$1 + frames + 1] })
    }
  }

  @Test(arguments: 1...3)
  func `holds no thread whose work is longer than a refresh`(frames: Int) throws {
    let game = Game(frames: frames, work: 20_000_001, panel: Panel(rate: .hertz(60)))
    let began = try game.measurement().firingRows(of: "game").map(\.began.nanoseconds)
    #expect(zip(began, began.dropFirst()).allSatisfy { $1 - $0 == 20_000_001 })
  }

  @Test(arguments: [1_000_000, 12_000_000, 40_000_000])
  func `waits for a render server as the display does, and no frame is refused`(
    renders: Int64
  ) throws {
    for panel in Self.panels {
      let game = Game(frames: 2, work: 3_000_000, panel: panel, renders: renders)
      let frames = try #require(try game.measurement()[driver: "game"]?.frames)
      #expect(frames.refreshes.refused == 0)
      #expect(frames.refreshes.overwritten == 0)
      #expect(frames.refreshes.new > 15)
    }
  }

  @Test func `holds what a timer calls back, too, and an input comes between two frames`() throws {
    var panel = Panel(rate: .hertz(60))
    panel.presentMode = .blocking(capacity: 1)
    let stage = Stage(
      Scenario(
        panel: panel, duration: .seconds(1),
        loads: [
          Load(
            name: "tap",
            tasks: .drawn(.at([.milliseconds(500)]), takes: .constant(.milliseconds(2))),
            delivery: .source, modes: [.common])
        ],
        drivers: [
          Driver(name: "fast", source: .timer(interval: .milliseconds(5)), modes: [.common])
        ]), seed: 1)
    let trace = try stage.run()
    let began = RunMeasurement(trace).firingRows(of: "fast").map(\.began.nanoseconds)
    #expect(began.count < 65)
    let task = trace.records.first { $0.kind == .taskBegan }?.time
    // The callback that waits in present goes on at the vsync of 500 ms itself.
    #expect(task == .milliseconds(500))
  }
}
