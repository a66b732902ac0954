import Foundation
import TestSupport
import Testing

@Suite struct `A killed command` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// How often the command is killed at a random time: `LAB_KILL_COUNT` says it.
  private static let kills =
    Count("killed command").value

  /// Expects finished runs of 200, and that they are kept and resumed to the same bytes.
  private func expectRemains() throws {
    #expect(tool.names(in: "results").contains(".good.partial"))
    let words = ["run", "good.lab", "--repeat", "100"]
    let again = try tool.run(words)
    #expect(again.status == 4)
    #expect(again.errors.contains("'results/good' was begun and not finished. Add --resume"))
    #expect(tool.names(in: "results") == [".good.partial"])
    #expect(try tool.run(words + ["--resume"]).status == 0)
    #expect(tool.names(in: "results") == ["good"])
    #expect(try tool.files(in: "results/good") == Self.whole.get())
  }

  /// The files of those runs, if nothing kills the command.
  private static let whole = Result {
    let tool = try Tool()
    let outcome = try tool.run("run", "good.lab", "--repeat", "100")
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try tool.files(in: "results/good")
  }

  @Test(arguments: ["KILL", "INT", "TERM"])
  func `leaves finished runs, from which it is resumed to the same bytes`(signal: String) throws {
    let outcome = try tool.shell(
      """
      "$0" run good.lab --repeat 100 & run=$!
      \(Tool.untilKept)
      kill -\(signal) $run; wait $run
      """)
    #expect(outcome.status > 128)
    #expect(outcome.errors.contains("--resume goes on") == (signal != "KILL"))
    try expectRemains()
  }

  @Test func `says so in no file, if it cannot say so elsewhere`() throws {
    let outcome = try tool.shell(
      """
      "$0" run good.lab --repeat 100 > /dev/null 2>&- & run=$!
      \(Tool.untilKept)
      kill -TERM $run; wait $run
      """)
    #expect(outcome.status > 128)
    try expectRemains()
  }

  /// The shell counts the values that the search has tried when the command is killed: some, and
  /// not yet all.
  @Test func `goes on with a search where it was`() throws {
    let script = """
      display 60 Hz
      run 300 ms
      sweep hiccup = 0 ms, 40 ms, 80 ms
      load noise poisson 50 per s takes uniform 0..6 ms as main-queue
      load network at 104 ms takes {hiccup} as main-queue
      arm link
        link ball in default
      find largest hiccup within 1 us where link.ball.lateness_max <= 30 ms as budget
      find smallest hiccup over 1 ms .. 90 ms within 1 us where link.ball.dropped > 0

      """
    try tool.write(script, to: "search.lab")
    let outcome = try tool.shell(
      """
      "$0" run search.lab --out whole --quiet || exit 9
      searches=results/.search.partial/searches.journal
      hits=0
      for n in 1 2 3 4 5 6 7 8; do
        before=$(wc -c < $searches 2> /dev/null || echo 0)
        "$0" run search.lab --resume --quiet > /dev/null & run=$!
        until [ "$(wc -c < $searches 2> /dev/null || echo 0)" -gt $before ]; do
          kill -0 $run 2> /dev/null || break
        done
        kill -KILL $run 2> /dev/null; wait $run 2> /dev/null
        [ -d results/search ] && break
        [ -s $searches ] && hits=$((hits + 1))
        [ $hits -ge 3 ] && break
      done
      echo $hits
      test -d results/search || "$0" run search.lab --resume --quiet
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let hits = try #require(outcome.output.split(separator: "\n").last.flatMap { Int($0) })
    #expect(hits > 0, "no kill hit the search")
    #expect(tool.names(in: "results") == ["search"])
    #expect(try tool.files(in: "results/search") == tool.files(in: "whole/search"))
  }

  @Test(arguments: [20, 37])
  func `is resumed after a disk that was full`(blocks: Int) throws {
    // The limit lets a part of a record through.
    let outcome = try tool.shell(
      "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" run good.lab --repeat 100")
    #expect(outcome.status == 4)
    #expect(outcome.errors.contains("File too large. Every finished run is kept; the same command"))
    try expectRemains()
  }

  /// A command that is killed at some time, how often, and what its message says to type.
  private func kill(_ words: String, resume: String, expecting names: [String]) throws {
    try tool.write(Tool.script.replacing("1 s", with: "300 ms"), to: "good.lab")
    try tool.write(Tool.script.replacing("1 s", with: "200 ms"), to: "failing.lab")
    // Whatever is hit, the command that the message names ends with the bytes of a whole run.
    let outcome = try tool.shell(
      """
      "$0" run . --repeat 30 --trace --out whole > /dev/null
      "$0" run . --repeat 2 --trace > /dev/null
      for n in $(seq \(Self.kills)); do
        "$0" \(words) > /dev/null 2>&1 & run=$!
        sleep 0.$(od -An -N2 -tu2 /dev/urandom | tr -d ' ' | tail -c 3)
        kill -KILL $run 2> /dev/null; wait $run 2> /dev/null
      done
      "$0" \(resume) > /dev/null
      """)
    #expect(outcome.status <= 1, "\(outcome.errors)")
    #expect(tool.names(in: "results") == names)
    for name in names {
      #expect(try tool.files(in: "results/\(name)") == tool.files(in: "whole/\(name)"))
    }
  }

  @Test func `on a folder is resumed to the same bytes`() throws {
    let words = "run . --repeat 30 --trace --resume"
    try kill(words, resume: words, expecting: ["failing", "good"])
  }

  @Test func `with --force is resumed to the same bytes`() throws {
    let words = "run . --repeat 30 --trace --force"
    try kill(
      words, resume: words.replacing("--force", with: "--resume"), expecting: ["failing", "good"])
  }

  @Test func `leaves whole results or none, and finished runs to the next`() throws {
    #expect(try tool.run("run", "good.lab").status == 0)
    let before = try tool.files(in: "results/good")
    let outcome = try tool.shell(
      """
      "$0" run good.lab --repeat 1000 & run=$!
      \(Tool.untilKept)
      kill -KILL $run; wait $run
      """)
    #expect(outcome.status > 128)
    #expect(tool.names(in: "results") == [".good.lock", ".good.partial", "good"])
    #expect(try tool.files(in: "results/good") == before)
    let other = try tool.run("run", "good.lab", "--repeat", "2")
    #expect(other.status == 4)
    #expect(other.errors.contains("'results/good' was begun with another script, seed or option"))
    #expect(try tool.run("run", "good.lab", "--repeat", "2", "--force").status == 0)
    #expect(tool.names(in: "results") == ["good"])
  }

  @Test func `after its results were in their place leaves nothing that the next run keeps`() throws
  {
    // What is there if it dies between the two: the results, and the runs that they are made of.
    let outcome = try tool.shell(
      """
      "$0" run good.lab --repeat 100 & run=$!
      \(Tool.untilKept)
      kill -KILL $run; wait $run 2> /dev/null
      cp -R results/.good.partial aside
      "$0" run good.lab --repeat 100 --resume > /dev/null || exit 9
      cp -R aside results/.good.partial; touch results/.good.lock
      "$0" run good.lab --repeat 100 --resume
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("finished before"))
    #expect(tool.names(in: "results") == ["good"])
    // Finished runs of another request stay.
    let other = try tool.shell(
      """
      "$0" run good.lab --repeat 2 > /dev/null || exit 9
      cp -R aside results/.good.partial
      "$0" run good.lab --repeat 2 --resume
      """)
    #expect(other.status == 0, "\(other.errors)")
    #expect(tool.names(in: "results") == [".good.partial", "good"])
  }

  @Test func `is not taken for dead while it lives`() throws {
    let outcome = try tool.shell(
      """
      "$0" run good.lab --repeat 100000 > /dev/null 2>&1 & run=$!
      \(Tool.untilKept)
      for words in "" --resume --force; do
        "$0" run good.lab --repeat 100000 $words; echo $?
      done
      kill -KILL $run; wait $run
      test -s results/.good.partial/runs.journal
      """)
    #expect(outcome.status == 0)
    #expect(outcome.output == "4\n4\n4\n")
    #expect(outcome.errors.contains("'results/good' is being written by another runlooplab."))
  }

  /// In a container the command is process 1 each time.
  @Test(.enabled(if: Self.hasNamespaces, "processes cannot have a namespace of their own here"))
  func `is resumed where every process is number 1`() throws {
    let outcome = try tool.shell(
      """
      "$0" run good.lab --repeat 60 --out whole > /dev/null
      inside() { unshare --user --map-root-user --pid --fork --kill-child "$@"; }
      inside "$0" run good.lab --repeat 60 > /dev/null 2>&1 & run=$!
      \(Tool.untilKept)
      inside "$0" run good.lab --repeat 60 --resume; echo $?
      kill -KILL $run; wait $run 2> /dev/null
      until inside "$0" run good.lab --repeat 60 --resume > /dev/null; do sleep 0.01; done
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    // The second found the first alive, or finished already.
    #expect(outcome.output.contains("4\n") || outcome.output.contains("finished before"))
    #expect(try tool.files(in: "results/good") == tool.files(in: "whole/good"))
  }

  private static let hasNamespaces: Bool = {
    let shell = BuiltProgram(at: URL(filePath: "/bin/sh"))
    let test = "unshare --user --map-root-user --pid --fork --kill-child true"
    return (try? shell.run(["-c", test]).status) == 0
  }()
}

@Suite struct `A second run` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func `of an edited script replaces the result`() throws {
    #expect(try tool.run("run", "good.lab").status == 0)
    let before = try tool.files(in: "results/good")
    try tool.write(Tool.script.replacing("1 s", with: "2 s"), to: "good.lab")
    #expect(try tool.run("run", "good.lab").status == 0)
    #expect(try tool.files(in: "results/good") != before)
    #expect(tool.names(in: "results") == ["good"])
  }

  @Test func `leaves what was added or changed, and the way out works`() throws {
    #expect(try tool.run("run", "good.lab").status == 0)
    try tool.write("why", to: "results/good/notes.txt")
    for words in [[], ["--force"], ["--resume"]] {
      let outcome = try tool.run(["run", "good.lab", "--repeat", "2"] + words)
      #expect(outcome.status == 4 && outcome.output == "")
      #expect(
        outcome.errors
          == "runlooplab: error: 'results/good/notes.txt' was not written by the lab, so that "
          + "'results/good' is not replaced. Move or delete it, or choose another folder with "
          + "--out DIR.\n")
    }
    #expect(try tool.shell("mv results/good/notes.txt .").status == 0)
    #expect(try tool.run("run", "good.lab", "--repeat", "2").status == 0)
  }

  @Test func `of a folder goes on behind the experiments that are finished`() throws {
    try tool.write(Tool.script, to: "third.lab")
    #expect(try tool.run("run", "failing.lab", "good.lab").status == 1)
    let outcome = try tool.run("run", ".", "--resume")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("✓ good  1 of 1 hold, finished before\n"))
    #expect(outcome.output.contains("link.ball.double_fires == 1: 0\n"))
    #expect(outcome.output.contains("✓ third  1 of 1 hold; link.ball.double_fires = 0\n"))
    #expect(outcome.output.contains("3 experiments, 2 runs: 1 of 3 expectations fail."))
    #expect(tool.names(in: "results") == ["failing", "good", "third"])
  }
}
