import LabKernel
import TestSupport
import Testing

/// What is made of a recording takes so much memory: 200 MB, and 20 times the file.
@Suite struct `A recording of any size` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// Calls of two drivers on their grids, late, long and left out now and then; a hole, and an
  /// instant far off in one of four.
  private func recording(_ calls: Int64, _ chance: inout RandomStream) -> String {
    var events: [String] = []
    let kinds = ["timer", "link"].map { _ in chance.next(in: 0...1) == 0 ? "timer" : "link" }
    var now: Int64 = 5_000
    for _ in 0..<calls {
      events.append(#"{"name": "vsync", "ph": "i", "pid": 1, "ts": \#(now - 4_000)}"#)
      for (place, kind) in kinds.enumerated() where chance.next(in: 0...9) > 0 {
        let began = now + Int64(place) * 5_000 + chance.next(in: 20...900)
        events.append(
          #"{"name": "d\#(place)", "cat": "driver", "ph": "X", "pid": 2, "tid": 1, "#
            + #""ts": \#(began), "dur": \#(chance.next(in: 100...3_000)), "args": "#
            + #"{"kind": "\#(kind)", "due": \#(now), "interval": 16667}}"#)
      }
      events.append(
        #"{"name": "RunTask", "cat": "loop", "ph": "X", "pid": 1, "tid": 1, "#
          + #""ts": \#(now + 11_000), "dur": \#(chance.next(in: 100...9_000))}"#)
      now += 16_667 * (chance.next(in: 0...calls / 2) == 0 ? calls : 1)
    }
    if chance.next(in: 0...3) == 0 {
      let far = [Int64(3e8), Int64(3e9), Int64(1e13), Int64.max][Int(chance.next(in: 0...3))]
      events.append(#"{"name": "vsync", "ph": "i", "pid": 1, "ts": \#(far)}"#)
    }
    return #"{"metadata": {"source": "LabRecorder"}, "traceEvents": ["#
      + events.joined(separator: ",\n") + "]}"
  }

  @Test(arguments: FuzzBatch.all("drawn list for the command"))
  func `is tried, explained, measured and compared in bounded memory`(_ batch: FuzzBatch) throws {
    let commands = [["try a.json", "measure a.json"], ["why a.json", "compare a.json a.json"]]
    for number in batch.numbers {
      var chance = RandomStream(seed: batch.seed, name: "recording \(number)")
      let text = recording([20, 200, 60, 2_000][number / 2 % 4], &chance)
      try tool.write(text, to: "a.json")
      let kilobytes = 200_000 + 20 * text.utf8.count / 1000
      for words in commands[number % 2] {
        let outcome = try tool.shell("ulimit -d \(kilobytes); exec \"$0\" \(words)")
        #expect(
          outcome.exited && outcome.status <= 3,
          "recording \(number), \(words): \(outcome.status) \(outcome.errors)")
      }
    }
  }
}
