import Foundation
import LabExperiment
import LabImport
import LabKernel
import LabLanguage
import LabMetrics
import LabStudy
import LabTrace
import ResultSupport
import TestSupport
import Testing

@testable import LabReport
@testable import LabResults

/// A run of ``WrittenResult/script`` as tracks.
private struct Exported {
  let trace: Trace
  let measurement: RunMeasurement
  var model = TrackModel(title: "test")

  /// Performs the first run of an arm with a hiccup.
  init(_ script: String = WrittenResult.script, run: Int = 4) throws {
    trace = try Runner(jobs: 1, detail: .everything).trace(of: WrittenResult.plan(script)[run])
    measurement = RunMeasurement(trace)
    model.append("timer (run \(run))", note: "hiccup = 50 ms", trace, measurement)
  }

  var chrome: [UInt8] {
    var (writer, bytes) = (ChromeTraceWriter(), [UInt8]())
    writer.write(model) { bytes += $0 }
    return bytes
  }

  var perfetto: [UInt8] {
    var (writer, bytes) = (PerfettoWriter(), [UInt8]())
    writer.write(model) { bytes += $0 }
    return bytes
  }

  func track(_ name: String) throws -> Track {
    try #require(model.groups[0].tracks.first { $0.name == name })
  }

  /// The stretches in which callouts or tasks held the thread without a gap, from the trace alone.
  var busy: [Range<Int64>] {
    var (spans, depth, begin) = ([Range<Int64>](), 0, Int64(0))
    for record in trace.records {
      switch record.kind {
      case .calloutBegan, .taskBegan:
        if depth == 0 { begin = record.time.nanoseconds }
        depth += 1
      case .calloutEnded, .taskEnded:
        depth -= 1
        if depth == 0, record.time.nanoseconds > begin {
          spans.append(begin..<record.time.nanoseconds)
        }
      case .ended: return spans
      default: break
      }
    }
    return spans
  }
}

@Suite struct `The tracks of a run` {
  @Test func `nest, and follow one another`() throws {
    for track in try Exported().model.groups[0].tracks where track.kind == .slices {
      var open: [Int64] = []
      var last = Int64.min
      for event in track.events {
        #expect(event.begin >= last && event.end >= event.begin, "\(track.name)")
        while let end = open.last, end <= event.begin { open.removeLast() }
        #expect(open.last.map { event.end <= $0 } ?? true, "\(track.name) at \(event.begin)")
        open.append(event.end)
        last = event.begin
      }
    }
  }

  @Test func `count what the measurement counts`() throws {
    let run = try Exported()
    let rows = run.measurement.firingRows(of: "ball")
    let late = rows.count { $0.lateness > .zero }
    #expect(late > 3)
    #expect(try run.track("due ball").events.count == rows.count)
    #expect(try run.track("waits ball").events.count == late)
    let refreshes = run.measurement.refreshRows(of: "ball")
    #expect(try run.track("screen ball").events.count == refreshes.count)
    let shown = refreshes.count { $0.shownUpdate != nil }
    let blamed = try run.track("main thread").flows.count {
      run.model.names.all[Int($0.name)] == "delays" && $0.isTarget
    }
    #expect(blamed > 0 && run.model.flowCount == late + shown + blamed)
    let frames = run.model.groups[0].frames
    let metrics = try #require(run.measurement[driver: "ball"])
    let dropped = MetricDictionary.metric(named: "dropped")?.value(metrics)
    #expect(dropped == .count(frames.count { $0.jank != nil }) && dropped != .count(0))
    let displayed = run.model.groups[0].displayed
    #expect(displayed.count == refreshes.count { $0.isNew })
    #expect(frames.allSatisfy { ($0.jank == nil) == ($0.refresh.map { displayed[$0] } != nil) })
    let announced = run.trace.records.prefix { $0.kind != .ended }.count { $0.kind == .activity }
    #expect(try announced > 100 && run.track("loop").events.count == announced)
  }

  @Test func `are read back as they were written`() throws {
    let run = try Exported()
    #expect(TrackModel.Counts(chrome: run.chrome) == run.model.counts)
    let (counts, frames) = TrackModel.Counts.perfetto(run.perfetto)
    #expect(counts == run.model.counts && frames == run.model.frames && frames.all > 30)
    #expect(TrackModel.Counts(chrome: run.chrome.dropLast(200)) != run.model.counts)
    #expect(TrackModel.Counts.perfetto(run.perfetto.dropLast()).counts == nil)
  }

