import BuiltPrograms
import Foundation
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

  @Test func `has no colours and no progress unless it is watched`() throws {
    let outcome = try tool.run("run", "good.lab", "failing.lab")
    #expect(!outcome.output.contains("\u{1b}") && !outcome.errors.contains("\u{1b}"))
  }

  @Test(arguments: [
    ["plan", "good.lab", "--repeat", "2000"], ["run", "good.lab", "--out", "-", "--repeat", "100"],
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
    #expect(tool.names(in: "results/good").count == 4)
  }

  #if os(Linux)
    @Test func `says when a disk is full`() throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let outcome = try tool.run(["run", "good.lab", "--out", "-"], into: full)
      #expect(outcome.status == 4)
      #expect(
        outcome.errors
          == "runlooplab: error: standard output cannot be written: No space left on device.\n")
    }
  #endif

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
        "blame.csv", "disagreement.csv", "events.csv", "firings.csv", "manifest.json",
        "refreshes.csv", "runs.csv", "summary.csv", "verdicts.csv", "zoo.csv",
      ])
    #expect(try tool.files(in: "2/noise") == files)
  }

  @Test func `lists the runs of a plan`() throws {
    let outcome = try tool.run("plan", "good.lab", "--repeat", "2", "--seed", "7")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0] == "0  timer  seed 7")
  }

  @Test func `lists experiments with their questions`() throws {
    let outcome = try tool.run("list", ".")
    #expect(outcome.output == "failing  Does it run?\ngood     Does it run?\n")
  }

  @Test func `says what was checked`() throws {
    let outcome = try tool.run("check", "good.lab")
    #expect(outcome.output == "good.lab: 2 runs, 1 expectation, no mistakes\n")
  }

  @Test func `explains metrics and columns`() throws {
    let outcome = try tool.run("explain", "hitch_ratio", "began_ms")
    #expect(outcome.output.hasPrefix("hitch_ratio   (column hitch_ms_per_s)\n"))
    #expect(outcome.output.contains("\nbegan_ms\n\nWhen the callback began.\n"))
  }
}

@Suite struct `A killed command` {
  /// Expects finished runs of 200, and that they are kept and resumed to the same bytes.
  private func expectRemains(in tool: Tool) throws {
    let names = tool.names(in: "results")
    #expect(names.count == 1)
    #expect(names[0].hasPrefix(".good.") && names[0].hasSuffix(".partial"))

    let words = ["run", "good.lab", "--repeat", "100"]
    let again = try tool.run(words)
    #expect(again.status == 4)
    #expect(again.errors.contains("'results/good' was begun and not finished. Add --resume"))
    #expect(tool.names(in: "results") == names)
    #expect(try tool.run(words + ["--resume"]).status == 0)
    #expect(tool.names(in: "results") == ["good"])
    #expect(try tool.run(words + ["--out", "whole"]).status == 0)
    #expect(try tool.files(in: "results/good") == tool.files(in: "whole/good"))
  }

  @Test(arguments: ["KILL", "INT", "TERM"])
  func `leaves finished runs, from which it is resumed to the same bytes`(signal: String) throws {
    let tool = try Tool()
    let outcome = try tool.shell(
      """
      "$0" run good.lab --repeat 100 & run=$!
      until [ -s results/.good.$run.partial/runs.journal ]; do sleep 0.01; done
      kill -\(signal) $run; wait $run
      """)
    #expect(outcome.status > 128)
    #expect(outcome.errors.contains("--resume goes on") == (signal != "KILL"))
    try expectRemains(in: tool)
  }

  @Test(arguments: 0..<6)
  func `goes on with a search where it was`(round: Int) throws {
    let tool = try Tool()
    let script = """
      display 60 Hz
      run 2 s
      repeat 10 until ± 1 % of link.ball.lateness_mean
      sweep hiccup = 0 ms, 40 ms, 80 ms
      load noise poisson 50 per s takes uniform 0..6 ms as main-queue
      load network at 504 ms takes {hiccup} as main-queue
      arm link
        link ball in default
      find largest hiccup within 1 us where link.ball.lateness_max <= 30 ms as budget
      find smallest hiccup over 1 ms .. 90 ms within 1 us where link.ball.dropped > 0

      """
    try tool.write(script, to: "search.lab")
    // The command is killed again and again, at instants that depend on the machine.
    let outcome = try tool.shell(
      """
      "$0" run search.lab --out whole --quiet || exit 9
      for n in 1 2 3; do
        "$0" run search.lab --resume --quiet > /dev/null & run=$!
        sleep 0.\(round)$n; kill -KILL $run 2> /dev/null; wait $run 2> /dev/null
      done
      test -d results/search || "$0" run search.lab --resume --quiet
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(tool.names(in: "results") == ["search"])
    #expect(try tool.files(in: "results/search") == tool.files(in: "whole/search"))
  }

  @Test(arguments: [20, 37, 64])
  func `is resumed after a disk that was full`(blocks: Int) throws {
    let tool = try Tool()
    // The limit lets a part of a record through.
    let outcome = try tool.shell(
      "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" run good.lab --repeat 100")
    #expect(outcome.status == 4)
    #expect(outcome.errors.contains("File too large. Every finished run is kept; the same command"))
    try expectRemains(in: tool)
  }

  @Test func `leaves whole results or none, and its remains to the next`() async throws {
    let tool = try Tool()
    #expect(try tool.run("run", "good.lab").status == 0)
    let before = try tool.files(in: "results/good")
    try tool.write(Tool.script.replacing("1 s", with: "600 s"), to: "good.lab")
    let process = try tool.start(["run", "good.lab", "--force", "--repeat", "1000"])
    while tool.names(in: "results").count < 2, process.isRunning {
      try await Task.sleep(for: .milliseconds(1))
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(
      tool.names(in: "results") == [".good.\(process.processIdentifier).partial", "good"])
    #expect(try tool.files(in: "results/good") == before)

    try tool.write(Tool.script, to: "good.lab")
    #expect(try tool.run("run", "good.lab", "--force").status == 0)
    #expect(tool.names(in: "results") == ["good"])
  }
}
