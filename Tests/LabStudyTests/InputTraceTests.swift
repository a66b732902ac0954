import Foundation
import LabAnswer
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

  /// A scene as a file of Chrome's: each answer is a task, as is each frame from its callback until
  /// 1 ms after it, or the next task; each event has its times.
  private static func trace(of scene: String) throws -> ImportedTrace {
    var events = [
      #"{"name": "thread_name", "ph": "M", "pid": 1, "tid": 1, "args": {"name": "CrRendererMain"}}"#
    ]
    let all = try rows("chains").filter { $0[0] == scene }
    let starts = all.compactMap { row in Int(row[2]).map { row[1] == "input" ? $0 - 100 : $0 } }
      .sorted()
    func mark(_ name: String, _ thread: Int, _ time: Int) {
      events.append(
        #"{"name": "\#(name)", "ph": "I", "pid": 1, "tid": \#(thread), "ts": \#(time), "#
          + #""args": {"layerTreeId": 1}}"#)
    }
    // The compositor notes all vsyncs, and the scene those with a frame.
    let vsyncs = all.filter { $0[1] == "frame" }.compactMap { Int($0[4]) }.filter { $0 >= 0 }
    for (vsync, next) in zip(vsyncs, vsyncs.dropFirst()) {
      let steps = max(1, (next - vsync + 8_333) / 16_666)
      for step in 0..<steps { mark("BeginFrame", 2, vsync + (next - vsync) * step / steps) }
    }
    for row in all {
      let (start, duration) = (Int(row[2]) ?? 0, Int(row[3]) ?? 0)
      let lead = row[1] == "input" ? 100 : 0
      let next = starts.first { $0 > start } ?? .max
      let rest = row[1] == "frame" ? min(1_000, next - start - duration) : 0
      events.append(
        #"{"name": "RunTask", "ph": "X", "pid": 1, "tid": 1, "ts": \#(start - lead), "#
          + #""dur": \#(duration + lead + rest)}"#)
      if row[1] == "frame" { mark("BeginMainThreadFrame", 1, start) }
      guard row[1] == "input", let arrived = Int(row[4]) else { continue }
      let common = #""name": "EventTiming", "pid": 1, "tid": 1, "id": "0x1", "ts""#
      let data =
        #"{"type": "keydown", "interactionId": \#(events.count), "timeStamp": 5.000, "#
        + #""processingStart": \#(5 + Double(start - arrived) / 1000), "#
        + #""processingEnd": \#(5 + Double(start + duration - arrived) / 1000)}"#
      events.append(#"{"ph": "b", \#(common): \#(arrived), "args": {"data": \#(data)}}"#)
      let shown = Int(row[5]) ?? start + duration + 2_000
      events.append(#"{"ph": "e", \#(common): \#(shown), "args": {}}"#)
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
    let same = result.agreement(in: .wait).same
    #expect(same >= (scene == "10" ? count - 1 : count), "\(same) of \(count)")
  }

  /// Without the tasks nothing is waited for.
  @Test func `do not wait in a lab that has not their tasks`() throws {
    var trace = try Self.trace(of: "11")
    trace.tasks = []
    let result = try #require(try InputAgreement(trace))
    #expect(result.pairs.allSatisfy { $0.predicted(.wait) == 440_000 && $0.holder == nil })
    #expect(result.agreement(in: .wait).same < 30)
  }

  /// The frames of a page that never comes to rest begin as they did.
  @Test(arguments: [("14", 45), ("23", 25)])
  func `are seen in the first frame after their end`(scene: String, count: Int) throws {
    var trace = try Self.trace(of: scene)
    let result = try #require(try InputAgreement(trace))
    let (same, compared) = result.agreement(in: .presentation)
    #expect(compared == count && same == count, "\(same) of \(compared)")
    for pair in result.pairs {
      let parts = [TaskQuantity.wait, .work, .presentation]
      #expect(parts.compactMap(pair.recorded).reduce(0, +) == pair.recorded(.shown))
      #expect(parts.compactMap(pair.predicted).reduce(0, +) == pair.predicted(.shown))
    }
    // A frame later they are not.
    trace.page?.mainFrames.removeAll { frame in
      result.pairs.contains { pair in
        (0..<33_000_000).contains(frame.start - (pair.input.ended ?? 0))
      }
    }
    #expect(try InputAgreement(trace)?.agreement(in: .presentation).same ?? count < count / 10)
    trace.page = nil
    #expect(try InputAgreement(trace)?.agreement(in: .presentation).compared == 0)
  }

  /// An event whose time ends with its handler changed nothing.
  @Test func `that nothing shows have no presentation`() throws {
    var trace = try Self.trace(of: "23")
    for index in trace.inputs.indices { trace.inputs[index].shown = trace.inputs[index].ended }
    let result = try #require(try InputAgreement(trace))
    #expect(result.agreement(in: .shown).compared == 0)
    #expect(result.pairs.allSatisfy { $0.recorded(.shown) == nil && $0.predicted(.shown) == nil })
    #expect(result.agreement(in: .response).compared == 25)
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
      #expect(
        Array(longest.values).interactionToNextPaint == Int64(alone[place]), "\(session)")
      #expect(all.interactionToNextPaint == Int64(joined[place]), "up to \(session)")
    }
    #expect([Int64]().interactionToNextPaint == nil)
  }

  /// Of GoogleChrome/lighthouse; its times are whole milliseconds.
  @Test func `are told in the words of a trial`() throws {
    let file = Checkout.fixtures().appending(
      path: "lighthouse/timespan-responsiveness-m103.trace.json.gz")
    let trace = try TraceImporter.read(ByteSource(Array(try Data(contentsOf: file))))
    let parts = try #require(try TrialFindings.inputs(trace))
    guard case .sentences(let sentences)? = parts.first, case .table(let table)? = parts.last else {
      Issue.record("\(parts)")
      return
    }
    let text = sentences.map(\.text).joined()
    #expect(text.hasPrefix("Of \(trace.inputs.count) inputs of the recording "), "\(text)")
    #expect(text.contains(" Interaction to next paint: "), "\(text)")
    #expect(text.contains(" is not compared: the recording has no frames and vsyncs "), "\(text)")
    let recorded = trace.inputs.map { $0.began - $0.arrived }.max()
    #expect(table.rows[0][2] == .time(recorded.map { .nanoseconds($0) }))
    // Presentations: two columns of each of the last two quantities.
    #expect(table.rows[1].suffix(4).allSatisfy { $0 == .none }, "\(table)")
    var none = trace
    none.inputs = []
    #expect(try TrialFindings.inputs(none) == nil)
  }
}