  /// By Foundation's reader of JSON.
  @Test func `hold what the loop announced, at its instants`() throws {
    let run = try Exported()
    let file = try JSONSerialization.jsonObject(with: Data(run.chrome)) as? [String: Any]
    let events = try #require(file?["traceEvents"] as? [[String: Any]])
    let read = events.filter { $0["cat"] as? String == "loop" }.map { event in
      let microseconds = event["ts"] as? Double ?? -1
      return "\(event["name"] ?? "") \(Int64((microseconds * 1000).rounded()))"
    }
    let announced = run.trace.records.prefix { $0.kind != .ended }.compactMap { record in
      if case .activity(let activity) = record.event {
        "\(activity.name) \(record.time.nanoseconds)"
      } else {
        String?.none
      }
    }
    #expect(read == announced && read.count > 100)
  }

  @Test func `are each in the article`() throws {
    let page = Checkout.root.appending(path: "Sources/LabReport/LabReport.docc/TracesInAndOut.md")
    let rows = TrackSubject.allCases.map { "| \($0.rawValue) | \($0.note) |\n" }.joined()
    #expect(try String(contentsOf: page, encoding: .utf8).contains(rows))
  }

  @Test func `become the same bytes every time`() throws {
    let (one, other) = (try Exported(), try Exported())
    #expect(one.chrome == other.chrome && one.perfetto == other.perfetto)
  }

  @Test(arguments: [true, false])
  func `are imported as the tasks that they were`(isChrome: Bool) throws {
    let run = try Exported()
    let imported = try TraceImporter.read(
      ByteSource(isChrome ? run.chrome : run.perfetto), options: ImportOptions(least: 0))
    #expect(imported.thread.threadName == "main thread")
    #expect(imported.thread.processName == "timer (run 4), hiccup = 50 ms")
    let spans = imported.tasks.map { task in
      task.start + imported.windowStart..<task.start + imported.windowStart + task.duration
    }
    #expect(spans == run.busy && spans.count > 30)
    let vsyncs = run.trace.records.prefix { $0.kind != .ended }.filter { $0.kind == .vsync }
      .map(\.time.nanoseconds).filter { $0 >= imported.windowStart }
    #expect(imported.vsyncs.map { $0 + imported.windowStart } == vsyncs && vsyncs.count > 30)
  }

  @Test func `bring a recording back to the microsecond`() throws {
    let recording = "start_us,duration_us,name\n20001,3007,a\n90050,41000,a\n140000,777,a\n"
    let script =
      "display 60 Hz\nrun 300 ms\nload page recorded page.csv as main-queue\n"
      + "arm timer\n  timer ball every 2 s phase 1 in default\n"
    let plan = try Experiment(
      inputs: [("test.lab", script), ("page.csv", recording)].map {
        Experiment.Input(path: $0.0, bytes: Array($0.1.utf8))
      }, overriding: []
    ).plan()
    let trace = try Runner(jobs: 1).trace(of: plan[0])
    var model = TrackModel(title: "test")
    model.append("timer", note: "", trace, RunMeasurement(trace))
    var (writer, bytes) = (ChromeTraceWriter(), [UInt8]())
    writer.write(model) { bytes += $0 }
    let imported = try TraceImporter.read(ByteSource(bytes), options: ImportOptions(least: 0))
    #expect(
      RecordingWriter(imported).recording == recording.replacing(",a\n", with: ",main_queue page\n")
    )
  }
}

/// A dropped frame without the token of the display's is refused by Perfetto's parser, without a
/// word in its timeline.
@Suite struct `The frame timeline of Perfetto` {
  /// Of every second experiment, or with `LAB_EVERY_POINT` of all.
  @Test func `has every dropped slot of the shipped experiments as a dropped frame`() throws {
    var (looked, red) = (0, 0)
    for (place, name) in Checkout.experimentNames.enumerated()
    where place.isMultiple(of: 2) || Count.isComplete {
      let plan = try Experiment(path: Checkout.experiment(name).path).plan()
      // Long runs take too long without optimization.
      for run in plan.shownRuns(nil) where run.duration <= .seconds(3) {
        let trace = try Runner(jobs: 1, detail: .everything).trace(of: run)
        let measurement = RunMeasurement(trace)
        var model = TrackModel(title: name)
        model.append(run.arm, note: "", trace, measurement)
        var (writer, bytes) = (PerfettoWriter(), [UInt8]())
        writer.write(model) { bytes += $0 }
        let frames = TrackModel.Counts.perfetto(bytes).frames
        let metric = try #require(MetricDictionary.metric(named: "dropped"))
        let dropped = measurement.drivers.reduce(0) { sum, driver in
          sum + Int(metric.value(driver)?.number ?? 0)
        }
        #expect(frames.dropped == dropped && frames == model.frames, "\(name): \(run.arm)")
        looked += 1
        red += dropped
      }
    }
    #expect(looked > 50 && red > 100)
  }
}

