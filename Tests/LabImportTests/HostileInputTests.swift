import Foundation
import LabImport
import TestSupport
import Testing

/// Changes inputs in ways that break readers.
struct Mutator {
  var state: UInt64

  mutating func next(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 11) % max(1, limit)
  }

  private static let pieces: [[UInt8]] =
    [
      "\"", "\\", "\\u", "\\ud800", "{", "}", "[", "]", ",", ":", "-", "1e999", "2251799813685248",
      "-2251799813685248", "9007199254740993",
      "-9223372036854775808", "null", "<", "</row>", "<row>", "&#0;", "&lt;", "ref=\"1\"", "\n",
      " ",
      "E|", "B|1|", " ==> ", "[000]", "1.000000: ", "\"ph\":\"B\"", "\"ts\":0", "\"args\":",
      "\"cat\":\"driver\"", "\"cat\":\"mode\"", "\"due\":-1e15", "\"arrived\":1e15", "\"commit\"",
    ].map { Array($0.utf8) } + [[0xff], [0, 0], [0x80, 0x80, 0x80, 0x80, 0x80, 1], [0x0a, 0x7f]]

  /// Replaces a line, mostly the first, by one of another text or of the same.
  private mutating func exchangeLines(of bytes: inout [UInt8], with other: [UInt8]) {
    var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    let others = other.prefix(4096).split(separator: 0x0a, omittingEmptySubsequences: false)
    let place = next(2) == 0 ? 0 : next(lines.count)
    let line = others[next(others.count)]
    if next(2) == 0 { lines.insert(line, at: place) } else { lines[place] = line }
    bytes = Array(lines.joined(separator: [0x0a]))
  }

  private static let edges = [
    "0", "-1", "0.0000000001", "2251799813685248", "9223372036854775807", "9223372036854775808",
    "18446744073709551616", "1e308", "86400000000000",
  ].map { Array($0.utf8) }

  /// Replaces the next number by one at an edge.
  private mutating func replaceNumber(in bytes: inout [UInt8], from place: Int) {
    guard let start = bytes[place...].firstIndex(where: { 48...57 ~= $0 }) else { return }
    let end = bytes[start...].firstIndex { !(48...57 ~= $0) } ?? bytes.endIndex
    bytes.replaceSubrange(start..<end, with: Self.edges[next(Self.edges.count)])
  }

  /// Returns one of some inputs with a few changes.
  mutating func input(_ seeds: [[UInt8]]) -> [UInt8] {
    var bytes = seeds[next(seeds.count)]
    for _ in 0...next(6) {
      let place = next(bytes.count + 1)
      let end = min(bytes.count, place + next(40))
      switch next(10) {
      case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(next(8))
      case 1 where place < bytes.count: bytes[place] = UInt8(next(256))
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
      case 4: bytes.insert(contentsOf: Self.pieces[next(Self.pieces.count)], at: place)
      case 5:
        let other = seeds[next(seeds.count)]
        let start = next(other.count)
        bytes.insert(contentsOf: other[start..<min(other.count, start + next(200))], at: place)
      case 6: bytes.removeSubrange(end...)
      case 7: exchangeLines(of: &bytes, with: seeds[next(seeds.count)])
      case 8: replaceNumber(in: &bytes, from: place)
      default: exchangeLines(of: &bytes, with: bytes)
      }
    }
    return bytes
  }
}

