import Foundation
import LabAnswer
import LabImport
import LabStudy
import TestSupport
import Testing

/// An app that recorded itself.
///
/// A timer of 60 Hz in the default mode, texts that are parsed by order of another thread, and a
/// second of tracking. `sampleapp 8 FILE default` made it, under a real-time scheduler, on Linux.
@Suite struct `A recorded app beside the lab` {
  private static func recorded() throws -> ImportedTrace {
    let file = Checkout.experiment("real-page").deletingLastPathComponent()
      .appending(path: "recordings/own-app.trace.json.gz")
    return try TraceImporter.read(ByteSource(Array(Data(contentsOf: file))))
  }

  /// The app as it was recorded, tried once.
  private static let unchanged = Result {
    let (made, found) = try trial { _ in }
    let files = made.script.files.map { ($0.name, $0.text) }
    return (script: made.script.text, files: files, found: found)
  }

  private static func trial(
    _ change: (inout ImportedTrace) -> Void
  ) throws -> (trial: TraceTrial, found: [[Answer.Part]]) {
    var trace = try recorded()
    change(&trace)
    let display = TrialDisplay(vsyncs: trace.vsyncs, length: trace.windowLength)
    let trial = try TraceTrial(
      TrialScript(
        name: "app", source: "app.json", recording: RecordingWriter(trace).recording,
        length: trace.windowLength, display: display, loop: TrialLoop(trace)))
    return (trial, try TrialFindings(trial).paragraphs)
  }

