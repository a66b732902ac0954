import Foundation
import TestSupport
import Testing

@Suite struct `What compare cannot compare` {
  private static let recording = Checkout.root
    .appending(path: "experiments/work/recordings/own-app.trace.json.gz").path
  private static let page = Checkout.root
    .appending(path: "experiments/work/recordings/plotly-pan.trace.json").path

  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(ShortRecording.app(task: 40_000), to: "app.json")
    try tool.write("", to: "empty.json")
    try tool.write("start_us,duration_us,name\n0,1,a\n", to: "tasks.csv")
    let whole = try Data(contentsOf: URL(filePath: Self.recording))
    try tool.write(whole.prefix(whole.count / 2), to: "cut.json.gz")
  }

  @Test(arguments: [
    (["gone.json.gz"], "gone.json.gz: error: there is no such file or folder."),
    (["empty.json"], "empty.json: error: the file is empty. Name a recording"),
    (["tasks.csv"], "tasks.csv: error: the file lists tasks, and tells of no driver"),
    (["good.lab"], "good.lab: error: the file is no trace. Name a recording"),
    (["cut.json.gz"], "cut.json.gz: error: the file ends in the middle"),
    ([page], "plotly-pan.trace.json: error: this is no recording of 'LabRecorder'"),
  ])
  func `is named, whichever side it is`(other: [String], message: String) throws {
    for operands in [["app.json"] + other, other + ["app.json"]] {
      let outcome = try tool.run(["compare"] + operands)
      #expect(outcome.status == 3 && outcome.output == "", "\(outcome.output)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test func `is a limit for pages, of which nothing is crossed`() throws {
    let outcome = try tool.run("compare", Self.page, Self.page)
    #expect(outcome.status == 0 && outcome.output.contains("\nNot crossed: a trace of a browser"))
    let limit = try tool.run("compare", Self.page, Self.page, "--worse-than", "5 %")
    #expect(limit.status == 2 && limit.errors.contains("these traces do not tell of a driver"))
  }

  @Test func `is a result without a run of the other's sweep, arm, driver and seed`() throws {
    let script =
      "sweep hiccup = 1 ms, 2 ms\nload a at 50 ms takes {hiccup} as main-queue\n" + Tool.script
    for (old, new, words) in [
      ("ball", "disc", "'driver' is 'ball' in the first and 'disc' in the second."),
      (
        "1 ms, 2 ms", "3 ms", "'hiccup' is '1 ms' and '2 ms' in the first and '3 ms' in the second."
      ),
      ("seed 1", "seed 2", "they have other seeds. Run both scripts again with '--seed 1'."),
    ] {
      let other = "seed 1\n" + script
      try tool.write(other, to: "before.lab")
      try tool.write(other.replacing(old, with: new), to: "after.lab")
      #expect(
        try tool.run("run", "before.lab", "after.lab", "-q", "--out", "r", "--force").status == 0)
      let outcome = try tool.run("compare", "r/before", "r/after", "--same")
      #expect(outcome.status == 3 && outcome.errors.contains(words), "\(outcome.errors)")
      let seeds = ["--seed", "1", "-q", "--out", "r", "--force"]
      _ = try tool.run(["run", "before.lab", "after.lab"] + seeds)
      #expect(
        (try tool.run("compare", "r/before", "r/after", "--same").status == 0) == (old == "seed 1"))
    }
  }

  @Test func `is a result of a script of another name, unless that is a variant`() throws {
    try tool.write("include good.lab\nset link.ball.in = tracking\n", to: "better.lab")
    #expect(try tool.run("run", "good.lab", "better.lab", "-q", "--out", "r").status == 0)
    let refused = try tool.run("compare", "r/good", "r/better")
    #expect(refused.status == 3 && refused.errors.contains("Add --same"), "\(refused.errors)")
    let outcome = try tool.run("compare", "r/good", "r/better", "--same")
    #expect(outcome.status == 0 && outcome.words.contains("two experiments, ‘good’ and ‘better’"))
    #expect(
      outcome.words.contains("‘better’ drops more frames than ‘good’: arm ‘link’ 0 → 57."),
      "\(outcome.output)")
  }
}
