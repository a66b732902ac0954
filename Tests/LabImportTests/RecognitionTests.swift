import LabImport
import Testing

@Suite struct `A format` {
  @Test(arguments: [
    ("[", TraceFormat.chrome), ("[{\"ph\":\"X\"", .chrome), (" {\"traceEvents\":[]}", .chrome),
    ("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", .chrome), ("{\"meta\":{}", .firefox),
    ("{\"label\":null,\"profile\":{\"libs\":[]}", .firefox),
    ("\u{feff}<?xml version=\"1.0\"?>\r\n<trace-query-result>", .instruments),
    ("<!DOCTYPE html>\n<html><script class=\"trace-data\">", .ftrace),
    ("# tracer: nop\n#\n", .ftrace), ("cpus=8\n", .ftrace), ("TRACE:\n", .ftrace),
    ("# header\n# captured\n\na b  12 [001] 5.000000: cycles: ", .perf),
    ("a b-12  (   12) [001] .... 5.000000: print: E", .ftrace),
    ("  <idle>-0     [001]  55.000100: sched_switch: ", .ftrace),
    ("<...>-123 [000] d..2 55.000100: sched_wakeup: ", .ftrace),
    ("<idle>-0 [00\n  <idle>-0     [001]  55.000100: sched_switch: ", .ftrace),
  ])
  func `is recognized by its start`(text: String, format: TraceFormat) throws {
    #expect(try TraceFormat.recognize(Array(text.utf8)) == format)
  }

  @Test(arguments: [
    ("", "is empty"), ("PK\u{3}\u{4}", "zip"), ("PERFILE2", "perf script"),
    ("{\"nodes\":[{\"callFrame\":{}}],\"startTime\":1}", "CPU profile"),
    ("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\"}", "speedscope"),
    ("start_us,duration_us,name\n", "already"), ("<xml/>", "not an export"), ("hello", "unknown"),
    ("{\0\"\0a\0", "UTF-16"), ("\0{\0\"", "UTF-16"),
    ("{\n  \"lighthouseVersion\": \"12.0.0\", \"audits\": {}}", "--save-assets"),
    ("{\"log\": {\"version\": \"1.2\", \"creator\": {}, \"entries\": []}}", "this is a HAR"),
    ("SIMPLEPERF\u{1}\u{2}", "simpleperf"),
    ("Application,ProcessID,SwapChainAddress\nx,1,0x1\n", "capture of frames"),
    ("# header\n\na b  12 [001]     250000 cycles:\n\tffff f (k)\n", "-F comm,tid,cpu,time"),
    ("app     7/8 sched:sched_switch: prev_comm=app prev_pid=8", "-F comm,tid,cpu,time"),
    ("my app  12  250000 cycles:u: \n\tffff f (k)\n", "-F comm,tid,cpu,time"),
    ("app 12 cpu-clock:\n\tffff f (k)\n", "-F comm,tid,cpu,time"),
    ("0 ms joined commit default\n0 ms declared ball timer, 16666666, 0\n", "isAsRecorded"),
    ("16.7 ms frame\n16.6 ms frame\n", "unknown"),
    ("rAF 16 delta: 16.7\nrAF 17 delta: 16.6\n", "unknown"),
  ])
  func `that cannot serve is refused with the remedy`(text: String, reason: String) {
    #expect(failure(text).contains(reason))
  }

  /// Thread names may begin as other formats do, and blank lines may stand above them.
  @Test func `of lines is told by a line, whatever its thread is called`() throws {
    var mutator = Mutator(state: 7)
    let starts = [
      "<idle>", "<...>", "[kworker/0:1]", "{main}", "<a", "[", "{", "#", "x", "PK", "-",
    ]
    for number in 0..<200 {
      let name = starts[mutator.next(starts.count)] + ["", " b", "-c", ":d", "/0"][mutator.next(5)]
      let (thread, time) = (mutator.next(99_999), "\(mutator.next(9999)).00\(mutator.next(9))0")
      let isPerf = mutator.next(2) == 0
      let line =
        isPerf
        ? "\(name) \(thread) [001] \(time): sched:sched_switch: x"
        : "\(name)-\(thread) [001] \(["", "d..2 "][mutator.next(2)])\(time): print: E"
      let text = ["", "\n", "  ", "\r\n\n", "\u{feff}"][mutator.next(5)] + line + "\n"
      let format = try? TraceFormat.recognize(Array(text.utf8))
      #expect(format == (isPerf ? .perf : .ftrace), "\(number): \(text)")
    }
  }

