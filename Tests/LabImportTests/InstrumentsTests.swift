import LabImport
import Testing

@Suite("An export of Instruments") struct InstrumentsTests {
  static func node(_ table: String, _ columns: [String], _ rows: String) -> String {
    let columns = columns.map { "<col><mnemonic>\($0)</mnemonic><name>N</name></col>" }.joined()
    return "<node xpath='/'><schema name=\"\(table)\">\(columns)</schema>\(rows)</node>"
  }

  static func document(_ nodes: String...) -> String {
    "<?xml version=\"1.0\"?>\n<trace-query-result>\n\(nodes.joined(separator: "\n"))\n"
      + "</trace-query-result>\n"
  }

  static let intervals = node(
    "runloop-intervals", ["start", "duration", "interval-type", "is-main", "thread", "process"],
    """
    <row><start-time id="1" fmt="00:01.996.500">1000</start-time><duration id="2" fmt="9 µs">9000\
    </duration><short-string id="3" fmt="Busy">Busy</short-string><boolean id="4" fmt="Yes">3\
    </boolean><thread id="5" fmt="Main Thread 0x7 (A &amp; B, pid: 8)"><tid id="6" fmt="0x7">7\
    </tid><process id="7" fmt="A (8)"><pid id="8" fmt="8">8</pid></process></thread>\
    <process ref="7"/></row>
    <row><start-time fmt="1,234,567.89 µs">20000</start-time><duration ref="2"/><short-string \
    id="9" fmt="Waiting For Events">Waiting For Events</short-string><boolean ref="4"/>\
    <thread ref="5"/><process ref="7"/></row>
    <row><start-time>30000</start-time><duration>400</duration><short-string ref="3"/>\
    <boolean ref="4"/><thread ref="5"/><sentinel/></row>
    <row><start-time>30000</start-time><duration>4000000</duration><short-string ref="3"/>\
    <boolean id="10" fmt="No">0</boolean><thread id="11" fmt="Worker"><tid>9</tid>\
    <process ref="7"/></thread><process ref="7"/></row>
    """)

  @Test func `gives the busy parts of the main run loop, by position and reference`() throws {
    let trace = try read(Self.document(Self.intervals))
    #expect(trace.format == .instruments)
    #expect(trace.drawn == ["Busy 0+9000", "Busy 29000+400"])
    #expect(trace.thread.threadName == "Main Thread 0x7 (A & B, pid: 8)")
    #expect(trace.thread.process == 8)
    #expect(trace.thread.thread == 7)
    #expect(trace.events == 4)
  }

  @Test func `names tasks by signposts, of the same document or another`() throws {
    let posts = Self.node(
      "os-signpost-interval", ["start", "duration", "name", "process"],
      """
      <row><start-time>2000</start-time><duration>3000</duration><string>decode &lt;1&gt;</string>\
      <process fmt="A (8)"><pid>8</pid></process></row>
      """)
    let names = ["decode <1> 0+9000", "Busy 29000+400"]
    #expect(try read(Self.document(Self.intervals, posts)).drawn == names)
    let joined = try TraceImporter.read(
      ByteSource(Array(Self.document(Self.intervals).utf8)), options: ImportOptions(least: 0),
      joining: ByteSource(Array(Self.document(posts).utf8)))
    #expect(joined.drawn == names)
  }

  @Test func `is not joined with a trace that goes by another clock`() throws {
    let chrome = ByteSource(
      Array("[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":10,\"dur\":5,\"name\":\"RunTask\"}]".utf8))
    #expect {
      _ = try TraceImporter.read(
        ByteSource(Array(Self.document(Self.intervals).utf8)), joining: chrome)
    } throws: {
      "\($0)".contains("one of these is a Chrome trace, which goes by another clock")
    }
  }

  @Test func `tells the vsyncs of one display`() throws {
    let vsyncs = Self.node(
      "display-vsyncs-interval", ["timestamp", "duration", "display-name"],
      """
      <row><start-time id="1">481099833</start-time><duration id="2">1</duration>\
      <display-name id="3" fmt="Display 1">Display 1</display-name></row>
      <row><start-time>497766541</start-time><duration ref="2"/><display-name ref="3"/></row>
      <row><start-time>497766999</start-time><duration ref="2"/>\
      <display-name fmt="Display 2">Display 2</display-name></row>
      """)
    let alone = try read(Self.document(vsyncs))
    #expect(alone.vsyncs == [0, 16_666_708])
    #expect(alone.vsyncSource == "Display 1")
    #expect(alone.tasks.isEmpty)
    let both = try read(Self.document(vsyncs, Self.intervals))
    #expect(both.vsyncs == [481_098_833, 497_765_541])
    #expect(both.tally.found == 2)
  }

  @Test func `of hangs alone says that it is blind to shorter tasks`() throws {
    let hangs = Self.node(
      "potential-hangs", ["start", "duration", "hang-type", "thread", "process"],
      """
      <row><start-time>5</start-time><duration>234838875</duration><hang-type \
      fmt="Brief Unresponsiveness">Brief</hang-type><thread><tid>7</tid></thread><process/></row>
      """)
    let trace = try read(Self.document(hangs))
    #expect(trace.drawn == ["Brief Unresponsiveness 0+234838875"])
    #expect(trace.notes.contains { $0.contains("blind") })
  }

  @Test(arguments: ["hitches", "displayed-surfaces-interval", "OSSignpostIntervals"])
  func `without tasks says which table to export`(table: String) {
    let text = Self.document(
      Self.node(
        table, ["start", "duration", "name"],
        """
        <row><start-time>5</start-time><duration>33333333</duration><string>x</string></row>
        """))
    #expect(failure(text).contains("Export runloop-intervals: xcrun xctrace export"))
  }

  @Test func `with a wrong number of cells tells the row`() {
    let rows = Self.node("runloop-intervals", ["start", "duration"], "<row><a>1</a></row>")
    #expect(failure(Self.document(rows)).contains("row 1 of the table runloop-intervals has 1"))
  }

  @Test func `that is cut gives what is whole`() throws {
    let text = Self.document(Self.intervals)
    let rows = text.split(separator: "<row>")
    let trace = try read(rows.prefix(3).joined(separator: "<row>") + "<row><start")
    #expect(trace.tally.isTruncated)
    #expect(trace.tally.found == 1)
  }

  @Test(arguments: [
    ("<!DOCTYPE a [<!ENTITY b \"c\">]><trace-query-result/>", "document types"),
    ("<trace-query-result>&b;</trace-query-result>", "five named entities"),
    ("<trace-query-result></node>", "end tag"),
    ("<trace-query-result a=b/>", "attribute"),
    ("<trace-toc/>", "table of contents"),
    ("<plist/>", "not an export"),
    ("<trace-query-result/>", "hold no tasks"),
  ])
  func `that is none is refused`(text: String, reason: String) {
    #expect(failure("<?xml version='1.0'?>\n" + text).contains(reason))
  }
}
