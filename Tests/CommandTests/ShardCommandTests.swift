import Foundation
import TestSupport
import Testing

@Suite struct `Shards of the command` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func `are merged into the bytes of one run`() throws {
    for number in 1...3 {
      let outcome = try tool.run(
        "run", "good.lab", "failing.lab", "--repeat", "4", "--shard", "\(number)/3", "--out",
        "parts")
      #expect(outcome.status == 0)
    }
    #expect(tool.names(in: "parts").count == 6)
    let merged = try tool.run("merge", "parts")
    #expect(merged.status == 1)
    #expect(merged.output.contains("✗ failing  1 of 1 fail; link.ball.double_fires == 1: 0"))
    #expect(try tool.run("run", ".", "--repeat", "4", "--out", "whole").status == 1)
    for name in ["good", "failing"] {
      #expect(try tool.files(in: "results/\(name)") == tool.files(in: "whole/\(name)"))
    }
  }

  @Test func `take their number from an array of jobs`() throws {
    let outcome = try tool.shell(
      """
      for n in 0 1; do
        env -u SLURM_ARRAY_TASK_ID -u PARALLEL_SEQ JOB_COMPLETION_INDEX=$n \
          "$0" run good.lab --repeat 3 --shard auto/2 || exit 9
      done
      "$0" merge results
      """)
    #expect(outcome.status == 0)
    #expect(tool.names(in: "results") == ["good", "good.shard-1-of-2", "good.shard-2-of-2"])
  }

  @Test(
    .enabled(
      if: ["/usr/bin/parallel", "/usr/local/bin/parallel", "/opt/homebrew/bin/parallel"]
        .contains(where: FileManager.default.isExecutableFile), "GNU parallel is not installed"))
  func `are performed by GNU parallel`() throws {
    let outcome = try tool.shell(
      """
      export HOME="$PWD"; unset SLURM_ARRAY_TASK_ID JOB_COMPLETION_INDEX
      seq 4 | parallel -j 2 -n0 --will-cite "$0" run good.lab --repeat 5 --jobs 1 --shard auto/4 &&
      "$0" merge results && "$0" run good.lab --repeat 5 --out whole
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try tool.files(in: "results/good") == tool.files(in: "whole/good"))
  }

  @Test func `that are missing are named, and nothing is written`() throws {
    #expect(try tool.run("run", "good.lab", "--shard", "2/3").status == 0)
    let outcome = try tool.run("merge", "results", "--out", "whole")
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("'good' has 3 shards, of which 1, 3 are missing."))
    #expect(tool.names().contains("whole") == false)
  }
}

@Suite struct `The comparison of the command` {
  @Test func `ends with 1 for others than equal results if that is asked`() throws {
    let tool = try Tool()
    for (script, out) in [("good.lab", "a"), ("good.lab", "b")] {
      #expect(try tool.run("run", script, "--trace", "--out", out).status == 0)
    }
    let equal = try tool.run("compare", "a/good", "b/good", "--identical")
    #expect(equal.status == 0)
    #expect(equal.output.contains("all of them identical"))
    try tool.write(
      Tool.script.replacing("in default", with: "in default takes 3 ms"), to: "good.lab")
    #expect(try tool.run("run", "good.lab", "--trace", "--out", "c").status <= 1)
    let other = try tool.run("compare", "a/good", "c/good", "--identical")
    #expect(other.status == 1)
    #expect(other.output.contains("The traces diverge in run 0, arm "))
    let wrong = try tool.run("compare", "a/good", "a")
    #expect(wrong.status == 3)
    #expect(wrong.errors.contains("'a' is not a result: it holds no manifest.json."))
  }
}
