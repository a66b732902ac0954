import LabImport
import Testing

@Suite struct `A written recording` {
  private func trace(_ tasks: [ImportedTrace.Task]) throws -> ImportedTrace {
    var trace = try read(#"[{"ph":"X","pid":1,"tid":1,"ts":10,"dur":5,"name":"a"}]"#)
    trace.tasks = tasks
    return trace
  }

  @Test func `rounds both ends to microseconds, halves up`() throws {
    let trace = try trace([
      .init(name: "a, b", start: 499, duration: 1000),
      .init(name: "c", start: 1500, duration: 1000),
      .init(name: "d", start: 2500, duration: 600),
    ])
    #expect(
      RecordingWriter(trace).recording
        == "start_us,duration_us,name\n0,1,\"a, b\"\n2,1,c\n3,0,d\n")
  }

  @Test(arguments: ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)"])
  func `has no name that a spreadsheet takes for a formula`(name: String) throws {
    let trace = try trace([.init(name: name, start: 0, duration: 1000)])
    #expect(RecordingWriter(trace).recording == "start_us,duration_us,name\n0,1,'\(name)\n")
  }

  @Test func `takes processor time where it is known`() throws {
    let trace = try trace([
      .init(name: "a", start: 0, duration: 9000, cpu: 2000),
      .init(name: "b", start: 9000, duration: 1000),
    ])
    #expect(
      RecordingWriter(trace, clock: .cpu).recording
        == "start_us,duration_us,name\n0,2,a\n9,1,b\n")
  }

  @Test func `has vsyncs if the file tells of any`() throws {
    var trace = try trace([])
    #expect(RecordingWriter(trace).vsyncs == nil)
    trace.vsyncs = [5, 16]
    #expect(RecordingWriter(trace).vsyncs == "vsync_ns\n5\n16\n")
  }

  @Test func `says where it comes from`() throws {
    let trace = try trace([])
    let text = RecordingWriter(trace).provenance(file: "a\"b\n.json")
    #expect(text.contains("\"file\": \"a\\\"b_.json\""))
    #expect(text.contains("\"format\": \"Chrome trace\""))
    #expect(text.hasSuffix("}\n"))
  }
}
