import Foundation
import TestSupport
import Testing

/// A Chrome trace of one renderer: three tasks, one of them shorter than 100 µs, at 60 Hz.
let trace = """
  {"traceEvents":[
  {"ph":"M","pid":7,"tid":1,"ts":0,"name":"thread_name","args":{"name":"CrRendererMain"}},
  {"ph":"X","pid":7,"tid":1,"ts":5000000,"dur":1500,"tdur":700,"name":"RunTask"},
  {"ph":"X","pid":7,"tid":1,"ts":5000100,"dur":900,"name":"Läyout"},
  {"ph":"X","pid":7,"tid":1,"ts":5100000,"dur":50,"name":"RunTask"},
  {"ph":"X","pid":7,"tid":1,"ts":5200000,"dur":40000,"name":"RunTask"},
  {"ph":"X","pid":7,"tid":1,"ts":5200000,"dur":40000,"name":"EvaluateScript"}
  ]}

  """

/// The same with a vsync every 16 ms, as Chromium notes them.
let traceWithVsyncs = trace.replacing(
  "\n]}",
  with: (0...15).map { index in
    let time = 5_000_000 + index * 16_000
    return ",\n{\"ph\":\"X\",\"pid\":7,\"tid\":2,\"ts\":\(time),\"dur\":1,"
      + "\"name\":\"Scheduler::BeginFrame\",\"args\":{\"args\":{\"frame_time_us\":\(time)}}}"
  }.joined() + "\n]}")