@Suite struct `A file in the Trace Event Format` {
  /// A run with one thing of each kind.
  private static var model: TrackModel {
    var model = TrackModel(title: "lab")
    func number(_ name: String) -> UInt32 { model.names.number(of: name) }
    var group = TrackGroup(name: "timer (run 15)", note: "")
    var thread = Track("main thread", in: "thread", .slices, "")
    thread.append(
      TrackEvent(number("timer \"ball\""), begin: 334_166_001, end: 334_666_001),
      [TrackArgument(name: number("due_ns"), value: .number(308_333_321))])
    thread.flows.append(FlowEnd(id: 119, name: number("update"), event: 0, isTarget: false))
    var commits = Track("commits", in: "commits", .instants, "")
    commits.append(
      TrackEvent(number("commit"), begin: 334_666_001, end: 334_666_001),
      [TrackArgument(name: number("outcome"), value: .text(number("shown")))])
    var screen = Track("screen ball", in: "screen", .slices, "")
    screen.append(TrackEvent(number("new"), begin: 366_666_666, end: 383_333_333))
    screen.flows.append(FlowEnd(id: 119, name: number("update"), event: 0, isTarget: true))
    var place = Track("place ball", in: "place", .counter(unit: "pt"), "")
    place.append(TrackEvent(230.3055555555, at: 366_666_666))
    group.tracks = [thread, commits, screen, place]
    model.append(group)
    model.flowCount = 1
    return model
  }

  @Test func `has these bytes`() {
    var (writer, bytes) = (ChromeTraceWriter(), [UInt8]())
    writer.write(Self.model) { bytes += $0 }
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        {"displayTimeUnit":"ns","otherData":{"tool":"RunLoopLab","version":"0.1.0","experiment":"lab"},"traceEvents":[
        {"ph":"M","pid":1,"tid":1,"ts":0,"name":"process_name","args":{"name":"timer (run 15)"}},
        {"ph":"M","pid":1,"tid":1,"ts":0,"name":"process_sort_index","args":{"sort_index":0}},
        {"ph":"M","pid":1,"tid":1,"ts":0,"name":"thread_name","args":{"name":"main thread"}},
        {"ph":"M","pid":1,"tid":1,"ts":0,"name":"thread_sort_index","args":{"sort_index":0}},
        {"ph":"X","pid":1,"tid":1,"ts":334166.001,"dur":500.000,"name":"timer \\"ball\\"","cat":"thread","args":{"due_ns":308333321}},
        {"ph":"s","pid":1,"tid":1,"ts":334166.001,"name":"update","cat":"flow","id":119},
        {"ph":"M","pid":1,"tid":2,"ts":0,"name":"thread_name","args":{"name":"commits"}},
        {"ph":"M","pid":1,"tid":2,"ts":0,"name":"thread_sort_index","args":{"sort_index":1}},
        {"ph":"i","s":"t","pid":1,"tid":2,"ts":334666.001,"name":"commit","cat":"commits","args":{"outcome":"shown"}},
        {"ph":"M","pid":1,"tid":3,"ts":0,"name":"thread_name","args":{"name":"screen ball"}},
        {"ph":"M","pid":1,"tid":3,"ts":0,"name":"thread_sort_index","args":{"sort_index":2}},
        {"ph":"X","pid":1,"tid":3,"ts":366666.666,"dur":16666.667,"name":"new","cat":"screen","args":{}},
        {"ph":"f","bp":"e","pid":1,"tid":3,"ts":366666.666,"name":"update","cat":"flow","id":119},
        {"ph":"C","pid":1,"ts":366666.666,"name":"place ball","args":{"pt":230.305556}}
        ]}

        """)
    #expect(TrackModel.Counts(chrome: bytes) == Self.model.counts)
  }
}
