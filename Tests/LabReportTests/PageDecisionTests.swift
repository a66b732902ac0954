import Foundation
import LabPictures
import TestSupport
import Testing

/// What the script of pages decides, beside what is known by hand or by the lab's own words.
@Suite(.enabled(if: Node.url != nil, "node is not installed"))
struct `A page decides` {
  /// A refresh of 10 µs: three frames, of which the second stays for two refreshes too many, then
  /// nothing due, a hitch of one refresh, and the end.
  private static let run = """
    new Run({ n: 10, a: [0, 100], s: 10, v: [], o: "n2d2n1r2d1n2", l: [[1, 1]], d: 3, of: 8, note: "",
      hn: 2, h: [[1, 4, 2, 0, 1], [6, 8, 1, -1, 0]], f: [12, 3, 2, 50, 4, 9], t: [21, 18, 0], m: [],
      ow: [[4, 2]] })
    """

  @Test func `times in the words of the lab`() throws {
    let times: [Int64] = [
      0, 49, 50, 449, 9_949, 9_950, 9_951, 16_667, 999_499, 1_217_000, 36_000_000,
    ]
    #expect(
      try Node.strings("[\(times.map(String.init).joined(separator: ","))].map(milliseconds)")
        == times.map { spoken($0 * 1_000) })
    #expect(
      try Node.strings("[\(times.map(String.init).joined(separator: ","))].map(t => seconds(t))")
        == times.map { seconds($0 * 1_000) })
    #expect(
      try Node.strings("[1234567, 12, 1234, 12345].map(grouped)")
        == ["1,234,567", "12", "1234", "12,345"])
    #expect(try Node.strings("[escaped('<a & \"b\">')]") == ["&#60;a &#38; &#34;b&#34;&#62;"])
  }

  @Test func `where the times of an axis stand`() throws {
    #expect(
      try Node.json("[tickStep(1000, 1100), tickStep(1e6, 330), tickStep(64e6, 1100)]")
        == "[100,500000,10000000]")
    #expect(
      try Node.strings(
        "[tickWords(3e6, 1e6), tickWords(2.5e6, 5e5), tickWords(2e4, 1e4), tickWords(20, 10)]")
        == ["3 s", "2.5 s", "20 ms", "0.02 ms"])
  }

  @Test func `what a run was`() throws {
    #expect(try Node.json("unpackOutcomes('n2d1r3(n1d2)2r1')") == "\"nndrrrnddnddr\"")
    #expect(
      try Node.json("[...unpackTimes({ n: 4, a: [0, 40], s: 4, v: [[1, 11, 8]] })]")
        == "[0,11,19,30,40]")
    #expect(
      try Node.json("[...unpackTimes({ n: 5, a: [0, 40, 60], s: 4, v: [] })]")
        == "[0,10,20,30,40,60]")
    #expect(try Node.json("\(Self.run).contentTimes.join()") == "\"0,0,0,0,40,40,40,40,80,90\"")
    #expect(
      try Node.json("\(Self.run).callbacks") == """
        [{"due":10,"began":12,"ended":15,"late":2},{"due":53,"began":62,"ended":66,"late":9}]
        """)
  }

  /// The second frame shows what was one refresh ago, as its latency says; the third one is right
  /// while nothing is due: the second hitch begins a refresh before its
  /// only dropped one.
  @Test func `when a hitch begins and ends`() throws {
    #expect(
      try Node.json("[...\(Self.run).allHitches()]") == """
        [{"first":1,"next":4},{"first":6,"next":8}]
        """)
    #expect(
      try Node.json("\(Self.run).hitches.map(h => \(Self.run).span(h))") == "[[10,40],[60,80]]")
    #expect(
      try Node.json("[15, 25, 39, 55, 75].map(t => \(Self.run).age(t))") == "[10,10,20,10,10]")
    #expect(try Node.json("\(Self.run).droppedBetween(20, 60)") == "2")
  }

  /// The task of 18 µs lies between the callbacks of 3 and 4; one that runs inside another has the
  /// thread alone.
  @Test func `who had the thread in a stretch`() throws {
    func shares(_ run: String, _ begin: Int, _ end: Int) throws -> String {
      try Node.json("(ownerName = () => 'page', threadBetween(\(run), \(begin), \(end)))")
    }
    #expect(
      try shares(Self.run, 10, 70) == #"[["no task",35],["page",18],["callbacks",7]]"#)
    #expect(try shares(Self.run, 30, 64) == #"[["no task",23],["page",9],["callbacks",2]]"#)
    let nested = """
      { callbacks: [{ began: 4, ended: 6 }],
        tasks: [{ begin: 0, end: 10, owner: 0 }, { begin: 3, end: 8, owner: -1 }] }
      """
    #expect(try shares(nested, 0, 12) == #"[["page",5],["task",3],["callbacks",2],["no task",2]]"#)
  }

  @Test func `which stretch it shows`() throws {
    #expect(try Node.json("fittingWindow(-5e5, 1e5, 1e7)") == "[0,600000]")
    #expect(try Node.json("fittingWindow(9.9e6, 10.5e6, 1e7)") == "[9400000,10000000]")
    #expect(try Node.json("fittingWindow(0, 9e6, 1e7)") == "[0,4000000]")
    #expect(try Node.json("fittingWindow(5, 6, 100)") == "[0,100]")
    #expect(
      try Node.json("windowAbout({ end: 2e7, period: 1e4, span: () => [1e6, 8e6] }, {})")
        == #"{"begin":550000,"end":8450000,"now":7995000}"#)
    #expect(try Node.json("[2e6, 5e5, 1e5].map(usualSpeed)") == "[1,0.25,0.1]")
  }

  @Test func `of what it has no detail`() throws {
    let parts = "[[0, 2e5], [5e5, 9e5]]"
    #expect(
      try Node.strings(
        "[coverage(null, 0, 1), coverage(\(parts), 6e5, 8e5), coverage(\(parts), 1e5, 6e5),"
          + " coverage(\(parts), 3e5, 4e5), coverage([], 0, 1)]")
        == ["all", "all", "some", "none", "none"])
    #expect(
      try Node.json("[gapsIn(\(parts), 1e5, 1e6), gapsIn(null, 0, 1), gapsIn([], 3, 4)]")
        == "[[[200000,500000],[900000,1000000]],[],[[3,4]]]")
  }

  @Test func `which point is next, and what its address says`() throws {
    let points = #"[{v:["a","1"]},{v:["a","2"]},{v:["b","2"]},{v:["b","3"]}]"#
    #expect(
      try Node.json(
        #"[nearestPoint(\#(points), ["b","1"], 0), nearestPoint(\#(points), ["b","1"], 1)]"#)
        == "[2,0]")
    let state = "{ point: 1, begin: 12e6, end: 14e6, now: 13.5e6, shown: new Set([2, 0]), arm: 3 }"
    #expect(try Node.json("addressOf(\(state))") == "\"#p=1&w=12000-14000&t=13500&a=0.2&l=3\"")
    #expect(
      try Node.json("stateOf(addressOf(\(state)), 2, 4)") == """
        {"point":1,"begin":12000000,"end":14000000,"now":13500000,"shown":[0,2],"arm":3}
        """)
    #expect(try Node.json("stateOf('#p=1&w=10-20', 2, 4).now") == "15000")
    #expect(
      try Node.json("['', '#p=2&w=1-2', '#w=1-2', '#p=0&w=x'].map(a => stateOf(a, 2, 4))")
        == "[null,null,null,null]")
    #expect(
      try Node.json("stateOf('#p=0&w=1-2&a=9.-1.x.1&l=7', 1, 4)") == """
        {"point":0,"begin":1000,"end":2000,"now":1500,"shown":[1],"arm":null}
        """)
  }

  @Test func `which phase is meant`() throws {
    let parts = "[[0, 10, 1], [10, 40, -1], [40, 100, 2]]"
    #expect(try Node.json("[0, 24, 26, 99].map(x => pointNear(\(parts), x))") == "[1,1,2,2]")
    #expect(
      try Node.json(
        "[[0, 1], [0, -1], [2, 1], [1, -9], [1, 9]].map(([n, s]) => "
          + "pointBeside([50, 5, 80], n, s))") == "[2,1,2,1,2]")
  }

  @Test func `what the table of a window has`() throws {
    #expect(
      try Node.json("windowRows(\(Self.run), 10, 30).map(r => [r.at, r.outcome, r.late, r.tasks])")
        == """
        [[10,"n",[2],[]],[20,"d",[],[[0,18]]]]
        """)
  }
}

/// The program that performs scripts without a browser.
private enum Node {
  static let url: URL? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { URL(filePath: "\($0)/node") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  /// The value of an expression as JSON.
  static func json(_ expression: String) throws -> String {
    let names = ["words", "run", "view", "moment", "marking", "ribbon"]
    let script = try names.map { try `The script of pages`.source("\($0).js") }.joined()
    let outcome = try BuiltProgram(at: #require(url)).run([
      "-e", "\(script)\nprocess.stdout.write(JSON.stringify(\(expression)));",
    ])
    #expect(outcome.errors == "")
    return outcome.output
  }

  static func strings(_ expression: String) throws -> [String] {
    try JSONDecoder().decode([String].self, from: Data(json(expression).utf8))
  }
}
