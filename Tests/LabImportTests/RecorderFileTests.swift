import Testing

@testable import LabImport

@Suite struct `The file of a recorder in an app` {
  private static let head = #"{"metadata": {"source": "LabRecorder"}, "traceEvents": ["#

  private func events(_ events: String...) -> String {
    Self.head + events.joined(separator: ",") + "]}"
  }

  private func slice(
    _ name: String, _ category: String, _ start: Double, _ duration: Double, process: Int = 1,
    _ arguments: String = ""
  ) -> String {
    #"{"name": "\#(name)", "cat": "\#(category)", "ph": "X", "pid": \#(process), "tid": 1, "#
      + #""ts": \#(start), "dur": \#(duration), "args": {\#(arguments)}}"#
  }

  @Test func `tells drivers with the dates that they answer`() throws {
    let trace = try read(
      events(
        slice("RunTask", "loop", 10, 5),
        slice(
          "ball", "driver", 100.5, 3, process: 2,
          #""kind": "timer", "due": 90.25, "interval": 16.667"#),
        slice("pan", "driver", 120, 2, process: 2, #""kind": "link", "due": 116"#),
        slice("pan", "driver", 137, 2, process: 2, #""kind": "link", "due": 133"#)))
    let drivers = try #require(trace.loop).drivers
    #expect(drivers.map(\.name) == ["ball", "pan"])
    #expect(drivers.map(\.kind) == [.timer, .link])
    #expect(drivers.map(\.interval) == [16_667, 17_000])
    let firing = try #require(drivers[0].firings.first)
    #expect([firing.due, firing.began, firing.ended] == [80_250, 90_500, 93_500])
    #expect(trace.tasks.count == 1)
  }

  @Test func `tells that records are lost, and that a newer recorder wrote it`() throws {
    func notes(_ facts: String) throws -> [String] {
      try read(
        Self.head.replacing("}", with: facts + "}") + slice("RunTask", "loop", 10, 5) + "]}"
      ).notes
    }
    #expect(try notes("") == [])
    #expect(try notes(#", "version": 1, "lost-records": 0"#) == [])
    let told = try notes(#", "lost-records": 12, "version": 2"#)
    try #require(told.count == 2)
    #expect(told[0].contains("format 2, here 1"))
    #expect(told[1].contains("the 12 before them are lost. Start it with more 'records'"))
  }

  @Test func `has named tasks, when they were ordered, and what is left of busy times`() throws {
    let trace = try read(
      events(
        slice("RunTask", "loop", 0, 1_000),
        slice("parse", "task", 300, 200, #""arrived": 20.5"#),
        slice("inner", "task", 310, 20),
        slice("RunTask", "loop", 5_000, 80), slice("draw", "task", 5_010, 60)))
    #expect(
      trace.drawn == [
        "RunTask 0+300000", "parse 300000+200000", "RunTask 500000+500000", "draw 5010000+60000",
      ])
    #expect(
      RecordingWriter(trace).recording
        == "arrived_us,duration_us,name\n0,300,RunTask\n0,200,parse\n0,500,RunTask\n5010,60,draw\n"
    )
  }

  @Test func `tells runs that are nested in another`() throws {
    let trace = try read(
      events(
        slice("RunTask", "loop", 0, 5),
        slice("default", "mode", 0, 900, process: 2, #""depth": 1"#),
        slice("tracking", "mode", 100, 50, process: 2, #""depth": 2"#),
        #"{"name": "commit", "ph": "i", "pid": 2, "tid": 1, "ts": 33.5}"#,
        #"{"name": "commit", "ph": "i", "pid": 1, "tid": 1, "ts": 44}"#))
    #expect(trace.loop?.commits == [33_500])
    let run = try #require(trace.loop?.runs.last)
    #expect(run.mode == "tracking" && run.start == 100_000 && run.end == 150_000)
    #expect(trace.loop?.runs.map(\.depth) == [1, 2])
    #expect(try read(events(slice("RunTask", "loop", 0, 5))).loop?.runs == [])
  }

  @Test func `has dates that neither follow their callouts nor go back`() throws {
    let dates: [(Double, Double)] = [
      (100, 95), (150, 1e15), (200, -1e15), (250, 50), (300, 290),
    ]
    let calls = dates.map { began, due in
      slice("ball", "driver", began, 3, process: 2, #""kind": "timer", "due": \#(due)"#)
    }
    let text = events(slice("RunTask", "loop", 10, 5), calls.joined(separator: ","))
    let driver = try #require(try read(text).loop?.drivers.first)
    #expect(driver.firings.map(\.due) == [85_000, 140_000, 190_000, 240_000, 280_000])
  }

  @Test func `is told by the name of its program alone`() throws {
    let other = events(slice("a", "driver", 0, 5)).replacing("LabRecorder", with: "DevTools")
    let trace = try read(other)
    #expect(trace.loop == nil)
    #expect(trace.drawn == ["a 0+5000"])
  }

  /// Bytes are exchanged one after the other; what is read stays within the window.
  @Test func `is read whatever its bytes are`() throws {
    let text = events(
      slice("RunTask", "loop", 0, 1_000), slice("parse", "task", 300, 200, #""arrived": 20.5"#),
      slice(
        "ball", "driver", 1_100, 3, process: 2, #""kind": "timer", "due": 90.25, "interval": 17"#),
      slice("tracking", "mode", 100, 50, process: 2, #""depth": 2"#))
    let bytes = Array(text.utf8)
    for place in Self.head.utf8.count..<bytes.count {
      for byte in [UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "\""), 0xff] {
        var damaged = bytes
        damaged[place] = byte
        guard let trace = try? read(damaged), let loop = trace.loop else { continue }
        for driver in loop.drivers {
          #expect(driver.firings.allSatisfy { $0.began >= 0 && $0.ended <= trace.windowLength })
        }
        for run in loop.runs { #expect(run.start >= 0 && run.end <= trace.windowLength) }
        for task in trace.tasks { #expect(task.arrived ?? 0 >= 0) }
      }
    }
  }
}

@Suite struct `The inputs of a file` {
  private func event(_ phase: String, _ time: Int, id: Int, _ data: String = "") -> String {
    #"{"name": "EventTiming", "cat": "devtools.timeline", "ph": "\#(phase)", "pid": 1, "tid": 1, "#
      + #""id": "0x\#(id)", "ts": \#(time), "args": {"data": {\#(data)}}}"#
  }

  private func times(_ type: String, _ interaction: Int, _ begin: Double, _ end: Double) -> String {
    #""type": "\#(type)", "interactionId": \#(interaction), "timeStamp": 1000, "#
      + #""processingStart": \#(begin), "processingEnd": \#(end)"#
  }

  private func read(_ events: [String]) throws -> [ImportedTrace.Input] {
    let task = #"{"name": "RunTask", "ph": "X", "pid": 1, "tid": 1, "ts": 100, "dur": 900000}"#
    return try LabImportTests.read("[\(([task] + events).joined(separator: ","))]").inputs
  }

  /// Events of one native input share arrival and picture; several may have one number, and nest.
  @Test func `are native inputs with all of their events`() throws {
    let inputs = try read([
      event("b", 1_100, id: 1, times("pointerover", 0, 1_002, 1_003)),
      event("b", 1_100, id: 1, times("pointerdown", 7, 1_003, 1_005)),
      event("b", 1_100, id: 2, times("mousedown", 0, 1_005, 1_009)),
      event("e", 20_100, id: 1), event("e", 20_100, id: 1), event("e", 20_100, id: 2),
      event("b", 50_100, id: 3, times("click", 7, 1_001, 1_002)), event("e", 60_100, id: 3),
    ])
    #expect(
      inputs == [
        ImportedTrace.Input(
          name: "pointerdown", arrived: 1_000_000, began: 3_000_000, ended: 10_000_000,
          shown: 20_000_000, interaction: 7),
        ImportedTrace.Input(
          name: "click", arrived: 50_000_000, began: 51_000_000, ended: 52_000_000,
          shown: 60_000_000, interaction: 7),
      ])
  }

  @Test func `are neither moves nor events without their times`() throws {
    let inputs = try read([
      event("b", 1_100, id: 1, times("mousemove", 0, 1_002, 1_003)), event("e", 9_100, id: 1),
      event("b", 1_200, id: 2, #""type": "click", "timeStamp": 1000"#), event("e", 9_200, id: 2),
      event("b", 1_300, id: 3, times("click", 1, 999, 1_003)), event("e", 9_300, id: 3),
      event("b", 1_400, id: 4, times("click", 1, 1_001, 1_003)),
      event("e", 9_400, id: 5, times("click", 1, 1_001, 1_003)),
    ])
    #expect(inputs.isEmpty)
  }

  @Test func `of a recorder arrive when they happened, and begin when they were recorded`() throws {
    let trace = try LabImportTests.read(
      #"{"metadata": {"source": "LabRecorder"}, "traceEvents": ["#
        + #"{"name": "RunTask", "cat": "loop", "ph": "X", "pid": 1, "tid": 1, "ts": 10, "dur": 900},"#
        + #"{"name": "tap", "cat": "input", "ph": "X", "pid": 2, "tid": 3, "ts": 30,"#
        + #""dur": 12.5}]}"#)
    #expect(
      trace.inputs == [ImportedTrace.Input(name: "tap", arrived: 20_000, began: 32_500)])
    #expect(trace.tasks.count == 1)
    let anonymous = trace.anonymised()
    #expect(anonymous.inputs.map(\.name) == ["input"])
  }
}