  @Test(arguments: [
    ([0x28, 0xb5, 0x2f, 0xfd], "zstd"), ([0xff, 0xfe, 0x7b, 0], "UTF-16"),
    ([0xfe, 0xff], "UTF-16"),
    ([0x42, 0x5a, 0x68], "bzip2"), ([0xfd, 0x37, 0x7a, 0x58, 0x5a], "xz"),
  ])
  func `of other bytes is refused`(bytes: [UInt8], reason: String) {
    #expect {
      _ = try read(bytes)
    } throws: {
      "\($0)".contains(reason)
    }
  }
}

@Suite struct `Frames of Chromium` {
  @Test func `have an end, an outcome and their tasks`() throws {
    let trace = try read(
      """
      [{"ph":"X","pid":1,"tid":1,"ts":10,"dur":5,"name":"RunTask"},
      {"ph":"X","pid":1,"tid":1,"ts":20,"dur":5,"name":"RunTask"},
      {"ph":"b","cat":"cc","id":"0x1","pid":1,"tid":1,"ts":12,"name":"PipelineReporter"},
      {"ph":"b","cat":"cc","id":"0x2","pid":1,"tid":1,"ts":30,"name":"PipelineReporter"},
      {"ph":"e","cat":"cc","id":"0x2","pid":1,"tid":1,"ts":31,"name":"PipelineReporter",
      "args":{"chrome_frame_reporter":{"state":"STATE_DROPPED"}}},
      {"ph":"e","cat":"cc","id":"0x1","pid":1,"tid":1,"ts":24,"name":"PipelineReporter"},
      {"ph":"e","cat":"cc","id":"0x9","pid":1,"tid":1,"ts":26,"name":"PipelineReporter"}]
      """)
    #expect(trace.frames.map(\.start) == [2000, 20_000])
    #expect(trace.frames.map(\.end) == [14_000, 21_000])
    #expect(trace.frames.map(\.outcome) == [.unknown, .dropped])
    #expect(trace.frames.map(\.tasks) == [0..<2, 2..<2])
  }

  @Test func `may tell their outcome by today's key`() throws {
    func frame(_ id: Int, _ state: String) -> String {
      """
      {"ph":"b","cat":"cc","id2":{"local":"0x\(id)"},"pid":1,"tid":2,"ts":\(id)00,\
      "name":"PipelineReporter","args":{"frame_reporter":{"state":"\(state)","frame_sequence":"\(id)"}}},
      {"ph":"e","cat":"cc","id2":{"local":"0x\(id)"},"pid":1,"tid":2,"ts":\(id)50,\
      "name":"PipelineReporter","args":{}}
      """
    }
    let trace = try read(
      """
      [{"ph":"X","pid":1,"tid":1,"ts":10,"dur":5,"name":"RunTask"},
      \(frame(1, "STATE_PRESENTED_ALL")),\(frame(2, "STATE_DROPPED")),\(frame(3, "STATE_NEW"))]
      """)
    #expect(trace.frames.map(\.outcome) == [.presented, .dropped, .unknown])
  }

  @Test func `have vsyncs as DevTools notes them`() throws {
    func vsync(_ time: Int) -> String {
      #"{"ph":"I","pid":1,"tid":2,"ts":\#(time),"name":"BeginFrame","args":{"frameSeqId":1}}"#
    }
    let trace = try read(
      #"[{"ph":"X","pid":1,"tid":1,"ts":10,"dur":50,"name":"RunTask"},\#(vsync(12)),\#(vsync(12)),"#
        + "\(vsync(28))]")
    #expect(trace.vsyncs == [2000, 18_000])
    #expect(trace.vsyncSource == "BeginFrame of process 1")
  }

  @Test func `have vsyncs of the source that tells most`() throws {
    let name = "DelayBasedBeginFrameSource::OnTimerTick"
    let trace = try read(
      """
      [{"ph":"X","pid":1,"tid":1,"ts":10,"dur":50,"name":"RunTask"},
      {"ph":"X","pid":2,"tid":1,"ts":12,"dur":1,"name":"\(name)","args":{"frame_time":28}},
      {"ph":"X","pid":2,"tid":1,"ts":12,"dur":1,"name":"\(name)","args":{"frame_time":12.5}},
      {"ph":"X","pid":2,"tid":1,"ts":13,"dur":1,"name":"\(name)","args":{"frame_time":12.5}},
      {"ph":"X","pid":1,"tid":1,"ts":14,"dur":1,"name":"Scheduler::BeginFrame",
      "args":{"args":{"type":"x","frame_time_us":13}}}]
      """)
    #expect(trace.vsyncs == [2500, 18_000])
    #expect(trace.vsyncSource == "\(name) of process 2")
  }
}
