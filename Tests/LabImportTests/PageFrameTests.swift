import LabImport
import Testing

/// A page of 100 Hz: a compositor that notes its vsyncs, and a main thread that it asks for frames.
@Suite struct `The frames of a page` {
  private struct Page {
    var events = [
      Self.event("M", 1, 0, "thread_name", "\"args\":{\"name\":\"CrRendererMain\"}")
    ]

    static func event(_ phase: String, _ thread: Int, _ time: Int, _ name: String, _ more: String)
      -> String
    {
      "{\"ph\":\"\(phase)\",\"pid\":7,\"tid\":\(thread),\"ts\":\(time),\"name\":\"\(name)\",\(more)}"
    }

    mutating func vsync(_ time: Int, layerTree: Int = 1) {
      let tree = "\"args\":{\"layerTreeId\":\(layerTree),\"frameSeqId\":4}"
      events.append(Self.event("I", 2, time, "BeginFrame", tree))
    }

    mutating func report(_ time: Int, _ state: String, sent: Int? = nil) {
      let life = "\"id2\":{\"local\":\"\(time)\"},"
      events.append(
        Self.event(
          "b", 2, time, "PipelineReporter",
          life + "\"args\":{\"chrome_frame_reporter\":{\"state\":\"STATE_\(state)\"}}"))
      events.append(Self.event("e", 2, time + 9000, "PipelineReporter", life + "\"args\":{}"))
      guard let sent else { return }
      events.append(Self.event("b", 2, sent, "SendBeginMainFrameToCommit", life + "\"args\":{}"))
    }

    mutating func frame(_ time: Int, _ duration: Int, layerTree: Int = 1) {
      events.append(Self.event("X", 1, time, "RunTask", "\"dur\":\(duration)"))
      events.append(
        Self.event(
          "I", 1, time + 5, "BeginMainThreadFrame", "\"args\":{\"layerTreeId\":\(layerTree)}"))
    }

    mutating func task(_ time: Int, _ duration: Int) {
      events.append(Self.event("X", 1, time, "RunTask", "\"dur\":\(duration)"))
    }

    func trace() throws -> ImportedTrace { try read("[\(events.joined(separator: ",\n"))]") }
  }

  @Test func `are those of the compositor that asks the thread for them`() throws {
    var page = Page()
    for vsync in 0..<20 { page.vsync(1_000_000 + 10_000 * vsync, layerTree: 1) }
    // Another tree of layers in the same process has more vsyncs, and a main frame in another
    // place.
    for vsync in 0..<40 { page.vsync(1_000_003 + 5_000 * vsync, layerTree: 2) }
    for vsync in 0..<10 { page.frame(1_000_200 + 10_000 * vsync, 500) }
    page.frame(1_003_000, 100, layerTree: 2)
    let trace = try page.trace()
    #expect(trace.vsyncs == (0..<20).map { 10_000_000 * $0 })
    #expect(trace.vsyncSource == "BeginFrame of process 7, layer tree 1")
    let frames = try #require(trace.page)
    #expect(frames.vsyncs == trace.vsyncs)
    #expect(frames.mainFrames.map(\.vsync) == Array(0..<10))
    let starts = (0..<10).map { Int64(200_000 + 10_000_000 * $0) }
    #expect(frames.mainFrames.map(\.start) == starts)
    #expect(Set(frames.mainFrames.map(\.duration)) == [500_000])
    #expect(frames.reported == 0 && trace.browser == .chromium)
  }

  @Test func `have vsyncs on a grid if nine of ten are noted near it`() throws {
    // One of ten is noted 2 ms late, the others up to 0.9 ms.
    let late = [0, 900, 300, 0, 0, 2_000, 500, 0, 0, 0]
    var page = Page()
    for vsync in 0..<30 { page.vsync(1_000_000 + 10_000 * vsync + late[vsync % 10]) }
    page.frame(1_002_500, 100)
    page.task(1_290_000, 10_000)
    let trace = try page.trace()
    #expect(trace.vsyncs == (0..<30).map { 10_000_000 * $0 })
    #expect(trace.vsyncSource == "BeginFrame of process 7, on a grid (p90 900 us)")
    #expect(trace.page?.vsyncs.prefix(3) == [0, 10_900_000, 20_300_000])
  }

