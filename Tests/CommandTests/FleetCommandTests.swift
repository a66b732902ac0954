import Foundation
import TestSupport
import Testing

@Suite struct `A ranking of recordings by the command` {
  private let tool: Tool
  /// Recordings of a fleet, the last of which is left out.
  private let names = ["fleet/1.json", "fleet/2.json", "fleet/f3.json.gz"]

  init() throws {
    let recorded = Checkout.root.appending(path: "experiments/reality/recordings/\(names[2])")
    tool = try Tool([
      "good.lab": Data(Tool.script.utf8), names[0]: Data(ShortRecording.app(task: 40_000).utf8),
      names[1]: Data(ShortRecording.app(task: 60_000).utf8), names[2]: Data(contentsOf: recorded),
    ])
  }

  private func table(in out: String) throws -> String {
    try tool.text(of: "\(out)/fleet.whatif/whatif.csv")
  }

  @Test func `has the same bytes in one piece, by shards, and after a kill`() throws {
    let whole = try tool.run(
      "why", "fleet", "--all", "--out", "whole", "--report", "json=whole.json")
    #expect(whole.status == 0, "\(whole.errors)")
    try AnswerKeys.expect(
      [String(decoding: tool.data(of: "whole.json"), as: UTF8.self)], in: "fleet-keys.txt")
    let rows = try table(in: "whole").split(separator: "\n")
    #expect(rows[0] == "recording,change,dropped,saved" && rows.count > 20)
    // Nothing is left of the journal.
    #expect(tool.names(in: "whole") == ["fleet.whatif"])
    #expect(tool.names(in: "whole/fleet.whatif") == ["manifest.json", "whatif.csv"])

    for shard in ["2/2", "1/2"] {
      let part = try tool.run("why", "fleet", "--all", "--out", "parts", "--shard", shard)
      #expect(part.status == 0, "\(part.errors)")
    }
    let joined = try tool.run("why", "fleet", "--all", "--out", "parts", "--resume")
    let report = "json: whole.json: 1 answer\n"
    #expect(
      joined.output.replacing("parts/", with: "whole/") + report == whole.output)
    #expect(try table(in: "parts") == table(in: "whole"))
    #expect(
      tool.names(in: "parts")
        == ["fleet.whatif", "fleet.whatif.shard-1-of-2", "fleet.whatif.shard-2-of-2"])

    let process = try tool.start(["why", "fleet", "--all", "--out", "killed"])
    let journal = tool.folder.appending(path: "killed/.fleet.whatif.partial/runs.journal").path
    while process.isRunning {
      let attributes = try? FileManager.default.attributesOfItem(atPath: journal)
      if (attributes?[.size] as? Int ?? 0) > 1_000 { break }
      usleep(2_000)
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(tool.names(in: "killed").contains(".fleet.whatif.partial"))
    // What is not whole at the end of a journal is cut off.
    try Data(contentsOf: URL(filePath: journal)).dropLast(7).write(to: URL(filePath: journal))
    let refused = try tool.run("why", "fleet", "--all", "--out", "killed")
    #expect(refused.status == 4 && refused.errors.contains("Add --resume to go on"))
    let resumed = try tool.run("why", "fleet", "--all", "--out", "killed", "--resume")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(try table(in: "killed") == table(in: "whole"))
  }

  @Test func `refuses what belongs to other recordings`() throws {
    #expect(
      try tool.run("why", "fleet", "--all", "--out", "a", "--shard", "1/2").status == 0)
    let other = try tool.run(
      ["why"] + names.prefix(2) + ["--all", "--out", "a", "--resume"])
    #expect(other.status == 3 && other.errors.contains("a shard of other recordings"))
    for words in [["good.lab", "--all", "--resume"], ["good.lab", "--all", "--shard", "1/2"]] {
      let outcome = try tool.run(["why"] + words)
      #expect(outcome.status == 2 && outcome.errors.contains("about several recordings"))
    }
  }

  /// Two studies of different recordings whose folders have one name.
  @Test func `is whole if there are two rankings at once, and the other one says why not`() throws {
    let (one, other) = (ShortRecording.app(task: 40_000), ShortRecording.app(task: 60_000))
    let tool = try Tool(files: [
      "a/fleet/1.json": one, "a/fleet/2.json": one, "b/fleet/1.json": other,
      "b/fleet/2.json": other,
    ])
    let outcome = try tool.shell(
      """
      for side in a b; do "$0" why $side/fleet --all -o $side.whole > /dev/null || exit 9; done
      for n in $(seq \(Count("rankings at once").value)); do
        "$0" why a/fleet --all -o w > /dev/null 2> a.err & one=$!
        "$0" why b/fleet --all -o w --force > /dev/null 2> b.err & two=$!
        wait $one; a=$?
        wait $two; b=$?
        for side in a b; do
          cmp -s w/fleet.whatif/whatif.csv $side.whole/fleet.whatif/whatif.csv && winner=$side
        done
        echo "$a $b ${winner:-mixed} $(cat a.err b.err)"
        [ "$(ls -A w)" = fleet.whatif ] || echo "left: $(ls -A w)"
        winner=; rm -r w
      done
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let busy =
      "runlooplab: error: 'w/fleet.whatif' is being written by another runlooplab. Wait until it"
      + " ends, or choose another folder with --out DIR."
    for line in outcome.output.split(separator: "\n") {
      // One after the other, each replaces what can be made again.
      let isTrue =
        line == "0 4 a \(busy)" || line == "4 0 b \(busy)" || line == "0 0 a " || line == "0 0 b "
      #expect(isTrue, "\(line)")
    }
  }

  @Test(arguments: [["--set", "a=1"], ["--budget", "3"], ["--by", "missed"], ["--from", "1 s"]])
  func `refuses what it would not heed`(option: [String]) throws {
    let outcome = try tool.run(["why", "fleet", "--all"] + option)
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(
      outcome.errors.contains(
        "'\(option[0])' has no meaning for a ranking over several recordings. Leave it out."))
  }
}
