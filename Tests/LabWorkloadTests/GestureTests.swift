import LabKernel
import LabLoop
import LabTrace
import LabWorkload
import Testing

@Suite struct `A scroll` {
  private let scroll = Gesture(
    name: "scroll", begins: .milliseconds(105), lasts: .milliseconds(100))

  @Test func `silences a timer of the default mode for exactly its length`() throws {
    let timer = Driver.timer(every: .milliseconds(10), in: [.default])
    let play = try Play(for: .milliseconds(235), gestures: [scroll], drivers: [timer])
    let times = play.times(.calloutBegan, of: "ball")
    // The date of 110 ms is owed when the nested run ends, 1 ns past its limit.
    let wanted: [Double] = [
      10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 205.000001, 210, 220, 230,
    ]
    #expect(times == wanted)
  }

  @Test(arguments: [[SimulatedRunLoop.Mode.common], [.default, .tracking]])
  func `does not touch a timer of both modes`(modes: [SimulatedRunLoop.Mode]) throws {
    let timer = Driver.timer(every: .milliseconds(10), in: modes)
    let play = try Play(for: .milliseconds(235), gestures: [scroll], drivers: [timer])
    #expect(play.times(.calloutBegan, of: "ball") == (1...23).map { Double($0) * 10 })
  }

  @Test func `does not touch a link of the common modes`() throws {
    let play = try Play(
      for: .milliseconds(235), gestures: [scroll], drivers: [.link(in: [.common])])
    #expect(play.times(.calloutBegan, of: "ball") == (0...23).map { Double($0) * 10 })
  }

  @Test func `ends when the finger lifts, however late it was noticed`() throws {
    let work = Load.work(.at([.milliseconds(100)]), takes: .milliseconds(45), named: "work")
    let play = try Play(
      for: .milliseconds(250), loads: [work], gestures: [scroll],
      drivers: [.timer(every: .milliseconds(10))])
    #expect(play.times(.calloutBegan, of: "scroll") == [145])
    #expect(play.times(.calloutEnded, of: "scroll") == [205.000001])
  }

  @Test func `that is over before it is noticed runs nothing`() throws {
    let work = Load.work(.at([.milliseconds(100)]), takes: .milliseconds(120), named: "work")
    let play = try Play(
      for: .milliseconds(250), loads: [work], gestures: [scroll],
      drivers: [.timer(every: .milliseconds(10))])
    #expect(play.times(.calloutBegan, of: "scroll") == play.times(.calloutEnded, of: "scroll"))
    #expect(play.trace.records.count { $0.kind == .runBegan } == 1)
  }
}