@Suite struct `The import command` {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(trace, to: "page.trace.json")
  }

  @Test func `writes the recording and where it comes from`() throws {
    let outcome = try tool.run("import", "page.trace.json")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      outcome.output == """
        page.trace.json: Chrome trace, 6 events, 240.0 ms of CrRendererMain (pid 7)
        kept      2  tasks of 100 us and more  41.5  ms
        left out  1  shorter tasks              0.1  ms
          thread: its name is that of a main thread
          Wall time is 2.14 times the processor time: the thread shared its processor.
          --clock cpu takes processor time.
        wrote page.csv, page.provenance.json
        in a script:
        like chromium
        load page recorded page.csv as port

        """)
    #expect(
      try tool.text(of: "page.csv")
        == "start_us,duration_us,name\n0,1500,Läyout\n200000,40000,EvaluateScript\n")
    let provenance = try tool.data(of: "page.provenance.json")
    let object = try JSONSerialization.jsonObject(with: provenance) as? [String: Any]
    #expect(object?["tasks_kept"] as? Int == 2 && object?["file"] as? String == "page.trace.json")
  }

  @Test func `writes vsyncs that a script can take`() throws {
    try tool.write(traceWithVsyncs, to: "v.json")
    let outcome = try tool.run("import", "v.json", "--out", "mine")
    #expect(outcome.output.contains("\ndisplay recorded mine.vsyncs.csv\n"))
    let lines = outcome.output.split(separator: "\n").filter { $0.contains(" recorded ") }
    let script = lines.map { $0[...] } + ["run 240 ms", "arm a", "  link b in common"]
    try tool.write(script.joined(separator: "\n"), to: "a.lab")
    #expect(try tool.run("check", "a.lab").status == 0)
  }

  @Test func `takes what its options say`() throws {
    func recording(_ words: String...) throws -> String {
      _ = try tool.run(["import", "page.trace.json", "--force"] + words)
      let bytes = try tool.data(of: "page.csv")
      return String(decoding: bytes.dropFirst(26), as: UTF8.self)
    }
    #expect(try recording("--clock", "cpu") == "0,700,Läyout\n200000,40000,EvaluateScript\n")
    #expect(try recording("--anonymise") == "0,1500,task 1\n200000,40000,task 2\n")
    #expect(try recording("--from", "150 ms") == "50000,40000,EvaluateScript\n")
    #expect(try recording("--to", "1 ms", "--least", "0 s") == "0,1000,Läyout\n")
  }

  @Test func `writes no recording without tasks, though there are vsyncs`() throws {
    try tool.write(traceWithVsyncs, to: "v.json")
    for name in ["import", "try"] {
      let outcome = try tool.run(name, "v.json", "--least", "1 s")
      #expect(outcome.status == 3 && outcome.output == "")
      #expect(
        outcome.errors == "v.json: error: all 3 tasks are shorter than --least; the longest takes"
          + " 40000 us. Choose a smaller --least, such as --least 0s.\n")
    }
    #expect(tool.names() == ["failing.lab", "good.lab", "page.trace.json", "v.json"])
  }

  @Test func `reads standard input, and so do the commands that try`() throws {
    func piped(_ name: String, _ words: String) throws -> BuiltProgram.Outcome {
      try tool.shell("cat \(name) | \"$0\" \(words)")
    }
    let outcome = try piped("page.trace.json", "import - --out page")
    #expect(outcome.status == 0 && outcome.output.hasPrefix("<stdin>: Chrome trace, 6 events"))
    for (words, start) in [
      ("try -", "<stdin>: "), ("why -", "Run "), ("why - --all --out -", "experiment,run,arm"),
    ] {
      for name in ["page.trace.json", "page.csv"] {
        let outcome = try piped(name, words)
        #expect(outcome.status == 0 && outcome.output.hasPrefix(start), "\(outcome)")
      }
    }
    #expect(try piped("good.lab", "why -").output == tool.run("why", "good.lab").output)
    let script = try piped("good.lab", "try -")
    #expect(script.status == 3 && script.errors.contains("this is a script."))
    try tool.write(
      "TimeInSeconds,MsBetweenPresents,MsUntilDisplayed\n1,16,20\n1.016,16,20\n", to: "m.csv")
    let measured = try piped("m.csv", "measure -")
    #expect(measured.status == 0 && measured.output.hasPrefix("<stdin>"), "\(measured)")
  }

  @Test func `never prints what a file name could play tricks with`() throws {
    try tool.write(trace, to: "a\n\u{202e}b.json")
    for words in [["import"], ["try"], ["try", "--least", "1 s"]] {
      let outcome = try tool.run(words + ["a\n\u{202e}b.json"])
      #expect((outcome.output + outcome.errors).hasPrefix("a__b.json: "), "\(outcome)")
    }
    let written = try tool.run("try", "a\n\u{202e}b.json", "--save", "mine.lab")
    #expect(written.status == 0)
    #expect(try tool.run("check", "mine.lab").status == 0)
  }

  @Test func `never replaces another file without a word`() throws {
    try tool.write("mine\n", to: "page.csv")
    let refused = try tool.run("import", "page.trace.json")
    #expect(refused.status == 4 && refused.output == "")
    #expect(refused.errors.contains("'page.csv' is there already."))
    #expect(!tool.names().contains("page.provenance.json"))
    #expect(try tool.data(of: "page.csv") == Data("mine\n".utf8))
    #expect(try tool.run("import", "page.trace.json", "--force").status == 0)
    #expect(try tool.run("import", "page.trace.json").status == 0, "the same bytes do no harm")
    #expect(try tool.run("import", "page.trace.json", "--out", "nowhere/x").status == 4)
    try tool.write(trace, to: "x.csv")
    #expect(try tool.run("import", "x.csv", "--force").status == 2, "it would replace itself")
    #expect(tool.names().allSatisfy { !$0.hasSuffix(".partial") })
  }

  @Test func `asks for the thread if it is in doubt`() throws {
    let two = trace.replacing(
      "\n]}",
      with: """
        ,
        {"ph":"M","pid":8,"tid":1,"ts":0,"name":"thread_name","args":{"name":"CrRendererMain"}},
        {"ph":"X","pid":8,"tid":1,"ts":5000000,"dur":30000,"name":"RunTask"}
        ]}
        """)
    try tool.write(two, to: "two.json")
    for words in [["import", "two.json"], ["try", "two.json"]] {
      let outcome = try tool.run(words)
      #expect(outcome.status == 2 && outcome.output == "")
      #expect(outcome.errors.contains("Choose one with --thread and --process."))
      #expect(outcome.errors.contains("CrRendererMain      3     41.6        40.0\n"))
    }
    #expect(tool.names() == ["failing.lab", "good.lab", "page.trace.json", "two.json"])
    let list = try tool.run("import", "two.json", "--list")
    #expect(list.status == 0 && list.output.split(separator: "\n").count == 3)
    #expect(try tool.run("import", "two.json", "--process", "8").status == 0)
    #expect(try tool.run("import", "two.json", "--process", "9").status == 2)
  }

  @Test func `takes what is whole of a truncated file, or refuses it`() throws {
    try tool.write(String(trace.dropLast(30)), to: "cut.json")
    let outcome = try tool.run("import", "cut.json")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("The file ends in the middle; what is whole was read."))
    let why = try tool.run("why", "cut.json")
    #expect(why.errors.contains("cut.json: note: The file ends in the middle"))
    let strict = try tool.run("import", "cut.json", "--whole-file", "--out", "strict")
    #expect(strict.status == 3 && !tool.names().contains("strict.csv"))
    #expect(strict.errors.hasPrefix("cut.json: error: the file ends in the middle."))
  }

  @Test(arguments: [
    ("x.txt", "hello\n", "x.txt: error: this format is unknown."),
    ("x.json", "{\"traceEvents\":[{\"ph\":\"X\",,\n", "x.json: error: byte 26: "),
    ("x.cpuprofile", "{\"nodes\":[],\"samples\":[]}", "x.cpuprofile: error: this is a CPU profile"),
    ("x.csv", "start_us,duration_us,name\n0,5,a\n", "x.csv: error: this is a recording already."),
    ("x.json", "{\"traceEvents\":[]}", "x.json: error: this trace holds no tasks."),
    (
      "x.json", #"[{"ph":"X","pid":1,"tid":1,"ts":10,"dur":5,"name":"RunTask"}]"#,
      "x.json: error: the only task is shorter than --least; the longest takes 5 us."
    ),
  ])
  func `ends with 3 for a file that gives no recording`(
    name: String, text: String, message: String
  ) throws {
    try tool.write(text, to: name)
    let outcome = try tool.run("import", name)
    #expect(outcome.status == 3 && outcome.output == "")
    #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    #expect(!tool.names().contains("x.provenance.json"))
  }

  /// Two traces of GoogleChrome/lighthouse, core/test/fixtures/traces (Apache-2.0), unchanged and
  /// compressed here, summed once more by a script of another language; skipped without Python.
  @Test(arguments: ["frame-metrics-m90", "timespan-responsiveness-m103"])
  func `names tasks by their code, with the sums of another reader`(name: String) throws {
    let folder = Checkout.root.appending(path: "Tests/LabStudyTests/Fixtures/lighthouse")
    let trace = folder.appending(path: "\(name).trace.json.gz").path
    #expect(try tool.run("import", trace, "--least", "0 us").status == 0)
    let summed = try tool.shell(
      """
      python3 --version > /dev/null 2>&1 || { echo "no Python: not compared" >&2; exit 77; }
      process=$(sed -n 's/.*"process": \\([0-9]*\\).*/\\1/p' \(name).provenance.json)
      python3 '\(folder.path)/sum_tasks.py' '\(trace)' \(name).csv "$process"
      """)
    #expect([0, 77].contains(summed.status), "\(summed.errors)")
    #expect(summed.status == 77 || summed.output.split(separator: "\n").count == 3)
  }

  @Test(arguments: ["import", "try"])
  func `says what it cannot read`(name: String) throws {
    #expect(try tool.run(name, "nothing.json").status == 3)
    #expect(
      try tool.run(name, ".").errors == ".: error: the file cannot be read: it is not a file.\n")
  }
}
