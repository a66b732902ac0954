import Foundation
import LabAnswer
import LabCompare
import LabExperiment
import LabImport
import LabKernel
import LabMetrics
import LabStudy
import LabText
import LabWorkload
import TestSupport
import Testing

@Suite struct `A made recording` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a study comes to: its answer, or `nil` if the file is refused with a sentence.
  ///
  /// - Throws: What a user cannot mend: the lab is at fault.
  private func answer(_ body: () throws -> Answer) throws -> Answer? {
    do {
      let answer = try body()
      check(answer)
      return answer
    } catch let error as any UserError {
      #expect(error.status == .wrongInput || error.status == .wrongUsage, "\(error)")
      #expect(!error.message.contains("recorded.") && !error.message.contains(".csv:"))
      return nil
    }
  }

  private func check(_ answer: Answer) {
    let numbers =
      (answer.paragraphs.joined().compactMap { part -> Table? in
        if case .table(let table) = part { table } else { nil }
      } + answer.data).flatMap { $0.rows.joined() }
    for cell in numbers {
      switch cell {
      case .value(let value): #expect(value.number.isFinite)
      case .interval(let mean, let half): #expect(mean.isFinite && half.isFinite)
      case .none, .blank, .text, .metric, .flag: break
      }
    }
    for sentence in answer.namedSentences {
      #expect(sentence.text.firstMatch(of: /\b(nan|inf)\b/) == nil, "\(sentence.text)")
      for share in sentence.text.matches(of: /([0-9]+)(\.[0-9]+)? % of/) {
        #expect(Int(share.1).map { $0 <= 100 } == true, "\(sentence.text)")
      }
    }
  }

  private func file(_ recording: MadeRecording, _ name: String = "made.json") throws -> TraceFile {
    try folder.write(recording.text, to: name)
    return TraceFile(whole: folder.path(name), least: 0)
  }

  @Test(arguments: FuzzBatch.all("is tried, explained"))
  func `is tried, explained and measured, or refused with a sentence`(_ batch: FuzzBatch) throws {
    var tried = 0
    for number in batch.numbers {
      let file = try file(MadeRecording(number, seed: batch.seed))
      do {
        let found = try answer {
          let input = try TrialInput(file, FileBytes(file.path))
          let script = input.script(of: file, named: "made", on: nil)
          let answer = try TrialStudy(
            script, of: file.path, trace: input.trace, summary: input.summary, provenance: nil
          ).answer(Watch())
          let subject = RunSubject(
            file.path, named: "made", try script.experiment().plan(),
            explained: Plan.Trouble(run: script.explained, driver: script.driver),
            recorded: try script.loop.flatMap { try RecordedCount($0.recording) })
          check(try WhyStudy(subject).answer(Watch()))
          return answer
        }
        if found != nil { tried += 1 }
        _ = try answer {
          try FrameStudy(.recording(file.read(), least: 0), of: file.path).answer(Watch())
        }
      } catch {
        Issue.record("recording \(number): \(error)")
      }
    }
    #expect(batch.numbers.count < 10 || tried * 4 > batch.numbers.count, "\(tried)")
  }

  @Test(arguments: FuzzBatch.all("and ranked beside it"))
  func `is compared with another, and ranked beside it`(_ batch: FuzzBatch) throws {
    for number in batch.numbers {
      // Most are of one app: what two of them are compared by has one name.
      let name = MadeRecording.names[number % MadeRecording.names.count]
      let names = number % 4 > 0 ? [name] : MadeRecording.names
      let files = try (0...1).map {
        try file(
          MadeRecording(2 * number + $0, seed: batch.seed, names: names), "made-\($0).json")
      }
      do {
        _ = try answer {
          let sides = try files.map { try [ComparedRecording($0.read(), named: $0.path)] }
          return try RecordingStudy(
            sides[0], sides[1], by: nil, changed: [], isSame: true, limit: nil
          ).answer(Watch())
        }
        _ = try answer {
          try FleetStudy(
            files.map(\.path), read: { try TraceFile(whole: $0, least: 0).read() },
            receive: { _ in }
          ).answer(of: "made")
        }
      } catch {
        Issue.record("pair \(number): \(error)")
      }
    }
  }
}