  @Test func `is called at the same dates, and misses the same`() throws {
    let text = try Self.unchanged.get().found.words
    #expect(
      text.contains(
        "Your timer 'ball' was called 405 times and missed 75 fire dates, in the lab 405 and 75. Of"
          + " 480 fire dates none differs. 100 % of the callbacks begin in the same refresh, and"))
    // A refresh that one of the two dropped alone is a drop that the other has not.
    let form = try Regex(
      #"The lab drops ([0-9]+) refreshes, the app ([0-9]+): of the [0-9]+ refreshes of both, "#
        + #"([0-9]+) are dropped in the lab only and ([0-9]+) in the app only\."#,
      as: (Substring, Substring, Substring, Substring, Substring).self)
    let words = try #require(text.firstMatch(of: form))
    let numbers = [words.1, words.2, words.3, words.4].compactMap { Int($0) }
    #expect(numbers[2] - numbers[3] == numbers[0] - numbers[1])
    let differing = numbers[2] + numbers[3]
    #expect(text.contains("They agree in the fire dates, and differ in \(differing) refreshes."))
  }

  @Test func `differs in as many fire dates in its last sentence as in its first`() throws {
    let path = "experiments/reality/recordings/chart-link2-1.json.gz"
    let data = try Data(contentsOf: Checkout.root.appending(path: path))
    let real = try TraceImporter.read(ByteSource(Array(data)))
    let text = try Self.trial { $0 = real }.found.words
    let count = try #require(text.firstMatch(of: #/fire dates ([0-9]+) differs? \(/#)?.1)
    #expect(text.contains("They agree but for \(count) fire date"), "\(text)")
  }

  @Test func `is said to lack its modes, and agrees less without them`() throws {
    let text = try Self.trial { trace in
      trace.loop?.runs = []
    }.found.words
    #expect(text.contains("The recording lacks the modes of the loop"))
    let share = try #require(text.firstMatch(of: /\(([0-9.]+) % agree\)/)?.1)
    #expect(try #require(Double(share)) < 95)
  }

  @Test func `is said to lack a mode if it tells others, and agrees less without it`() throws {
    let text = try Self.trial { trace in
      trace.loop?.runs.removeAll { $0.mode == "UITrackingRunLoopMode" }
    }.found.words
    #expect(!text.contains("lacks the modes of the loop"))
    #expect(text.contains("The recording lacks a mode: for 901.41 ms"))
    #expect(text.contains("'ball' was not called. Record the mode by 'recorder.observe'."))
    let share = try #require(text.firstMatch(of: /\(([0-9.]+) % agree\)/)?.1)
    #expect(try #require(Double(share)) < 95)
    #expect(try !Self.unchanged.get().found.words.contains("lacks a mode"))
  }

  @Test func `may lack a mode where work without a name holds the thread for long`() throws {
    let text = try Self.trial { trace in
      let runs = trace.loop?.runs.filter { $0.mode == "UITrackingRunLoopMode" } ?? []
      guard let start = runs.first?.start, let end = runs.last?.end else { return }
      trace.loop?.runs.removeAll { $0.mode == "UITrackingRunLoopMode" }
      trace.tasks.removeAll { $0.start < end && $0.start + $0.duration > start }
      let work = ImportedTrace.Task(name: "RunTask", start: start, duration: end - start)
      trace.tasks.append(work)
      trace.tasks.sort { $0.start < $1.start }
    }.found.words
    #expect(text.contains("The recording may lack a mode: work without a name held the thread for"))
  }

  @Test(arguments: [1, 99_999, Int64.max / 4])
  func `is not repeated at an interval that no app has`(_ interval: Int64) throws {
    let text = try Self.trial { $0.loop?.drivers[0].interval = interval }.found.words
    #expect(!text.contains("Your timer"))
  }

  @Test func `is a script that goes on from it`() throws {
    let (script, files, _) = try Self.unchanged.get()
    #expect(script.contains("gesture   scroll at "))
    #expect(script.contains("arm recorded\n  timer ball every 16666667 ns first at "))
    #expect(files.map(\.0) == ["app.csv", "app.vsyncs.csv", "app.costs.csv"])
    #expect(files[0].1.hasPrefix("arrived_us,duration_us,name\n"))
  }

  @Test func `has arms in the mode of its driver`() throws {
    let (script, _, found) = try Self.unchanged.get()
    #expect(script.contains("arm link\n  link  ball in default takes"))
    #expect(found.words.contains("modes: the default one in all arms"))
  }

  @Test func `tells the first difference, and who held the thread`() throws {
    let found = try Self.trial { trace in
      let longest = trace.tasks.indices.max { trace.tasks[$0].duration < trace.tasks[$1].duration }
      trace.tasks[longest ?? 0].duration += 400_000_000
    }.found
    #expect(found.words.contains("The first difference: the fire date"))
    // The app above, the lab below.
    #expect(found.headings.prefix(2) == ["the app, recorded", "the lab, simulated"])
    #expect(
      found.words.contains(
        /late in the app, [0-9.]+ in the lab; the thread was held longest by parse \(/))
  }

  @Test func `says what of it is left out`() throws {
    var trace = try Self.recorded()
    #expect(try TrialLoop.omissions(in: trace).isEmpty)
    var driver = try #require(trace.loop?.drivers.first)
    trace.loop?.drivers += Array(repeating: driver, count: 10)
    driver.interval = 1
    trace.loop?.drivers.append(driver)
    var run = try #require(trace.loop?.runs.first { $0.mode == "UITrackingRunLoopMode" })
    trace.loop?.runs = (0..<Int64(1_003)).map { number in
      (run.start, run.end) = (number * 4_000_000, number * 4_000_000 + 1_000)
      return run
    }
    trace.tasks.append(
      ImportedTrace.Task(name: "RunTask", start: 7_000_000_000, duration: 17_000_000))
    let sentences = try TrialLoop.omissions(in: trace)
    #expect(sentences.count == 4)
    #expect(sentences[0].hasPrefix("1 recorded driver is not repeated: a driver needs two"))
    #expect(sentences[1].hasPrefix("2 recorded drivers are not repeated: beside the one"))
    #expect(sentences[2] == "3 nested runs are not repeated: only the first 1000 are.")
    #expect(sentences[3].contains("held the thread for 17.00 ms from 7000.00 ms on"))
  }
}
