import LabImport
import Testing

@Suite struct `A Chrome trace` {
  private static let two = """
    [{"ph":"X","pid":1,"tid":1,"ts":10,"dur":5,"name":"RunTask"},
    {"ph":"X","pid":1,"tid":1,"ts":20,"dur":7,"name":"RunTask"}
    """

  @Test(arguments: ["]", "", ",", ",]", "\n  ", ",\r\n"])
  func `may lack its end or have one comma too many`(end: String) throws {
    let trace = try read(Self.two + end)
    #expect(trace.drawn == ["RunTask 0+5000", "RunTask 10000+7000"])
    #expect(!trace.tally.isTruncated)
    #expect(trace.events == 2)
  }

  @Test(arguments: [nil, 1, 2, 3, 7, 64])
  func `reads the same from pieces of any size`(size: Int?) throws {
    let text =
      "{\"displayTimeUnit\":\"ms\",\"traceEvents\":" + Self.two
      + ",{\"args\":{\"a\":[{\"b\":\"\\\"]}\"}]},\"\\u0070h\":\"X\",\"pid\":1,\"tid\":1,"
      + "\"ts\":20.5,\"dur\":1.25e0,\"name\":\"L\\u00e4nge \\ud83d\\ude00\"}],\"x\":null}"
    let trace = try read(text, pieces: size)
    #expect(trace.drawn == ["RunTask 0+5000", "Länge 😀 10000+7000"])
    #expect(trace.events == 3)
  }

  @Test func `that is cut within an event gives what is whole`() throws {
    for cut in [10, 30, 58] {
      let trace = try read(String(Self.two.dropLast(cut)))
      #expect(trace.drawn == ["RunTask 0+5000"])
      #expect(trace.tally.isTruncated)
      #expect(trace.notes.contains { $0.contains("ends in the middle") })
    }
    #expect(try read("{\"traceEvents\":" + Self.two).tally.isTruncated == false)
  }

  @Test func `joins begins and ends and counts those without a partner`() throws {
    let trace = try read(
      """
      [{"ph":"E","pid":1,"tid":1,"ts":1},
      {"ph":"B","pid":1,"tid":1,"ts":10,"name":"RunTask","tts":100},
      {"ph":"B","pid":1,"tid":1,"ts":11,"name":"Layout"},
      {"ph":"E","pid":1,"tid":1,"ts":13},
      {"ph":"E","pid":1,"tid":1,"ts":20,"tts":104},
      {"ph":"B","pid":1,"tid":1,"ts":30,"name":"RunTask"},
      {"ph":"X","pid":1,"tid":1,"ts":35,"dur":5,"name":"Paint"}]
      """)
    #expect(trace.drawn == ["Layout 9000+10000", "Paint 29000+10000"])
    #expect(trace.tasks.map(\.cpu) == [4000, nil])
    #expect(trace.tally.endsWithoutBegin == 1)
    #expect(trace.tally.unfinished == 1)
  }

  @Test func `ends an unfinished task where the next one begins`() throws {
    let trace = try read(
      """
      [{"ph":"B","pid":1,"tid":1,"ts":10,"name":"RunTask"},
      {"ph":"B","pid":1,"tid":1,"ts":20,"name":"RunTask"},{"ph":"E","pid":1,"tid":1,"ts":25}]
      """)
    #expect(trace.drawn == ["RunTask 0+10000", "RunTask 10000+5000"])
    #expect(trace.tally.unfinished == 1)
  }

