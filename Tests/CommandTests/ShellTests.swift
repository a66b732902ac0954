import Foundation
import ResultSupport
import TestSupport
import Testing

@testable import runlooplab

@Suite struct `In the shell` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func `a script comes from standard input`() throws {
    let outcome = try tool.shell("\"$0\" run - < good.lab && \"$0\" check - < good.lab")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("✓ link.ball.double_fires == 0"))
    #expect(outcome.output.hasSuffix("\n-: 2 runs, 1 expectation, no mistakes\n"))
    #expect(tool.names(in: "results") == ["stdin"])
    let broken = try tool.shell("sed 's/1 s$/1/' good.lab | \"$0\" check -")
    #expect(broken.status == 3)
    #expect(broken.errors.hasPrefix("<stdin>:5:11: error: '1' has no unit."))
  }

  /// What bash completes, by its own functions.
  @Test(arguments: [
    ("runlooplab t", ["try", "tour"]), ("runlooplab run --col", ["--color"]),
    ("runlooplab run --color a", ["auto", "always"]),
    ("runlooplab run --presentmon ", ["v1", "v2"]),
    ("runlooplab check go", ["good.lab"]), ("runlooplab help lang", ["language"]),
  ])
  func `bash completes`(line: String, expected: [String]) throws {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let outcome = try tool.shell(
      """
      "$0" completion bash > completion
      bash -c 'source ./completion; COMP_WORDS=("$@"); COMP_CWORD=\(words.count - 1)
      _runlooplab; echo "${COMPREPLY[@]}"' - \(words.map { "'\($0)'" }.joined(separator: " "))
      """)
    #expect(
      outcome.output.split(separator: "\n").last?.split(separator: " ").map(String.init) == expected
    )
  }

  @Test(arguments: Completion.Shell.allCases)
  func `there are completions of every option`(shell: Completion.Shell) {
    let script = Completion(subcommands: Command.subcommands).script(for: shell)
    for subcommand in Command.subcommands {
      #expect(script.contains(subcommand.name))
      for option in subcommand.usage.options {
        let name = shell == .fish ? "-l \(option.name.dropFirst(2)) -d" : option.name
        #expect(script.contains(name), "\(option.name)")
      }
    }
  }

  @Test func `a script is watched until it is enough`() throws {
    let outcome = try tool.shell(
      """
      "$0" watch good.lab > seen 2> errors & watch=$!
      wait_for() { for n in $(seq 600); do grep -q "$1" seen errors && return; sleep 0.05; done; }
      wait_for "watching 1 file"
      cp failing.lab good.lab; wait_for "✗ link.ball.double_fires == 1"
      echo "rum 1 s" >> good.lab; wait_for "'rum' is not a statement"
      sed 's/ball/disc/g' failing.lab > good.lab; wait_for "✗ link.disc.double_fires == 1"
      kill -TERM $watch
      for n in $(seq 100); do kill -0 $watch 2> /dev/null || break; sleep 0.05; done
      kill -KILL $watch 2> /dev/null && echo "goes on"
      cat seen errors
      """)
    #expect(outcome.output.contains("✓ link.ball.double_fires == 0"))
    #expect(outcome.output.contains("✗ link.ball.double_fires == 1"))
    #expect(outcome.output.contains("'rum' is not a statement"))
    #expect(outcome.output.contains("✗ link.disc.double_fires == 1"))
    #expect(!outcome.output.hasPrefix("goes on"))
    #expect(!tool.names().contains("results"))
  }

  @Test func `Ctrl-C shows what is known so far`() throws {
    let outcome = try tool.shell(
      """
      "$0" run good.lab --repeat 2000 & run=$!
      \(Tool.untilKept)
      kill -INT $run; wait $run
      """)
    #expect(outcome.status == 130)
    #expect(outcome.errors.contains("Ctrl-C again ends at once.\n"))
    #expect(outcome.errors.contains("the same command with --resume goes on."))
    #expect(outcome.output.contains("known so far, from "))
    #expect(outcome.output.contains("\narm ") && !outcome.output.contains("✓"))
  }

  @Test func `a result is made again from its manifest`() throws {
    let words = ["--set", "display=120 Hz", "--repeat", "2"]
    #expect(try tool.run(["run", "good.lab"] + words).status == 0)
    #expect(try tool.shell("rm good.lab").status == 0)
    let outcome = try tool.run("verify", "results/good")
    #expect(outcome.status == 0)
    #expect(outcome.output == "results/good: 4 runs repeated; all 4 files have the same bytes.\n")
    #expect(try tool.run("verify", "results").output == outcome.output)
    for path in ["./nothing", "failing.lab"] {
      let missing = try tool.run("verify", path)
      #expect(missing.status == 3)
      #expect(missing.errors.contains("'\(path)' holds no result that can be read. Name a folder"))
    }
    #expect(
      try tool.shell("sed -i.old 's/timer,ball/timer,bell/' results/good/runs.csv").status == 0)
    let changed = try tool.run("verify", "results/good")
    #expect(changed.status == 3)
    #expect(changed.errors.contains("'results/good/runs.csv' is missing or was changed."))
    #expect(!changed.errors.contains("--out"))
    #expect(changed.errors.contains("Move or delete 'results/good', and write the result again"))
    try tool.write(Tool.script, to: "good.lab")
    #expect(try tool.run("run", "good.lab", "--quiet", "--force").status == 4)
    #expect(try tool.shell("rm -r results/good").status == 0)
    #expect(try tool.run("run", "good.lab", "--quiet").status == 0)
    #expect(try tool.run("verify", "results/good").status == 0)
  }

  @Test func `the metrics of a result are chosen`() throws {
    #expect(try tool.run("run", "good.lab", "--metrics", "dropped,lateness_max").status == 0)
    let header = try tool.shell("head -1 results/good/runs.csv").output
    #expect(header.contains("fingerprint,lateness_max_ms,dropped,schema\n"))
    #expect(try tool.run("verify", "results/good").status == 0)
    let mistake = try tool.run("run", "good.lab", "--metrics", "dropped", "--metric", "overwritten")
    #expect(mistake.status == 2)
    #expect(mistake.errors.contains("Write '--metrics dropped,overwritten'."))
    #expect(try tool.run("run", "good.lab", "--metric", "tie_pkpk").status == 0)
    #expect(try tool.shell("head -1 results/good/runs.csv").output.contains(",tie_pkpk_ms,"))
    let sizes = try tool.run("check", "good.lab", "--metrics", "dropped").output
    #expect(sizes.contains("runs.csv") && sizes.contains("manifest.json"))
  }

  /// A result has the usual columns, with 'all' every column, and the same numbers in both.
  @Test(arguments: ["scroll-freeze", "unbounded-delay"])
  func `a result has the usual metrics or all`(name: String) throws {
    let script = Checkout.experiment(name).path
    #expect(try tool.run("run", script, "--metrics", "all", "--out", "all").status == 0)
    let all = try tool.data(of: "all/\(name)/runs.csv")
    let golden = Checkout.root.appending(path: "Tests/LabResultsTests/Fixtures/golden/\(name).csv")
    #expect(try all == Data(contentsOf: golden))
    #expect(try tool.run("run", script).status == 0)
    for file in ["runs", "summary"] {
      let some = parseCSV(try tool.text(of: "results/\(name)/\(file).csv"))
      var whole = parseCSV(try tool.text(of: "all/\(name)/\(file).csv"))
      let (few, many) = (some.joined().count, whole.joined().count)
      #expect(few < many / 2)
      if let metric = whole[0].firstIndex(of: "metric") {
        let metrics = Set(some.map { $0[metric] })
        whole = whole.filter { metrics.contains($0[metric]) }
      }
      let places = try some[0].map { column in try #require(whole[0].firstIndex(of: column)) }
      #expect(some == whole.map { row in places.map { row[$0] } }, "\(file)")
    }
    #expect(try tool.run("verify", "results/\(name)", "all/\(name)").status == 0)
    let comparison = try tool.run("compare", "all/\(name)", "results/\(name)")
    #expect(comparison.output.contains("all of them identical to the last event."))
    #expect(
      comparison.output.replacing("\n", with: " ").contains("Write both with '--metrics all'."))
    // A metric that is no column is measured again.
    let worst = try tool.run("show", "results/\(name)", "--worst", "tie_pkpk")
    #expect(worst.status == 0 && worst.errors.isEmpty)
    #expect(worst.output.contains("the greatest tie_pkpk, "))
  }

  @Test func `parts with different columns are not merged`() throws {
    for (part, columns) in [("1/2", "all"), ("2/2", "dropped")] {
      #expect(try tool.run("run", "good.lab", "--shard", part, "--metrics", columns).status == 0)
    }
    let outcome = try tool.run("merge", "results")
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.contains("they differ in the columns of metrics ('--metrics')."))
  }

  @Test func `the lists of a trace are chosen, and their sizes told`() throws {
    #expect(try tool.run("run", "good.lab", "--trace", "firings,refreshes").status == 0)
    let names = tool.names(in: "results/good")
    #expect(names.contains("firings.csv") && names.contains("refreshes.csv"))
    #expect(!names.contains("events.csv") && !names.contains("blame.csv"))
    #expect(try tool.run("run", "--trace", "good.lab").status == 0)
    #expect(tool.names(in: "results/good").count == 12)
    let outcome = try tool.run("check", "good.lab", "--plan", "--trace")
    let sizes = outcome.output.split(separator: "\n").filter { $0.contains(".csv") }
    #expect(sizes.count == 9)
    let lists = ["runs", "summary", "refreshes", "firings", "blame", "events"]
    for (list, line) in zip(lists, sizes) {
      let words = line.split(separator: " ").map(String.init)
      #expect(words[0] == "\(list).csv")
      guard words[1] == "about", let size = Int(words[2]) else { continue }
      let bytes = try tool.data(of: "results/good/\(list).csv").count
      #expect((bytes / 1100...max(1, bytes / 900)).contains(size), "\(list) has \(bytes) bytes")
    }
  }
}