@Suite struct `A recording as people make it` {
  private func trace(
    _ names: [String], adding events: String = "", metadataLast: Bool = false
  ) throws -> ImportedTrace {
    var lines: [String] = []
    for number in 0..<30 {
      let due = 20_000 * number + 5_000
      for (index, name) in names.enumerated() {
        lines.append(
          "{\"name\": \"\(name)\", \"cat\": \"driver\", \"ph\": \"X\", \"pid\": 2, \"tid\": 2,"
            + " \"ts\": \(due + 100 + 1_000 * index), \"dur\": 500, \"args\": {\"kind\": \"timer\","
            + " \"due\": \(due), \"interval\": 20000}}")
      }
      lines.append("{\"name\": \"vsync\", \"ph\": \"i\", \"pid\": 1, \"ts\": \(20_000 * number)}")
      lines.append(
        "{\"name\": \"RunTask\", \"cat\": \"loop\", \"ph\": \"X\", \"pid\": 1, \"tid\": 1,"
          + " \"ts\": \(due + 9_000), \"dur\": 300}")
    }
    let list = "\"traceEvents\": [\(lines.joined(separator: ",\n"))\(events)]"
    let metadata = "\"metadata\": {\"source\": \"LabRecorder\"}"
    let text = metadataLast ? "{\(list), \(metadata)}" : "{\(metadata), \(list)}"
    return try TraceImporter.read(ByteSource(Array(text.utf8)), options: ImportOptions(least: 0))
  }