@Suite struct `Hostile input` {
  private static let seeds: [[UInt8]] =
    [
      #"""
      {"displayTimeUnit":"ms","traceEvents":[{"args":{"name":"CrRendererMain"},"name":"thread_name",
      "ph":"M","pid":1,"tid":2,"ts":0},{"ph":"X","pid":1,"tid":2,"ts":1.5,"dur":10,"tdur":3,"name":"RunTask"},
      {"ph":"X","pid":1,"tid":2,"ts":2,"dur":4,"name":"L\u00e4yout \ud83d\ude00"},
      {"ph":"B","pid":1,"tid":2,"ts":20,"name":"RunTask"},{"ph":"E","pid":1,"tid":2,"ts":30},
      {"ph":"b","id":"0x1","cat":"c","pid":1,"tid":2,"ts":20,"name":"PipelineReporter"},
      {"ph":"e","id":"0x1","cat":"c","pid":1,"tid":2,"ts":25,"name":"PipelineReporter"},
      {"ph":"I","pid":1,"tid":2,"ts":20,"name":"TracingStartedInBrowser","args":{"data":{"frames":[
      {"processId":1}]}}},{"ph":"X","ts":3,"dur":1,"pid":1,"tid":2,"name":"Scheduler::BeginFrame",
      "args":{"frame_time_us":12}}],"metadata":{"source":"DevTools","cpuThrottling":4}}
      """#,
      #"""
      {"metadata":{"source":"LabRecorder"},"traceEvents":[{"name":"RunTask","cat":"loop","ph":"X",
      "pid":1,"tid":1,"ts":10.5,"dur":30},{"name":"=1+1\u202e</script>","cat":"task","ph":"X","pid":1,
      "tid":1,"ts":12,"dur":9,"args":{"arrived":3.25}},{"name":"\ud800\"\n","cat":"driver","ph":"X",
      "pid":2,"tid":2,"ts":50,"dur":3,"args":{"kind":"timer","due":40.125,"interval":16.667}},
      {"name":"\ud800\"\n","cat":"driver","ph":"X","pid":2,"tid":2,"ts":66,"dur":3,"args":{"kind":"link",
      "due":60,"target":80}},{"name":"default","cat":"mode","ph":"X","pid":2,"tid":1,"ts":0,"dur":99,
      "args":{"depth":1}},{"name":"\u0000","cat":"mode","ph":"X","pid":2,"tid":1,"ts":15,"dur":4,
      "args":{"depth":2}},{"name":"commit","cat":"commit","ph":"i","s":"p","pid":2,"tid":1,"ts":55},
      {"name":"vsync","ph":"i","pid":1,"tid":1,"ts":16}]}
      """#,
      """
      {"meta":{"startTime":1000},"threads":[{"name":"GeckoMain","pid":5,"markers":{"schema":{"name":0,
      "startTime":1,"endTime":2,"phase":3,"category":4,"data":5},"data":[[0,1.0,null,2,0],
      [1,1.25,1.75,1,0,{"type":"tracing"}],[0,null,3.5,3,0]]},"samples":{"schema":{"time":0,
      "eventDelay":1},"data":[[1,60],[2,0]]},"stringTable":["Awake","Styles"]}],"processes":[{"meta":
      {"startTime":2000},"threads":[]}],"shared":{"stringArray":["a"]}}
      """,
      InstrumentsTests.document(InstrumentsTests.intervals),
      """
      # tracer: nop
       a-77  (  77) [001] d..2 50.0001: tracing_mark_write: B|77|Choreographer#doFrame 12
       a-77  (  77) [001] .... 50.0004: tracing_mark_write: E|77
       a-77 [000] 50.1: sched_switch: prev_comm=a prev_pid=77 prev_prio=1 prev_state=S ==> next_comm=b next_pid=8 next_prio=1
       b-8 [000] 50.2: sched_switch: b:8 [120] R ==> a:77 [120]
      CPU:1 [LOST 12 EVENTS]
      """,
      #"""
      <!DOCTYPE HTML>
      <html><body><script>
        var linuxPerfData = "\
      # tracer: nop\n\
       com.app-655 [000] 100.000000: 0: B|655|performTraversals\n\
       com.app-655 [000] 100.004000: 0: E\n\
       com.app-655 [000] 100.016000: 0: B|655|DrawFrames 8\n\
       com.app-655 [000] 100.020000: 0: E\n\
      ";
      </script></body></html>
      """#,
      """
      [{"ph":"X","pid":1,"tid":2,"ts":10,"dur":5,"name":"=RunTask"},
      {"ph":"I","pid":1,"tid":3,"ts":12,"name":"BeginFrame"},{"ph":"X","pid":1,"tid":2,"ts":13},
      {"ph":"b","cat":"c","id2":{"local":"0x1"},"pid":1,"tid":3,"ts":12,"name":"PipelineReporter",
      "args":{"frame_reporter":{"state":"STATE_DROPPED"}}},
      {"ph":"e","cat":"c","id2":{"local":"0x1"},"pid":1,"tid":3,"ts":29,"name":"PipelineReporter"}]
      """,
      """
      {"meta":{"startTime":0},"threads":[{"name":"GeckoMain","processType":"default","pid":1,
      "markers":{"data":[[0,1.0,9.0,1,0]]},"stringTable":["Awake"]},{"name":"GeckoMain",
      "processType":"tab","pid":2,"markers":{"data":[[0,1.0,2.0,1,0],[1,1.0,90.0,1,0,{"type":
      "MainThreadLongTask"}]]},"stringTable":["Awake","LongTask"]}]}
      """,
    ].map { Array($0.utf8) } + [
      bytes("1f8b08000000000000ff4b040043beb7e801000000"),
      CompressedTraceTests.unpacked(CompressedTraceTests.packed),
      PerfettoTests.bytesOfChromium,
      bytes(PerfettoTests.golden),
    ]

  private static let count = Count("Hostile input").value

  @Test(arguments: stride(from: 0, to: count, by: 500).map { $0..<min(count, $0 + 500) })
  func `neither breaks nor delays a reader`(numbers: Range<Int>) {
    for number in numbers {
      var mutator = Mutator(state: UInt64(number + 1) &* 0x9e37_79b9_7f4a_7c15)
      let input = mutator.input(Self.seeds)
      let size = [nil, 1, 16, 1000][mutator.next(4)]
      let start = Self.seconds
      let options = ImportOptions(
        from: mutator.next(8) == 0 ? Int64(mutator.next(1 << 20)) : nil, least: 0,
        anonymised: mutator.next(8) == 0)
      if let trace = try? read(input, options: options, pieces: size) { check(trace, number) }
      let duration = Self.seconds - start
      #expect(duration < 1, "input \(number) took \(duration) s")
    }
    #expect(isSanitized || Self.peakMegabytes < 1024)
  }

  private func check(_ trace: ImportedTrace, _ number: Int) {
    var end: Int64 = 0
    for task in trace.tasks {
      #expect(task.start >= end && task.duration > 0, "input \(number)")
      #expect(task.cpu.map { 0...task.duration ~= $0 } ?? true, "input \(number)")
      end = task.start + task.duration
    }
    let tally = trace.tally
    #expect(
      tally.kept == trace.tasks.count && tally.found == tally.kept + tally.shorter + tally.outside)
    #expect(zip(trace.vsyncs, trace.vsyncs.dropFirst()).allSatisfy { $0 < $1 }, "input \(number)")
    check(trace.loop, of: trace.windowLength, number)
    let writer = RecordingWriter(trace)
    let text = writer.recording
    #expect(text.split(separator: "\n").count == trace.tasks.count + 1, "input \(number)")
    #expect(
      (text + writer.provenance(file: "f")).unicodeScalars.allSatisfy {
        $0 == "\n" || $0.properties.generalCategory != .control
      }, "input \(number)")
  }

  /// What a recorder noted lies in the window, in order, and has names of plain text.
  private func check(_ loop: ImportedTrace.Loop?, of length: Int64, _ number: Int) {
    guard let loop else { return }
    for driver in loop.drivers {
      var due = Int64.min
      for firing in driver.firings {
        #expect(firing.due >= due && firing.due <= firing.began, "input \(number)")
        #expect(firing.began >= 0 && firing.began <= firing.ended, "input \(number)")
        #expect(firing.ended <= length && driver.interval >= 0, "input \(number)")
        due = firing.due
      }
    }
    #expect(loop.runs.allSatisfy { 0 <= $0.start && $0.start <= $0.end && $0.end <= length })
    #expect(loop.commits == loop.commits.sorted() && loop.commits.allSatisfy { 0...length ~= $0 })
    let names = loop.drivers.map(\.name) + loop.runs.map(\.mode)
    #expect(
      names.joined().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
      "input \(number)")
  }

  /// The processor time of this thread; other tests run beside it.
  private static var seconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static var peakMegabytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
  }
}