  @Test func `have no vsyncs if they are noted too late`() throws {
    let late = [0, 4_900, 300, 3_000, 0, 2_000, 500, 0, 1_500, 0]
    var page = Page()
    for vsync in 0..<30 { page.vsync(1_000_000 + 10_000 * vsync + late[vsync % 10]) }
    page.frame(1_002_500, 100)
    let trace = try page.trace()
    #expect(trace.vsyncs == [] && trace.vsyncSource == nil)
    let note = try #require(trace.notes.first { $0.contains("too uneven for vsyncs") })
    #expect(note.hasPrefix("The 30 BeginFrame events of process 7 "))
    #expect(trace.page?.mainFrames.count == 1)
  }

  @Test func `are wanted if the compositor sent one, whatever became of it`() throws {
    var page = Page()
    for vsync in 0..<8 { page.vsync(1_000_000 + 10_000 * vsync) }
    page.report(1_000_000, "NO_UPDATE_DESIRED", sent: 1_000_100)
    page.frame(1_000_200, 500)
    page.report(1_010_000, "NO_UPDATE_DESIRED")
    // Sent in one refresh, and begun in the next one behind a task.
    page.report(1_020_000, "PRESENTED_ALL", sent: 1_020_100)
    page.task(1_019_000, 13_000)
    page.frame(1_032_000, 500)
    page.report(1_030_000, "DROPPED")
    // Sent, and never begun.
    page.report(1_050_000, "PRESENTED_ALL", sent: 1_050_100)
    let frames = try #require(try page.trace().page)
    #expect(frames.reported == 5 && frames.reportedRight == 4)
  }

  @Test func `are wanted by the outcome if the file tells of none that was sent`() throws {
    var page = Page()
    for vsync in 0..<8 { page.vsync(1_000_000 + 10_000 * vsync) }
    page.report(1_000_000, "PRESENTED_ALL")
    page.frame(1_000_200, 500)
    page.report(1_010_000, "NO_UPDATE_DESIRED")
    page.report(1_020_000, "DROPPED")
    let frames = try #require(try page.trace().page)
    #expect(frames.reported == 3 && frames.reportedRight == 2)
  }

  @Test func `are cut at the window`() throws {
    var page = Page()
    for vsync in 0..<8 { page.vsync(1_000_000 + 10_000 * vsync) }
    for vsync in 0..<8 { page.frame(1_000_000 + 10_000 * vsync, 5_000) }
    let text = "[\(page.events.joined(separator: ",\n"))]"
    let options = ImportOptions(from: 9_999_000, to: 32_000_000, least: 0)
    let frames = try #require(try read(text, options: options).page)
    #expect(frames.vsyncs == [1_000, 10_001_000, 20_001_000])
    #expect(frames.mainFrames.map(\.start) == [1_000, 10_001_000, 20_001_000])
    #expect(frames.mainFrames.map(\.duration) == [5_000_000, 5_000_000, 2_000_000])
  }

  @Test func `are kept of so many compositors that a damaged file does not delay its reader`()
    throws
  {
    var page = Page()
    for tree in 0..<100 { page.vsync(1_000_000, layerTree: tree) }
    for tree in 0..<100 { page.frame(1_000_000 + 10 * tree, 8, layerTree: tree) }
    for vsync in 1..<8 { page.vsync(1_000_000 + 10_000 * vsync, layerTree: 3) }
    page.frame(1_002_000, 8, layerTree: 3)
    let trace = try page.trace()
    #expect(trace.vsyncSource == "BeginFrame of process 7, layer tree 3")
    #expect(trace.page?.mainFrames.count == 2)
  }
}
