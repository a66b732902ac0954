import LabImport
import LabLanguage
import LabWorkload
import TestSupport
import Testing

@Suite struct `A name in a recording` {
  @Test(arguments: [
    "plain", "a, b", "say \"hello\"", "\"quoted\"", "a,\"b\",c", ",", "\"", "\"\"", "x\"\"y",
  ])
  func `is read as it was written`(name: String) throws {
    var trace = try TraceImporter.read(
      ByteSource(Array(#"[{"ph":"X","pid":1,"tid":1,"ts":10,"dur":5000,"name":"a"}]"#.utf8)))
    trace.tasks = [.init(name: name, start: 0, duration: 1_000_000)]
    let text = RecordingWriter(trace).recording
    let recording = try Recording(path: "a.csv", bytes: Array(text.utf8), within: .seconds(1))
    #expect(recording.tasks.map(\.name) == [name])
  }

  /// Files of before have names with commas and quotes as they are.
  @Test(arguments: [("a, b", "a, b"), ("say \"x\"", "say \"x\""), ("\"a\",\"b\"", "\"a\",\"b\"")])
  func `of an older file is the rest of its row`(field: String, name: String) throws {
    let text = "start_us,duration_us,name\n0,1,\(field)\n"
    let recording = try Recording(path: "a.csv", bytes: Array(text.utf8), within: .seconds(1))
    #expect(recording.tasks.map(\.name) == [name])
  }
}
