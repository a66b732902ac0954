import LabKernel
import LabLoop
import LabTrace
import LabWorkload
import Testing

/// Loads whose tasks arrive at instants at which the display refreshes.
@Suite struct `A link whose vsyncs meet arrivals` {
  /// The largest lateness of the link's callouts, in milliseconds.
  private func lateness(of play: Play) -> Double? {
    play.callouts(of: "ball").map { Double($0.began - $0.due) / 1e6 }.max()
  }

  @Test(arguments: [10, 20, 40, 100])
  func `is never late for them at 50 Hz, by port`(period: Int) throws {
    let load = Load.work(
      .every(.milliseconds(period), first: .start), takes: .milliseconds(1), by: .port)
    let play = try Play(for: .seconds(2), rate: .hertz(50), loads: [load], drivers: [.link()])
    #expect(lateness(of: play) == 0)
  }

  @Test(arguments: [10, 50, 100])
  func `is never late for them at 60 Hz, on the main queue`(period: Int) throws {
    let load = Load.work(
      .every(.milliseconds(period), first: .start), takes: .milliseconds(2), by: .mainQueue)
    let play = try Play(for: .seconds(2), rate: .hertz(60), loads: [load], drivers: [.link()])
    #expect(lateness(of: play) == 0)
  }

  @Test func `goes on as it would without a task that is long over`() throws {
    let load = Load.work(
      .every(.milliseconds(20), first: .start), takes: .milliseconds(1), by: .port)
    let task = Load.work(
      .at([.milliseconds(105)]), takes: .milliseconds(30), by: .block, named: "task")
    let plays = try [[load], [load, task], [task, load]].map {
      try Play(for: .seconds(1), rate: .hertz(50), loads: $0, drivers: [.link()])
    }
    let late = plays.map { play in
      play.callouts(of: "ball").filter { $0.due > 200_000_000 }.map { $0.began - $0.due }
    }
    #expect(late[0].count == 40)
    #expect(late[1] == late[0] && late[2] == late[0])
  }

  @Test func `is served before a touch and an action of that instant`() throws {
    let gesture = Gesture(
      name: "drag", begins: .milliseconds(20), lasts: .milliseconds(15))
    let play = try Play(
      for: .milliseconds(100), gestures: [gesture], drivers: [.link(in: [.common])])
    #expect(lateness(of: play) == 0)
  }
}