  private func plan(_ names: [String]) throws -> (loop: TrialLoop, plan: Plan) {
    let script = try #require(try TrialScript(replaying: trace(names), named: "made"))
    return (try #require(script.loop), try script.experiment().plan())
  }

  @Test(arguments: MadeRecording.names)
  func `is replayed, whatever its driver is called`(_ name: String) throws {
    let (loop, plan) = try plan([name])
    let own = loop.judged.recorded.name
    #expect(plan[0].scenario.drivers.map(\.name) == [loop.title])
    let hasOwn = loop.title == own && loop.renamed == nil
    #expect(hasOwn || loop.renamed?.contains("'\(own)' is called '\(loop.title)'") == true)
    #expect(hasOwn || ["", " ", "page"].contains(own))
    #expect(try RecordedCount(trace([name]))?.text.contains("'\(own)'") == true)
  }

  @Test func `keeps drivers apart that become one word`() throws {
    let names = ["日本", "スクロール", "a b", "a-b", "", "driver"]
    let (_, plan) = try plan(names)
    let shown = plan[0].scenario.drivers.map(\.name)
    #expect(Set(shown).isSuperset(of: names.filter { !$0.isEmpty }) && shown.count == names.count)
    let script = try #require(try TrialScript(replaying: trace(names), named: "made"))
    for word in ["driver", "driver-2", "driver-3", "driver-4", "a-b", "a-b-2"] {
      #expect(script.text.contains("timer \(word) every"))
    }
  }

  @Test func `is known wherever its metadata stands`() throws {
    #expect(try trace(["ball"], metadataLast: true) == trace(["ball"]))
  }

  /// A link that its app invalidates now and then, and makes anew: it is called at once, or from
  /// one of the next vsyncs on; a callback lasts up to two refreshes.
  private func link(_ chance: inout RandomStream) -> String {
    let period = [8_333, 16_667, 41_667][Int(chance.next(in: 0...2))] as Int64
    let task =
      #"{"name": "RunTask", "cat": "loop", "ph": "X", "pid": 1, "tid": 1, "ts": 100, "dur": 300}"#
    var (events, free): ([String], Int64) = ([task], 0)
    func call(_ began: Int64, _ cost: Int64, due: Int64, _ more: String = "") {
      events.append(
        #"{"name": "l", "cat": "driver", "ph": "X", "pid": 2, "tid": 1, "ts": \#(began), "#
          + #""dur": \#(cost), "args": {"kind": "link", "due": \#(due)\#(more)}}"#)
    }
    for vsync in stride(from: chance.next(in: 0...period), to: 900_000, by: Int(period)) {
      events.append(#"{"name": "vsync", "ph": "i", "pid": 1, "ts": \#(vsync)}"#)
      guard free <= vsync + period, chance.next(in: 0...7) > 0 else { continue }
      let began = max(free, vsync + chance.next(in: 20...300))
      let cost = chance.next(in: 0...2) == 0 ? chance.next(in: 0...2 * period) : 500
      let isLast = chance.next(in: 0...3) == 0
      call(began, cost, due: vsync, isLast ? #", "valid": false"# : "")
      free = began + cost + 10
      guard isLast, chance.next(in: 0...1) == 0 else { continue }
      free += chance.next(in: 0...period / 2)
      call(free, 500, due: free - 20)
      free += 510
    }
    return #"{"metadata": {"source": "LabRecorder"}, "traceEvents": ["#
      + events.joined(separator: ",\n") + "]}"
  }

  @Test(arguments: FuzzBatch.all("is tried, explained"))
  func `of a link that is made anew at once contradicts nothing`(_ batch: FuzzBatch) throws {
    for number in batch.numbers {
      var chance = RandomStream(seed: batch.seed, name: "link \(number)")
      let text = link(&chance)
      let trace = try TraceImporter.read(
        ByteSource(Array(text.utf8)), options: ImportOptions(least: 0))
      let run = try #require(try RecordedRun(trace))
      #expect(RunMeasurement(run.trace).verifyConservation() == [], "recording \(number):\n\(text)")
    }
  }

  @Test(arguments: FuzzBatch.all("and ranked beside it"))
  func `of several drivers is ranked by the changes of each`(_ batch: FuzzBatch) throws {
    let names = MadeRecording.names.filter {
      !$0.allSatisfy(\.isWhitespace) && !$0.contains("\\") && $0 != "page"
    }
    for number in batch.numbers {
      var chance = RandomStream(seed: batch.seed, name: "fleet \(number)")
      let drivers = (0..<3).map { _ in names[Int(chance.next(in: 0...Int64(names.count - 1)))] }
      guard Set(drivers).count == 3 else { continue }
      let trace = try trace(drivers)
      var changes: Set<String> = []
      let study = try FleetStudy(
        ["a", "b"], read: { _ in trace }, receive: { changes.insert($0.change) })
      #expect(study.leftOut.isEmpty, "\(study.leftOut)")
      for driver in drivers {
        #expect(changes.contains("\(driver) link"), "\(changes)")
      }
    }
  }

  // A vsync before the first task counts for nothing, however long before.
  @Test(arguments: ["3e9", "3e11", "1e13", "1e15", "2251799813685248"])
  func `is refused at every delivery if an instant is far off`(_ time: String) throws {
    let event = ",{\"name\": \"vsync\", \"ph\": \"i\", \"pid\": 1, \"ts\": \(time)}"
    let far = try trace(["ball"], adding: event)
    #expect(throws: UnfitRecording.self) { try RecordedRun(far) }
    #expect(throws: UnfitRecording.self) { try TrialLoop(far) }
    #expect(throws: UnfitRecording.self) { try RecordedCount(far) }
    #expect(throws: UnfitRecording.self) { try ComparedRecording(far, named: "far") }
    let near = try trace(["ball"])
    let study = try FleetStudy(
      ["far", "near"], read: { $0 == "far" ? far : near }, receive: { _ in })
    #expect(study.singles.count == 1)
    #expect(study.leftOut.map(\.name) == ["far"] && study.leftOut.allSatisfy(\.isWrong))
  }
}
