import Foundation
import TestSupport
import Testing

@Suite struct `The output of the command` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func `is CSV alone when it is asked for`() throws {
    let outcome = try tool.run("run", "good.lab", "--out", "-")
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("experiment,run,replication,seed,arm,driver,"))
    #expect(lines[1].hasPrefix("good,0,0,1,timer,ball,"))
    #expect(outcome.errors.contains("✓ link.ball.double_fires == 0"))
    #expect(tool.names() == ["failing.lab", "good.lab"])
  }

  @Test(arguments: [
    ["map", "good.lab", "-o", "a"], ["show", "good.lab", "-o", "a"],
    ["run", "good.lab", "--html=a"], ["run", "good.lab", "--report", "json=a"],
  ])
  func `has a file of one letter`(words: [String]) throws {
    #expect(try tool.run(words).status == 0)
    #expect(try !tool.data(of: "a").isEmpty)
  }

  @Test func `has no colours and no progress unless it is watched`() throws {
    let outcome = try tool.run("run", "good.lab", "failing.lab")
    #expect(!outcome.output.contains("\u{1b}") && !outcome.errors.contains("\u{1b}"))
  }

  @Test(arguments: [
    ["check", "--plan", "good.lab", "--repeat", "2000"],
    ["run", "good.lab", "--out", "-", "--repeat", "100"],
  ])
  func `may be left before its end`(words: [String]) throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let outcome = try tool.run(words, into: pipe.fileHandleForWriting)
    #expect(outcome.exited)
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains("error"))
  }

  @Test func `may be left while files are written`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let outcome = try tool.run(["run", "good.lab"], into: pipe.fileHandleForWriting)
    #expect(outcome.exited)
    #expect(outcome.status == 0)
    #expect(tool.names(in: "results/good").count == 5)
  }

  #if os(Linux)
    @Test(arguments: [
      ["run", "good.lab", "--out", "-"], ["run", "good.lab"], ["check", "--plan", "good.lab"],
      ["check", "good.lab"], ["explain", "missed"], ["list", "."], ["show", "good.lab"],
      ["--help"], ["help", "language"], ["--version"],
    ])
    func `says when a disk is full`(words: [String]) throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let outcome = try tool.run(words, into: full)
      #expect(outcome.status == 4)
      #expect(
        outcome.errors.hasSuffix(
          "runlooplab: error: standard output cannot be written: No space left on device.\n"))
    }
  #endif

  /// The first file that is opened gets the number of a stream that is closed.
  @Test(arguments: ["<&- >&- 2>&-", ">&-", "2>&-", "<&-", ">&- 2>&-"])
  func `is never written into a result when it is closed`(streams: String) throws {
    let outcome = try tool.shell(
      """
      "$0" run good.lab --out whole > /dev/null || exit 9
      "$0" run good.lab --out open \(streams); status=$?
      diff -r whole open && exit $status
      """)
    #expect(outcome.status == (streams.contains(">&-") && streams != "2>&-" ? 4 : 0))
  }

  @Test func `is quiet when it is asked to be`() throws {
    for words in [["run", "good.lab"], ["run", "good.lab", "--out", "-"]] {
      let outcome = try tool.run(words + ["--quiet"])
      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(outcome.output.isEmpty == !words.contains("-"))
    }
    let outcome = try tool.run("run", ".", "--quiet")
    #expect(outcome.status == 1)
    #expect(outcome.output.split(separator: "\n").count == 2)
    #expect(outcome.output.hasPrefix("failing: fails: link.ball.double_fires == 1\n"))
  }

  @Test func `shows tricks of names as text`() throws {
    for (name, shown) in [
      ("a\u{1b}[31mb.lab", "a\\u{1b}[31mb.lab"), ("a\u{202e}b.lab", "a\\u{202e}b.lab"),
      ("a\nb.lab", "a\\u{a}b.lab"),
    ] {
      try tool.write(Tool.script, to: name)
      for words in [["check", name], ["run", name], ["check", name + "x"], [name]] {
        let outcome = try tool.run(words)
        let said = outcome.output + outcome.errors
        #expect(!said.contains("\u{1b}") && !said.contains("\u{202e}"))
        #expect(!said.contains("a\n"))
        #expect(said.contains(shown.dropLast(4)))
      }
    }
    try tool.write(Tool.script.replacing("A test", with: "A \u{202e}test"), to: "title.lab")
    #expect(try tool.run("run", "title.lab").output.contains("A \\u{202e}test"))
  }

  @Test(arguments: ["=cmd.lab", "..lab", "+x.lab", "@x.lab"])
  func `has no name that begins a formula or a hidden folder`(name: String) throws {
    try tool.write(Tool.script, to: name)
    let outcome = try tool.run("run", name)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Rename the file, so that its name begins with a letter"))
    #expect(tool.names(in: "results") == [])
  }

  @Test func `needs a folder for temporary files only where it uses one`() throws {
    let outcome = try tool.shell(
      "export TMPDIR=/nowhere; \"$0\" run good.lab --quiet || exit 9; \"$0\" run good.lab --out -")
    #expect(outcome.status == 4)
    #expect(outcome.errors.contains("No such file or directory. Set TMPDIR to another folder."))
  }

  @Test func `has the same bytes for any number of jobs`() throws {
    let load = "load noise poisson 50 per s takes uniform 0..9 ms as port\narm timer"
    try tool.write(Tool.script.replacing("arm timer", with: load), to: "noise.lab")
    for jobs in ["1", "2"] {
      let outcome = try tool.run(
        "run", "noise.lab", "--repeat", "5", "--trace", "--jobs", jobs, "--out", jobs)
      #expect(outcome.status == 0)
    }
    let files = try tool.files(in: "1/noise")
    #expect(
      files.keys.sorted() == [
        "blame.csv", "datapackage.json", "events.csv", "firings.csv", "frame_rules.csv",
        "late_frames.csv",
        "manifest.json",
        "refreshes.csv", "rule_agreement.csv", "runs.csv", "summary.csv", "verdicts.csv",
      ])
    #expect(try tool.files(in: "2/noise") == files)
  }

  @Test func `lists the runs of a plan`() throws {
    let outcome = try tool.run("check", "--plan", "good.lab", "--repeat", "2", "--seed", "7")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 5 && lines[4].hasSuffix("4 runs, 1 expectation, no mistakes"))
    #expect(lines[0] == "0  timer  seed 7")
  }

  @Test func `lists experiments with their questions`() throws {
    let outcome = try tool.run("list", ".")
    #expect(outcome.output == "failing  Does it run?\ngood     Does it run?\n")
    try tool.write("run 1\n", to: "broken.lab")
    let others = try tool.run("list", ".")
    #expect(others.status == 3 && others.output == outcome.output)
    #expect(others.errors.hasPrefix("./broken.lab:1:5: error: '1' has no unit."))
  }

  @Test func `explains the rules of browsers with their sources`() throws {
    for (name, source) in [
      ("chromium", "task_queue_impl.cc"), ("firefox-esr153", "ThrottledEventQueue"),
      ("run-loop", "CFRunLoop.c"),
    ] {
      #expect(try tool.run("explain", "like", name).output.contains(source))
    }
    #expect(try tool.run("explain", "like netscape").errors.contains("no metric, column or word"))
  }

  @Test func `explains metrics and columns`() throws {
    let outcome = try tool.run("explain", "hitch_ratio", "began_ms")
    #expect(outcome.output.hasPrefix("hitch_ratio   (column hitch_ratio_ms_per_s)\n"))
    #expect(outcome.output.contains("\nbegan_ms   (in firings.csv)\n\nWhen the callback began.\n"))
    let long = try tool.run(
      "explain", "dropped", "slots", "schema", "lateness_max", "outlier", "saving")
    #expect(long.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(long.output)")
    #expect(long.output.contains("\nEdges    What a slot is, 'explain slot' tells."))
    #expect(long.output.contains("\n         "))
  }
}