  @Test func `leaves out slices without a duration, with a negative one, and without a time`()
    throws
  {
    let trace = try read(
      """
      [{"ph":"X","pid":1,"tid":1,"ts":10,"dur":5,"name":"RunTask"},
      {"ph":"X","pid":1,"tid":1,"ts":11,"name":"RunTask"},
      {"ph":"X","pid":1,"tid":1,"ts":12,"dur":-3,"name":"RunTask"},
      {"ph":"X","pid":1,"tid":1,"dur":3,"name":"RunTask"},
      {"ph":"X","pid":1,"tid":1,"ts":"soon","dur":3,"name":"RunTask"},
      {"ph":"X","pid":1,"tid":1,"ts":1e17,"dur":3,"name":"RunTask"},
      {"ph":"I","pid":1,"tid":1,"ts":14,"name":"RunTask"}]
      """)
    #expect(trace.tally.found == 1)
    #expect(trace.tally.withoutDuration == 1)
    #expect(trace.tally.negativeDurations == 1)
    #expect(trace.tally.withoutTime == 3)
    #expect(trace.events == 7)
  }

  @Test func `counts what is left out of the thread alone`() throws {
    let trace = try read(
      """
      [{"ph":"X","pid":1,"tid":1,"ts":10,"dur":5,"name":"RunTask"},
      {"ph":"X","pid":1,"tid":1,"ts":11,"name":"RunTask"},
      {"ph":"X","pid":1,"tid":2,"ts":11,"name":"RunTask"},
      {"ph":"X","pid":2,"tid":1,"ts":12,"dur":-3,"name":"RunTask"},
      {"ph":"X","pid":2,"tid":1,"dur":3,"name":"RunTask"}]
      """)
    #expect(trace.tally.withoutDuration == 1)
    #expect(trace.tally.negativeDurations == 0)
    #expect(trace.tally.withoutTime == 0)
  }

  @Test func `holds times of 71 years at most, and their sums`() throws {
    let trace = try read(
      """
      [{"ph":"X","pid":1,"tid":1,"ts":-2251799813685248,"dur":2251799813685248,"name":"RunTask"},
      {"ph":"X","pid":1,"tid":1,"ts":2251799813685247,"dur":2251799813685248,"name":"RunTask"},
      {"ph":"B","pid":1,"tid":1,"ts":-2251799813685248,"name":"x"},
      {"ph":"E","pid":1,"tid":1,"ts":2251799813685248}]
      """)
    #expect(trace.tally.found == 2)
  }

  @Test func `keeps nanoseconds, also in a text`() throws {
    let trace = try read(
      """
      [{"ph":"X","pid":1,"tid":1,"ts":"334166.001","dur":"16666.667","name":"RunTask"},
      {"ph":"X","pid":1,"tid":1,"ts":350832.668,"dur":3600000000000.001,"name":"RunTask"}]
      """)
    #expect(trace.drawn == ["RunTask 0+16666667", "RunTask 16666667+3600000000000001"])
    #expect(trace.tally.overlapping == 0)
  }

  @Test func `may tell events in any order, and names of threads after them`() throws {
    let trace = try read(
      """
      [{"ph":"X","pid":2,"tid":259,"ts":50,"dur":9,"name":"RunTask"},
      {"ph":"X","pid":1,"tid":259,"ts":40,"dur":90,"name":"RunTask"},
      {"ph":"X","pid":2,"tid":259,"ts":21,"dur":3,"name":"Layout"},
      {"ph":"X","pid":2,"tid":259,"ts":20,"dur":9,"name":"RunTask"},
      {"ph":"M","pid":2,"tid":259,"name":"thread_name","args":{"name":"CrRendererMain"}},
      {"ph":"M","pid":1,"tid":259,"name":"thread_name","args":{"name":"CrBrowserMain"}},
      {"args":{"name":"Renderer"},"ph":"M","pid":2,"tid":0,"name":"process_name"}]
      """)
    #expect(trace.drawn == ["Layout 0+9000", "RunTask 30000+9000"])
    #expect(trace.thread.process == 2)
    #expect(trace.thread.processName == "Renderer")
    #expect(trace.candidates.count == 2)
  }

