import LabExperiment
import LabTesting
import LabTrace
import Testing

@Suite struct `A thread that is never idle` {
  /// A link whose callback takes longer than a refresh, so that the next call is always waiting.
  private func busy() -> Laboratory {
    let lab = Laboratory(display: .hertz(60))
    lab.link("ball", in: .common) { _ in lab.spend(.milliseconds(20)) }
    lab.load("network", at: .milliseconds(70), .milliseconds(400), takes: .milliseconds(3))
    return lab
  }

  @Test func `is moved on to the end of what was ready, and no farther`() {
    let lab = busy()
    let end = lab.advance(to: .milliseconds(995))
    #expect(end >= .milliseconds(995) && end < .milliseconds(1040))
  }

  @Test func `is the same in one step as in many`() {
    let (whole, pieces) = (busy(), busy())
    whole.advance(to: .seconds(1))
    while pieces.now < .seconds(1) { pieces.advance(by: .microseconds(700)) }
    let count = min(whole.trace.records.count, pieces.trace.records.count) - 1
    #expect(count > 300)
    #expect(whole.trace.records.prefix(count) == pieces.trace.records.prefix(count))
  }

  @Test func `does what a script does`() throws {
    let lab = busy()
    lab.advance(to: .seconds(1))
    let script = """
      run 2 s
      display 60 Hz
      load network at 70 ms, 400 ms takes 3 ms as main-queue
      arm laboratory
        link ball in common takes 20 ms
      """
    let plan = try Experiment(path: "scene.lab") { _ in Array(script.utf8) }.plan()
    let trace = try Runner(jobs: 1).trace(of: plan[0])
    func events(_ trace: Trace) -> [String] { trace.records.map { "\($0.time) \($0.kind)" } }
    // The last record is the end.
    let mine = events(lab.trace).dropLast()
    #expect(mine.count > 300)
    #expect(mine.elementsEqual(events(trace).prefix(mine.count)))
  }
}
