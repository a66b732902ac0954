import Foundation
import TestSupport
import Testing

/// Files of other tools with some bytes changed, read by the command.
///
/// `LAB_FUZZ_COUNT` says how many; see ``TestSupport/Count``.
@Suite struct `A damaged file of another tool` {
  private static let inputs: [(words: [String], text: String)] = [
    (["try", "in", "--least", "0 us"], trace), (["import", "in", "--force"], traceWithVsyncs),
    (["import", "in", "--list"], trace),
    (
      ["measure", "in"],
      "TimeInSeconds,MsBetweenPresents,MsUntilDisplayed,Dropped\n1,16,5,0\n1.016,16,5,1\n1.03,16,6,0\n"
    ),
    (
      ["measure", "in", "--times", "presented"],
      "{\"Runs\":[{\"CaptureData\":{\"TimeInSeconds\":[1,2.5],\"MsUntilDisplayed\":[1,4]}}]}"
    ),
    (["why", "in", "--least", "0 us"], ftrace), (["try", "in", "--least", "0 us"], ftrace),
    (["compare", "in", "in"], "fps,frametime,elapsed\n60,16.6,1\n59,16.9,17000000\n"),
  ]

  private static let ftrace = """
      <idle>-0     [001]  55.000100: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 \
    prev_state=R ==> next_comm=ui next_pid=7 next_prio=120
     ui-7     [001]  55.009100: sched_switch: prev_comm=ui prev_pid=7 prev_prio=120 prev_state=S \
    ==> next_comm=swapper/1 next_pid=0 next_prio=120
     ui-7     [001]  55.019100: print: B|7|frame
     ui-7     [001]  55.029100: print: E|7

    """

  @Test(arguments: FuzzBatch.all("file of another tool"))
  func `ends the command with a clear answer`(batch: FuzzBatch) throws {
    let tool = try Tool()
    for number in batch.numbers {
      let (words, text) = Self.inputs[number % Self.inputs.count]
      var draw = UInt64(number) &+ batch.seed &* 0x9e37_79b9_7f4a_7c15
      func next(_ limit: Int) -> Int {
        draw = (draw ^ (draw >> 31)) &* 0x7fb5_d329_728e_a185 &+ 0x2545_f491_4f6c_dd1d
        return Int((draw >> 16) % UInt64(limit))
      }
      var bytes = Array(text.utf8)
      for _ in 0...next(3) {
        let place = next(bytes.count)
        switch next(4) {
        case 0: bytes[place] = UInt8(next(256))
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + next(8)))
        case 2: bytes.insert(contentsOf: Array("999999999999".utf8), at: place)
        default: bytes = Array(bytes.prefix(place + 1))
        }
        if bytes.isEmpty { bytes = [10] }
      }
      try tool.write(Data(bytes), to: "in")
      let outcome = try tool.run(words)
      #expect(outcome.exited && [0, 1, 2, 3].contains(outcome.status), "\(batch) \(number)")
      #expect(
        outcome.status < 2 || !outcome.errors.isEmpty && outcome.output.isEmpty,
        "\(number): \(outcome.output)")
    }
  }
}
