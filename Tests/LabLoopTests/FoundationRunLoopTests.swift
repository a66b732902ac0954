import LabKernel
import LabLoop
import Testing

/// What the scenarios of Foundation's level cannot say; they are played beside the real loop.
@Suite struct `Foundation's view of a loop` {
  private let runLoop = FoundationRunLoop(SimulatedRunLoop(in: World(), isMain: false))

  @Test func `performs a block once in the first of its modes that runs`() {
    var modes: [SimulatedRunLoop.Mode?] = []
    runLoop.perform(inModes: [.default, .tracking]) { modes.append(runLoop.currentMode) }
    runLoop.acceptInput(forMode: .tracking, before: .start)
    runLoop.acceptInput(forMode: .default, before: .start)
    #expect(modes == [.tracking])
    #expect(runLoop.currentMode == nil)
  }

  @Test func `performs a block without modes in the default mode`() {
    var count = 0
    runLoop.perform { count += 1 }
    runLoop.acceptInput(forMode: .tracking, before: .start)
    #expect(count == 0)
    runLoop.acceptInput(forMode: .default, before: .start)
    #expect(count == 1)
  }

  @Test func `adds a timer of the common modes to all of them`() {
    runLoop.loop.addCommonMode(.tracking)
    let timer = FoundationRunLoop.Timer(
      timeInterval: .milliseconds(10), repeats: false, on: runLoop
    ) { _ in }
    runLoop.add(timer, forMode: .common)
    #expect(runLoop.limitDate(forMode: .default) == .milliseconds(10))
    #expect(runLoop.limitDate(forMode: .tracking) == .milliseconds(10))
  }

  @Test func `has a limit in the distant future without a timer`() {
    let source = runLoop.loop.makeSource("idle") { _, _ in }
    runLoop.loop.add(source, to: .default)
    #expect(runLoop.limitDate(forMode: .default) == .distantFuture)
    #expect(runLoop.limitDate(forMode: .tracking) == nil)
  }
}
