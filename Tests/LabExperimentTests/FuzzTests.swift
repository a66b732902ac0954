import Foundation
import LabExperiment
import LabKernel
import Testing

/// Scripts that are cut, spliced and garbled at random.
@Suite struct `A garbled script` {
  @Test(arguments: 0..<10)
  func `ends in an experiment or in messages, never in a crash`(round: Int) throws {
    var stream = RandomStream(seed: UInt64(round), name: "garble")
    let scripts = try Fixture.names(in: Fixture.experiments, with: "lab").map {
      try [UInt8](Data(contentsOf: Fixture.experiments.appending(path: "\($0).lab")))
    }
    for _ in 0..<1000 {
      let script = Self.garble(scripts, &stream)
      do throws(ScriptError) {
        let experiment = try Experiment(path: "garbled.lab") { path in
          path == "garbled.lab" ? script : Array("start_us,duration_us,name\n1,2,x\n".utf8)
        }
        let plan = try experiment.plan(replications: 1)
        #expect(plan.last?.index == plan.count - 1)
        _ = plan.prefix(1).map(\.drivers)
      } catch {
        #expect(!error.diagnostics.isEmpty && error.diagnostics.count <= 20)
        #expect(error.diagnostics.allSatisfy { !$0.description.isEmpty })
      }
    }
  }

  private static let words = [
    "{rate}", "{", "}", "..", "-", "*", "(", ")", "0", "99999999999999999999", "1/0 s", "as", "in",
    "±", "\u{0}", "\u{301}", "é", "for", "expect", "  ", "\t", "\n", "\r\n", "#", ",", "=", "s",
  ]

  private static func garble(_ scripts: [[UInt8]], _ stream: inout RandomStream) -> [UInt8] {
    // Half of the time the tail of a script is enough; it is read much faster than the whole.
    let script = scripts.randomElement(using: &stream) ?? []
    var bytes = Array(Bool.random(using: &stream) ? script[...] : script.suffix(500))
    for _ in 0..<Int.random(in: 1...6, using: &stream) {
      let position = Int.random(in: 0...bytes.count, using: &stream)
      let end = min(bytes.count, position + Int.random(in: 0...12, using: &stream))
      switch Int.random(in: 0..<5, using: &stream) {
      case 0:
        bytes.removeSubrange(position..<end)
      case 1:
        bytes.insert(contentsOf: (words.randomElement(using: &stream) ?? "").utf8, at: position)
      case 2:
        bytes.insert(UInt8.random(in: 0...255, using: &stream), at: position)
      case 3:
        let other = scripts.randomElement(using: &stream) ?? []
        let start = Int.random(in: 0...other.count, using: &stream)
        bytes.insert(contentsOf: other[start..<min(other.count, start + 40)], at: position)
      default:
        bytes.insert(contentsOf: bytes[position..<end], at: position)
      }
    }
    return bytes
  }
}
