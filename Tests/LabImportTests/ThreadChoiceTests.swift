import LabImport
import Testing

@Suite struct `The main thread` {
  /// Returns a trace of renderers with one task each, of so many microseconds.
  private func renderers(_ durations: [Int], more: String = "") -> String {
    var lines: [String] = []
    for (index, duration) in durations.enumerated() {
      let thread = "\"pid\":\(index + 1),\"tid\":259"
      lines.append("{\"ph\":\"X\",\(thread),\"ts\":10,\"dur\":\(duration),\"name\":\"RunTask\"}")
      lines.append(
        "{\"ph\":\"M\",\(thread),\"name\":\"thread_name\",\"args\":{\"name\":\"CrRendererMain\"}}")
    }
    return "[" + lines.joined(separator: ",\n") + more + "]"
  }

  @Test func `of four renderers is that with more than twice the time of the next`() throws {
    let trace = try read(renderers([92, 437, 149, 86]))
    #expect(trace.thread.process == 2)
    #expect(trace.rule.contains("of 4 such"))
    #expect(trace.candidates.map(\.process) == [2, 3, 1, 4])
  }

  @Test func `is asked for if two come close`() throws {
    let text = renderers([300, 437, 2])
    do throws(ImportFailure) {
      _ = try read(text)
      Issue.record("it was not asked for")
    } catch {
      guard case .ambiguous(let threads) = error else { throw error }
      #expect(threads.map(\.process) == [2, 1, 3])
      #expect("\(error)".contains("CrRendererMain"))
    }
    #expect(try read(text, options: ImportOptions(process: "1", least: 0)).thread.busy == 300_000)
    #expect(
      try TraceImporter.threads(ByteSource(Array(text.utf8))).map(\.process) == [2, 1, 3])
  }

  @Test(arguments: [50, 900])
  func `is an app's own, which a page in it does not replace`(_ own: Int) throws {
    let app = """
      ,{"ph":"X","pid":7,"tid":7,"ts":10,"dur":\(own),"name":"doFrame"},
      {"ph":"M","pid":7,"tid":7,"name":"thread_name","args":{"name":"main"}}
      """
    let trace = try read(renderers([300], more: app))
    #expect(trace.thread.thread == 7)
    let more = own < 300 ? "has more" : "may be meant"
    #expect(
      trace.rule == "it is 'main', the first thread of its process;"
        + " CrRendererMain of pid 1 \(more), 0.3 ms: --process 1")
    #expect(
      try read(renderers([300], more: app), options: ImportOptions(process: "1", least: 0))
        .thread.process == 1)
  }

  @Test func `is that of the page if the file tells it`() throws {
    let page = """
      ,{"ph":"I","pid":9,"tid":1,"ts":5,"name":"TracingStartedInBrowser","args":{"data":{"frames":[
      {"processId":3},{"processId":1,"parent":"A"}]}}}
      """
    let trace = try read(renderers([300, 437, 2], more: page))
    #expect(trace.thread.process == 3)
    #expect(
      trace.rule == "the file names it the main thread;"
        + " CrRendererMain of pid 2 has more, 0.4 ms: --process 2")
  }

  /// A navigation may take the page to a process that is not there yet when it is committed.
  @Test func `is the busiest of those that the page had`() throws {
    func event(_ name: String, _ data: String) -> String {
      ",\n{\"ph\":\"I\",\"pid\":9,\"tid\":1,\"ts\":5,\"name\":\"\(name)\","
        + "\"args\":{\"data\":{\(data)}}}"
    }
    let begin = event("TracingStartedInBrowser", #""frames":[{"frame":"A","processId":1}]"#)
    let committed = event("FrameCommittedInBrowser", #""frame":"A","processPseudoId":"0x1""#)
    func ready(_ frame: String, _ process: Int) -> String {
      event("ProcessReadyInBrowser", "\"frame\":\"\(frame)\",\"processId\":\(process)")
    }
    let trace = try read(
      renderers([20, 437, 300], more: begin + committed + ready("A", 3) + ready("B", 2)))
    #expect(trace.thread.process == 3)
    #expect(
      trace.rule.hasPrefix("the file names it the main thread, and of 2 such it has the most"))
    #expect(trace.rule.hasSuffix("; CrRendererMain of pid 2 has more, 0.4 ms: --process 2"))
  }

  @Test func `is not the busiest if another has the name of one`() throws {
    let trace = try read(
      """
      [{"ph":"M","pid":1,"tid":11,"name":"thread_name","args":{"name":"main thread"}},
      {"ph":"M","pid":1,"tid":12,"name":"thread_name","args":{"name":"on the screen"}},
      {"ph":"X","pid":1,"tid":11,"ts":10,"dur":5,"name":"timer ball"},
      {"ph":"X","pid":1,"tid":12,"ts":0,"dur":1000,"name":"new"}]
      """)
    #expect(trace.drawn == ["timer ball 10000+5000"])
  }

  @Test(arguments: ["1.ui", "io.flutter.1.ui"])
  func `of Flutter has a name of its own`(name: String) throws {
    let trace = try read(
      """
      [{"ph":"M","pid":1,"tid":11,"name":"thread_name","args":{"name":"\(name)"}},
      {"ph":"M","pid":1,"tid":12,"name":"thread_name","args":{"name":"1.raster"}},
      {"ph":"X","pid":1,"tid":11,"ts":10,"dur":5,"name":"Frame"},
      {"ph":"X","pid":1,"tid":12,"ts":0,"dur":1000,"name":"Rasterizer"}]
      """)
    #expect(trace.drawn == ["Frame 10000+5000"])
  }

  @Test func `is the requested one, by name or number`() throws {
    let text = """
      [{"ph":"M","pid":1,"tid":12,"name":"thread_name","args":{"name":"worker"}},
      {"ph":"X","pid":1,"tid":1,"ts":10,"dur":5,"name":"RunTask"},
      {"ph":"X","pid":1,"tid":12,"ts":10,"dur":6,"name":"RunTask"}]
      """
    for name in ["worker", "12"] {
      #expect(try read(text, options: ImportOptions(thread: name, least: 0)).thread.thread == 12)
    }
    #expect(failure(text, options: ImportOptions(thread: "other")).contains("--list"))
    #expect(try read(text).rule == "it is the first thread of its process")
  }
}

