import Foundation
import LabAnswer
import LabImport
import LabKernel
import LabMetrics
import LabStudy
import LabTrace
import TestSupport
import Testing

/// The file of a recorder, of which each line is an event.
private struct RecorderFile {
  var events: [String] = []

  mutating func add(
    _ name: String, _ category: String, _ start: Double, _ duration: Double,
    _ arguments: String = ""
  ) {
    let process = ["driver", "mode"].contains(category) ? 2 : 1
    events.append(
      #"{"name": "\#(name)", "cat": "\#(category)", "ph": "X", "pid": \#(process), "tid": 1, "#
        + #""ts": \#(start), "dur": \#(duration), "args": {\#(arguments)}}"#)
  }

  /// A callout of 2 ms.
  mutating func call(_ name: String, _ kind: String, due: Double, began: Double) {
    add(
      name, "driver", began, 2_000,
      #""kind": "\#(kind)", "due": \#(due)"# + (kind == "timer" ? #", "interval": 20000"# : ""))
    add("RunTask", "loop", began - 50, 50)
  }

  mutating func instant(_ name: String, _ time: Double) {
    events.append(
      #"{"name": "\#(name)", "ph": "i", "pid": \#(name == "commit" ? 2 : 1), "ts": \#(time)}"#)
  }

  /// A run of a second, vsyncs every 20 ms, and a frame that is committed after each callout.
  static func second(_ change: (inout RecorderFile) -> Void) -> RecorderFile {
    var file = RecorderFile()
    file.add("kCFRunLoopDefaultMode", "mode", 0, 1_000_000, #""depth": 1"#)
    for number in 0...50 { file.instant("vsync", Double(20_000 * number)) }
    change(&file)
    return file
  }

  var text: String {
    #"{"metadata": {"source": "LabRecorder"}, "traceEvents": ["# + events.joined(separator: ",\n")
      + "]}"
  }

  func trace() throws -> ImportedTrace {
    try TraceImporter.read(ByteSource(Array(text.utf8)), options: ImportOptions(least: 0))
  }
}

/// A timer of 20 ms that is called 5 ms after each vsync, from one of them on.
private func steady(_ file: inout RecorderFile, _ numbers: Range<Int>, late: [Int: Double] = [:]) {
  for number in numbers {
    let due = Double(20_000 * number + 5_000)
    let began = due + 100 + (late[number] ?? 0)
    file.call("ball", "timer", due: due, began: began)
    file.instant("commit", began + 2_010)
  }
}

@Suite struct `A recorded run` {
  /// Returns the measurement of a run whose trace breaks neither the contract nor an identity.
  private func measured(_ run: RecordedRun, _ what: String = "") -> RunMeasurement {
    #expect(TraceContract.violations(of: run.trace).map(\.description) == [])
    let measurement = RunMeasurement(run.trace)
    #expect(measurement.verifyConservation().map { "\($0)" } == [], "\(what)")
    return measurement
  }

  private func driver(_ name: String, of file: RecorderFile) throws -> DriverMetrics {
    let run = try #require(try RecordedRun(file.trace()))
    return try #require(measured(run)[driver: name])
  }

  private func shipped() throws -> ImportedTrace {
    let file = Checkout.experiment("real-page").deletingLastPathComponent()
      .appending(path: "recordings/own-app.trace.json.gz")
    return try TraceImporter.read(
      ByteSource(Array(Data(contentsOf: file))), options: ImportOptions(least: 0))
  }

  @Test func `tells what became of the real callouts`() throws {
    let run = try #require(try RecordedRun(shipped()))
    let ball = try #require(measured(run)[driver: "ball"])
    #expect(ball.dueInstants.fired == 405 && ball.dueInstants.missed == 75)
    let slots = try #require(ball.frames?.slots)
    #expect(slots.dropped == 76)
    let found = RecordedFindings(run).paragraphs
    #expect(found.table("blame")?.column("culprit").contains(.text("(starved: tracking)")) == true)
    let meanings = found.joined().flatMap { part -> [String] in
      if case .terms(let terms) = part { terms.map(\.word) } else { [] }
    }
    let causes = ["(own)", "(starved)", "(wake)", "(outside)"]
    #expect(meanings == causes + ["RunTask", "(observers)", "(timer)"])
    #expect(found.table("drivers")?.column("dropped") == [.count(76)])
    #expect(found.words.contains("does not tell when frames were committed"))
  }

  @Test func `measures what wakes late, blocks and waits for its commit`() throws {
    let file = RecorderFile.second { file in
      steady(&file, 0..<10)
      file.add("parse", "task", 201_000, 60_000)
      file.add("RunTask", "loop", 201_000, 60_000)
      steady(&file, 10..<11, late: [10: 56_100])
      steady(&file, 13..<50)
    }
    let run = try #require(try RecordedRun(file.trace()))
    #expect(run.lacks == [])
    let ball = try #require(measured(run)[driver: "ball"])
    #expect(ball.dueInstants.fired == 48 && ball.dueInstants.missed == 2)
    #expect(ball.frames?.slots?.dropped == 3)
    let late = ball.blame[.lateFiring].culprits.summed(byTask: false)
    #expect(late.first?.owner == "parse" && late.first?.time == .microseconds(56_000))
    #expect(late.first { $0.cause == .wake } != nil)
  }

  @Test func `has no drops while its timer does not exist`() throws {
    let file = RecorderFile.second { file in
      steady(&file, 5..<15)
      steady(&file, 32..<40)
      file.add("RunTask", "loop", 999_000, 10)
    }
    let ball = try driver("ball", of: file)
    #expect(ball.dueInstants.fired == 18 && ball.dueInstants.missed == 0)
    #expect(ball.frames?.slots?.dropped == 0)
  }

  @Test func `has one life though it is silent, if the thread was busy to the end`() throws {
    let file = RecorderFile.second { file in
      steady(&file, 0..<10)
      file.add("parse", "task", 201_000, 799_000)
      file.add("RunTask", "loop", 201_000, 799_000)
    }
    let ball = try driver("ball", of: file)
    #expect(ball.dueInstants.fired == 10)
    #expect(ball.frames?.slots?.dropped == 38)
  }

  @Test func `is late, and not gone, if it was suspended`() throws {
    let file = RecorderFile.second { file in
      steady(&file, 0..<10)
      steady(&file, 10..<11, late: [10: 400_000])
      steady(&file, 31..<50)
    }
    let ball = try driver("ball", of: file)
    #expect(ball.dueInstants.fired == 30 && ball.dueInstants.missed == 20)
    #expect(ball.frames?.slots?.dropped == 20)
  }

  @Test func `is gone from the date that the loop passed over`() throws {
    let file = RecorderFile.second { file in
      steady(&file, 0..<20)
      for number in 0..<20 { file.add("RunTask", "loop", Double(500_000 + 20_000 * number), 300) }
    }
    let ball = try driver("ball", of: file)
    #expect(ball.dueInstants.fired == 20 && ball.dueInstants.missed == 0)
    #expect(ball.frames?.slots?.dropped == 0)
  }

  @Test func `is judged on the vsyncs that its display link answers`() throws {
    let file = RecorderFile.second { file in
      for number in 0..<50 where number != 21 && number != 22 {
        let vsync = Double(20_000 * number)
        let late: Double = number == 20 ? 41_000 : 100
        file.call("pan", "link", due: vsync, began: vsync + late)
        file.instant("commit", vsync + late + 2_010)
      }
      file.add("layout", "task", 400_020, 40_000)
    }
    let pan = try driver("pan", of: file)
    #expect(pan.source == .link && pan.dueInstants.fired == 48)
    #expect(pan.frames?.slots?.dropped == 2)
  }

  @Test func `says what its recording lacks`() throws {
    var trace = try RecorderFile.second { steady(&$0, 0..<50) }.trace()
    trace.vsyncs = []
    trace.loop?.runs = []
    trace.loop?.commits = []
    let run = try #require(try RecordedRun(trace))
    #expect(run.lacks.count == 3)
    let ball = try #require(measured(run)[driver: "ball"])
    #expect(ball.dueInstants.fired == 50 && ball.frames == nil)
    trace.loop?.drivers = []
    #expect(try RecordedRun(trace) == nil)
  }

  /// Numbers are replaced by others, one after the other.
  @Test func `keeps the contract and all identities, whatever its numbers are`() throws {
    let file = RecorderFile.second { file in
      steady(&file, 0..<4)
      file.add("parse", "task", 81_000, 60_000, #""arrived": 70000"#)
      file.add("UITrackingRunLoopMode", "mode", 90_000, 40_000, #""depth": 2"#)
      steady(&file, 4..<5, late: [4: 56_100])
      steady(&file, 7..<9)
      for number in 0..<9 {
        file.call(
          "pan", "link", due: Double(20_000 * number), began: Double(20_000 * number + 150))
      }
    }
    let text = file.text
    var runs = 0
    for range in text.ranges(of: /: [0-9.]+/) {
      for number in ["0", "85000", "139999.999", "1e15"] {
        let changed = text.replacingCharacters(in: range, with: ": \(number)")
        let source = ByteSource(Array(changed.utf8))
        guard let trace = try? TraceImporter.read(source, options: ImportOptions(least: 0)),
          let run = try? RecordedRun(trace)
        else { continue }
        _ = measured(run, "\(number) at \(text[range.lowerBound...].prefix(40))")
        runs += 1
      }
    }
    #expect(runs > 300)
  }
}