  @Test func `takes the outermost of nested wrappers, and cuts overlaps`() throws {
    let trace = try read(
      """
      [{"ph":"X","pid":1,"tid":1,"ts":10,"dur":9,"tdur":8,"name":"MessageLoop::RunTask"},
      {"ph":"X","pid":1,"tid":1,"ts":10,"dur":9,"name":"TaskQueueManager::ProcessTaskFromWorkQueue"},
      {"ph":"X","pid":1,"tid":1,"ts":11,"dur":2,"name":"first"},
      {"ph":"X","pid":1,"tid":1,"ts":14,"dur":2,"name":"second"},
      {"ph":"X","pid":1,"tid":1,"ts":15,"dur":9,"name":"RunTask"},
      {"ph":"X","pid":1,"tid":1,"ts":26,"dur":4,"name":"EventDispatch"}]
      """)
    #expect(trace.drawn == ["first 0+5000", "RunTask 5000+9000"])
    #expect(trace.tasks[0].cpu == 5000)
    #expect(trace.tally.overlapping == 1)
  }

  @Test func `without wrappers gives the outermost slices, and says so`() throws {
    let trace = try read(
      """
      {"traceEvents":[{"ph":"X","pid":7,"tid":7,"ts":10,"dur":9,"name":"RunTimers"},
      {"ph":"X","pid":7,"tid":7,"ts":11,"dur":2,"name":"GC"}]}
      """)
    #expect(trace.drawn == ["RunTimers 0+9000"])
    #expect(trace.notes.contains { $0.contains("outermost slices") })
  }

  @Test func `of samples alone is refused, and so is one without events`() {
    #expect(
      failure(#"[{"ph":"P","pid":1,"tid":1,"ts":10,"name":"Profile"}]"#).contains("samples"))
    for text in [#"{"traceEvents":[]}"#, "["] {
      #expect(
        failure(text) == "this trace holds no tasks. Record it with the category"
          + " disabled-by-default-devtools.timeline or toplevel.")
    }
  }

  @Test func `may begin with a byte order mark and end its lines by CR LF`() throws {
    let trace = try read("\u{feff}" + Self.two.replacing("\n", with: "\r\n") + "]")
    #expect(trace.tally.found == 2)
  }

  @Test func `keeps the letters of names and replaces what could play tricks`() throws {
    let long = String(repeating: "n", count: 10_000)
    let trace = try read(
      #"""
      [{"ph":"X","pid":1,"tid":1,"ts":10,"dur":1,"name":"描画, \"a\"\n\u202eb"},
      {"ph":"X","pid":1,"tid":1,"ts":20,"dur":1,"name":"lone \ud800 half"},
      {"ph":"X","pid":1,"tid":1,"ts":30,"dur":1,"name":"\#(long)"},
      {"ph":"X","pid":1,"tid":1,"ts":40,"dur":1,"name":" "}]
      """#)
    let names = trace.tasks.map(\.name)
    #expect(names[0] == "描画, \"a\"__b")
    #expect(names[1] == "lone \u{fffd} half")
    #expect(names[2] == String(repeating: "n", count: 60))
    #expect(names[3] == "task")
    #expect(trace.tally.loneSurrogates == 1)
  }

  @Test func `replaces bytes that are not UTF-8, and counts the names`() throws {
    var bytes = Array(Self.two.utf8)
    bytes[bytes.count - 4] = 0xff
    let trace = try read(bytes + Array("]".utf8))
    #expect(trace.tally.repairedNames == 1)
  }

  @Test func `takes the last of two equal keys`() throws {
    let trace = try read(
      """
      {"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"old"}],
      "traceEvents":[{"ph":"B","ph":"X","pid":1,"tid":1,"ts":5,"ts":10,"dur":9,"name":"a","name":"b"}]}
      """)
    #expect(trace.drawn == ["b 0+9000"])
  }

  @Test func `that is broken tells the byte`() {
    #expect(failure(#"[{"ph":"X","ts":1,"dur":NaN}]"#).hasPrefix("byte 24:"))
    #expect(failure(#"[{"ph" "X"}]"#).hasPrefix("byte 7: ':' is expected"))
    #expect(failure(#"[{"args":{"a":[}}]"#).contains("brackets do not match"))
    let deep = String(repeating: "[", count: 20_000)
    #expect(failure("[{\"args\":" + deep).contains("too deeply"))
  }
}