@Suite struct `The window and the least duration` {
  private static let text = """
    [{"ph":"X","pid":1,"tid":1,"ts":1000,"dur":50,"name":"RunTask"},
    {"ph":"X","pid":1,"tid":1,"ts":2000,"dur":500,"name":"RunTask"},
    {"ph":"X","pid":1,"tid":1,"ts":3000,"dur":500,"name":"RunTask"}]
    """

  @Test func `are refused if none is left, with the option that would help`() {
    let least = failure(Self.text, options: ImportOptions(least: 501_000))
    #expect(least.hasPrefix("all 3 tasks are shorter than --least; the longest takes 500 us."))
    let window = failure(Self.text, options: ImportOptions(from: 100_000, to: 900_000, least: 0))
    #expect(window == "no task lies in the window. Change --from and --to.")
  }

  @Test func `leave out shorter tasks, with their number and time`() throws {
    let trace = try read(Self.text, options: ImportOptions())
    #expect(trace.tally.kept == 2)
    #expect(trace.tally.shorter == 1)
    #expect(trace.tally.shorterTime == 50_000)
    #expect(trace.windowStart == 1_000_000)
    #expect(trace.windowLength == 2_500_000)
  }

  @Test func `begin at a slice at 0, unless all others are hours later`() throws {
    let zero = #"[{"ph":"X","pid":1,"tid":1,"ts":0,"dur":1,"name":"RunTask"},"#
    let next = #"{"ph":"X","pid":1,"tid":1,"dur":1,"name":"RunTask","ts":"#
    #expect(try read(zero + next + "2000}]").drawn == ["RunTask 0+1000", "RunTask 2000000+1000"])
    let late = try read(zero + next + "443245046943}]")
    #expect(late.drawn == ["RunTask 0+1000"])
    #expect(late.windowStart == 443_245_046_943_000)
    #expect(late.tally.outside == 1)
  }

  @Test func `cut tasks at the window, which begins at 0`() throws {
    let trace = try read(
      Self.text, options: ImportOptions(from: 1_200_000, to: 2_100_000, least: 0))
    #expect(trace.drawn == ["RunTask 0+300000", "RunTask 800000+100000"])
    #expect(trace.tally.outside == 1)
    #expect(failure(Self.text, options: ImportOptions(from: 5, to: 3)).contains("window is empty"))
  }

  @Test func `keep nothing of names that must not leave the house`() throws {
    let trace = try read(
      """
      {"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":10,"dur":5,"name":"secret"},
      {"ph":"X","pid":1,"tid":1,"ts":20,"dur":5,"name":"other"},
      {"ph":"X","pid":1,"tid":1,"ts":30,"dur":5,"name":"secret"},
      {"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"secret thread"}}],
      "metadata":{"product-version":"secret 1","cpuThrottling":4}}
      """, options: ImportOptions(thread: "secret thread", least: 0, anonymised: true))
    #expect(trace.tasks.map(\.name) == ["task 1", "task 2", "task 1"])
    let writer = RecordingWriter(trace)
    #expect(!(writer.recording + writer.provenance(file: "f")).contains("secret"))
    #expect(writer.provenance(file: "f").contains("\"cpuThrottling\": \"4\""))
  }
}
