import LabImport
import Testing

@Suite struct `A Firefox profile` {
  private static let schema =
    "{\"name\":0,\"startTime\":1,\"endTime\":2,\"phase\":3,\"category\":4,\"data\":5}"

  private static func thread(
    _ rows: String, _ names: String, pid: Int = 5, type: String = "tab"
  ) -> String {
    "{\"name\":\"GeckoMain\",\"processType\":\"\(type)\",\"pid\":\(pid),\"tid\":\(pid),\"markers\":"
      + "{\"schema\":\(schema),\"data\":[\(rows)]},\"stringTable\":[\(names)]}"
  }

  @Test func `gives the times awake, named by their longest interval`() throws {
    let thread = Self.thread(
      """
      [0,1.0,null,2,0],[1,1.25,1.75,1,0,{"type":"tracing"}],[0,null,3.5,3,0],[0,null,3.6,3,0],
      [2,1.1,9.5,1,0,{"type":"Network"}],[0,7.0,null,2,0],[3,8.0,null,0,0]
      """, #""Awake","Styles","Load","VsyncTimestamp""#)
    let trace = try read(
      #"{"meta":{"version":34,"startTime":1000.5},"libs":[],"threads":[\#(thread)],"processes":[]}"#
    )
    #expect(trace.format == .firefox)
    #expect(trace.drawn == ["Styles 0+2500000", "Awake 6000000+1000000"])
    #expect(trace.tally.endsWithoutBegin == 1)
    #expect(trace.tally.unfinished == 1)
    #expect(trace.vsyncs == [7_000_000])
  }

  @Test func `of several processes counts from the first one's start`() throws {
    let inner = Self.thread("[0,1.0,2.0,1,0],[0,3.0,9.0,1,0]", #""Awake""#, pid: 6)
    let outer = Self.thread("[0,1.0,2.0,1,0]", #""Awake""#)
    let trace = try read(
      """
      {"meta":{"startTime":1000},"threads":[\(outer)],
      "processes":[{"threads":[\(inner)],"meta":{"startTime":1500.25}}]}
      """)
    #expect(trace.thread.process == 6)
    #expect(trace.drawn == ["Awake 500250000+1000000", "Awake 502250000+6000000"])
    #expect(trace.windowStart == 1_000_000)
  }

  @Test func `gives the tab, though its parent process is busier`() throws {
    let tab = Self.thread("[0,1.0,2.0,1,0]", #""Awake""#, pid: 6)
    let parent = Self.thread("[0,1.0,90.0,1,0]", #""Awake""#, type: "default")
    let trace = try read(#"{"meta":{},"threads":[\#(parent),\#(tab)]}"#)
    #expect(trace.thread.process == 6)
    let alone = try read(#"{"meta":{},"threads":[\#(parent)]}"#)
    #expect(alone.thread.process == 5 && alone.rule == "the file names it the main thread")
  }

  @Test func `does not count a long task beside the times awake`() throws {
    let thread = Self.thread(
      #"[0,1.0,60.0,1,0],[1,3.0,70.0,1,0,{"type":"MainThreadLongTask"}]"#, #""Awake","LongTask""#)
    let trace = try read(#"{"meta":{},"threads":[\#(thread)]}"#)
    #expect(trace.drawn == ["Awake 0+59000000"])
  }

  @Test func `that was processed has columns and shared names`() throws {
    let trace = try read(
      """
      {"meta":{"preprocessedProfileVersion":70},"libs":[],"threads":[{"name":"GeckoMain",
      "isMainThread":true,"pid":"5","tid":5,"markers":{"length":3,"name":[0,0,1],
      "startTime":[1,10.5,2],"endTime":[4,20.25,3],"phase":[1,1,1],
      "data":[{"type":"MainThreadLongTask"},{"type":"MainThreadLongTask"},null]}}],
      "shared":{"stringArray":["LongTask","Paint"]}}
      """)
    #expect(trace.drawn == ["Paint 0+3000000", "LongTask 9500000+9750000"])
    #expect(trace.notes == ["Only stalls of 50 ms and more are in this profile."])
  }

  /// Samples 2 ms apart with 1, 2 and, impossibly, 9 ms of processor time.
  @Test(arguments: [("µs", 1000), ("ns", 1_000_000)])
  func `tells processor time by its samples`(unit: String, milli: Int) throws {
    let trace = try read(
      """
      {"meta":{"version":34,"sampleUnits":{"time":"ms","threadCPUDelta":"\(unit)"}},"threads":[
      {"name":"GeckoMain","pid":5,"tid":5,"markers":{"schema":\(Self.schema),
      "data":[[0,1.0,6.0,1,0]]},"samples":{"schema":{"stack":0,"time":1,"threadCPUDelta":2},
      "data":[[null,0.0,0],[null,2.0,\(milli)],[null,4.0,\(2 * milli)],[null,6.0,\(9 * milli)]]},
      "stringTable":["Awake"]}]}
      """)
    // Half of the first step, all of the second, and of the third no more than passed.
    #expect(trace.tasks.map(\.cpu) == [4_500_000])
  }

  @Test func `does not take cycles for time`() throws {
    let trace = try read(
      """
      {"meta":{"sampleUnits":{"threadCPUDelta":"variable CPU cycles"}},"threads":[
      {"name":"GeckoMain","pid":5,"tid":5,"markers":{"schema":\(Self.schema),
      "data":[[0,1.0,6.0,1,0]]},"samples":{"time":[0,8],"threadCPUDelta":[0,4]},
      "stringTable":["Awake"]}]}
      """)
    #expect(trace.tasks.map(\.cpu) == [nil])
  }

  @Test func `in a wrapper of DevTools has markers of two rows`() throws {
    let trace = try read(
      """
      {"label":"x","profile":{"meta":{"version":12},"threads":[{"name":"GeckoMain","pid":5,"tid":6,
      "markers":{"schema":{"name":0,"time":1,"data":2},"data":[[0,10.0,{"interval":"start"}],
      [1,10.5,{"interval":"start"}],[1,11.0,{"interval":"end"}],[0,12.0,{"interval":"end"}],[2,20.0]]},
      "samples":{"schema":{"stack":0,"time":1,"responsiveness":2},"data":[[1,5.0,0],[2,100.0,80.0],
      [3,101.0,1.0]]},"stringTable":["RefreshDriverTick","Scripts","DOMReady"]}]},"version":1}
      """)
    #expect(trace.drawn == ["unresponsive 10000000+80000000"])
    #expect(trace.thread.thread == 6)
    #expect(trace.frames.count == 1)
  }

  @Test func `of samples alone is refused`() {
    let text = """
      {"meta":{"version":34},"threads":[{"name":"GeckoMain","markers":{"data":[]},
      "samples":{"schema":{"stack":0,"time":1},"data":[[1,2]]}}]}
      """
    #expect(failure(text).contains("neither Awake nor LongTask"))
    let processed = """
      {"meta":{"preprocessedProfileVersion":20},"threads":[{"name":"GeckoMain","markers":{"data":[],
      "name":[],"startTime":[]},"samples":{"time":[1,2,3],"responsiveness":[0,9,20]}}]}
      """
    #expect(failure(processed).contains("LongTask markers, and no event waited for 50 ms."))
  }

  @Test func `that is cut gives what is whole`() throws {
    let thread = Self.thread("[0,1.0,2.0,1,0]", #""Awake""#)
    let trace = try read("{\"meta\":{},\"threads\":[\(thread),{\"name\":\"Gec")
    #expect(trace.drawn == ["Awake 0+1000000"])
    #expect(trace.tally.isTruncated)
  }
}
