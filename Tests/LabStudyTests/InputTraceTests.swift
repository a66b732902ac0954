import Foundation
import LabImport
import LabMetrics
import TestSupport
import Testing

@testable import LabStudy

/// Scenes in Chromium 156, headless, at real-time priority.
///
/// What web-vitals 6.0.0 makes of the interactions was found with its own `InteractionManager`,
/// given the events one by one and the number of interactions.
@Suite struct `The inputs of a trace` {
  private static func rows(_ name: String) throws -> [[String]] {
    let file = Checkout.fixtures().appending(path: "touch/\(name).csv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  /// A scene as a file of Chrome's: each answer is a task, each event has its times.
  private static func trace(of scene: String) throws -> ImportedTrace {
    var events = [
      #"{"name": "thread_name", "ph": "M", "pid": 1, "tid": 1, "args": {"name": "CrRendererMain"}}"#
    ]
    for row in try rows("chains") where row[0] == scene {
      let (start, duration) = (Int(row[2]) ?? 0, Int(row[3]) ?? 0)
      let isInput = row[1] == "input"
      events.append(
        #"{"name": "RunTask", "ph": "X", "pid": 1, "tid": 1, "ts": \#(start - (isInput ? 100 : 0)), "#
          + #""dur": \#(duration + (isInput ? 100 : 0))}"#)
      guard isInput, let arrived = Int(row[4]) else { continue }
      let common = #""name": "EventTiming", "pid": 1, "tid": 1, "id": "0x1", "ts""#
      let data =
        #"{"type": "keydown", "interactionId": \#(events.count), "timeStamp": 5.000, "#
        + #""processingStart": \#(5 + Double(start - arrived) / 1000), "#
        + #""processingEnd": \#(5 + Double(start + duration - arrived) / 1000)}"#
      events.append(#"{"ph": "b", \#(common): \#(arrived), "args": {"data": \#(data)}}"#)
      events.append(#"{"ph": "e", \#(common): \#(start + duration + 2_000), "args": {}}"#)
    }
    let text = #"{"traceEvents": [\#(events.joined(separator: ",\n"))]}"#
    return try TraceImporter.read(ByteSource(Array(text.utf8)))
  }

  /// Chains of messages and timeouts, and a thread that frames fill; all tasks begin as they did.
  @Test(arguments: [("10", 23), ("11", 45), ("14", 45), ("23", 25)])
  func `wait beside chains and a full thread as they did`(scene: String, count: Int) throws {
    let trace = try Self.trace(of: scene)
    #expect(trace.inputs.count == count)
    #expect(trace.inputs.allSatisfy { $0.name == "keydown" && $0.interaction != nil })
    let result = try #require(try InputAgreement(trace))
    #expect(result.pairs.count == count && result.tolerance == 1_000_000)
    // One of the 138, in the first scene, is farther off.
    #expect(result.same >= (scene == "10" ? count - 1 : count), "\(result.same) of \(count)")
  }

  /// Without the tasks nothing is waited for.
  @Test func `do not wait in a lab that has not their tasks`() throws {
    var trace = try Self.trace(of: "11")
    trace.tasks = []
    let result = try #require(try InputAgreement(trace))
    #expect(result.pairs.allSatisfy { $0.predicted == 440_000 && $0.holder == nil })
    #expect(result.same < 30, "\(result.same)")
  }

  @Test func `have the interaction to next paint of web-vitals`() throws {
    let sessions = ["07", "08", "13", "14", "15", "16", "17", "19", "20", "21"]
    let alone = [68018, 210961, 43763, 57131, 127471, 65703, 14901, 66125, 164053, 204132]
    let joined = [
      68018, 207530, 203090, 198466, 193426, 176802, 154914, 138488, 154914, 164053,
    ]
    var all: [Int64] = []
    for (place, session) in sessions.enumerated() {
      var longest: [String: Int64] = [:]
      for row in try Self.rows("interactions") where row[0] == session {
        longest[row[1]] = max(longest[row[1]] ?? 0, try #require(Int64(row[2])))
      }
      all += longest.values
      #expect(Self.inp(Array(longest.values)) == Int64(alone[place]), "\(session)")
      #expect(Self.inp(all) == Int64(joined[place]), "up to \(session)")
    }
    #expect(Self.inp([]) == nil)
  }

  private static func inp(_ durations: [Int64]) -> Int64? {
    var sum = InteractionToNextPaint()
    for duration in durations { sum.add(duration) }
    return sum.value
  }

  /// Of GoogleChrome/lighthouse; its times are whole milliseconds.
  @Test func `are told in the words of a trial`() throws {
    let file = Checkout.fixtures().appending(
      path: "lighthouse/timespan-responsiveness-m103.trace.json.gz")
    let trace = try TraceImporter.read(ByteSource(Array(try Data(contentsOf: file))))
    let text = try #require(try TrialFindings.inputs(trace))
    #expect(text.hasPrefix("The \(trace.inputs.count) inputs of the recording waited "), "\(text)")
    #expect(text.contains(" Interaction to next paint: "), "\(text)")
    var none = trace
    none.inputs = []
    #expect(try TrialFindings.inputs(none) == nil)
  }
}
