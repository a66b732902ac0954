import Foundation
import TestSupport
import Testing

@Suite struct `The reports of a comparison` {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    let loaded = Tool.script.replacing(
      "arm timer", with: "load page every 90 ms takes 40 ms as main-queue\narm timer")
    try tool.write(loaded, to: "page.lab")
    _ = try tool.run("run", "good.lab", "page.lab", "-q", "--out", "a")
    _ = try tool.run("run", "good.lab", "-q", "--out", "b")
    _ = try tool.run("run", "page.lab", "-q", "--out", "b", "--set", "page.takes=20 ms")
  }

  @Test func `are the comment of a pull request, cases and annotations`() throws {
    let outcome = try tool.run(
      "compare", "a", "b", "--identical", "--report", "markdown=c.md", "--report", "junit=c.xml",
      "--report", "github")
    #expect(outcome.status == 1)
    let same = "2 pairs of drivers' runs, all of them identical to the last event."
    #expect(
      outcome.output.contains("good: \(same)\npage: ‘b/page’ drops fewer frames than ‘a/page’: "))
    #expect(
      outcome.output.contains("::error title=compare 'page' fails::‘b/page’ drops fewer frames"))
    let markdown = try tool.text(of: "c.md")
    #expect(markdown.hasPrefix("<!-- RunLoopLab -->\n\n### good\n\n✅ \(same)\n"))
    #expect(
      markdown.contains("### page\n\n❌ ‘b/page’ drops fewer frames")
        && markdown.contains("</details>"))
    let xml = try tool.text(of: "c.xml")
    #expect(xml.contains("<testsuites name=\"runlooplab\" tests=\"2\" failures=\"1\""))
    #expect(
      xml.contains(
        "name=\"page\" time=\"0\"><failure type=\"compare\" message=\"‘b/page’ drops fewer frames"))
    if let python = try Interpreter("python3", with: ["xmlschema"]) {
      let schema = Checkout.fixtures().appending(path: "junit-10.xsd").path
      let valid = try python.run(
        ["-c", "import xmlschema; xmlschema.XMLSchema('\(schema)').validate('c.xml')"],
        in: tool.folder)
      #expect(valid.status == 0, "\(valid.errors)")
    }
  }

  /// A longer run of the same timer drops as many frames, and other metrics differ.
  @Test(arguments: [["run=2 s"], ["display=120 Hz"], ["run=2 s", "link.ball.takes=1 ms"]])
  func `say what was set, and what differs where the drops do not`(settings: [String]) throws {
    let words = settings.flatMap { ["--set", $0] }
    _ = try tool.run(["run", "good.lab", "-q", "--out", "c"] + words)
    let output = try tool.run("compare", "a/good", "c/good").output
    for setting in settings { #expect(output.contains("+ --set '\(setting)'"), "\(output)") }
    let flat = output.replacing("\n", with: " ")
    #expect(
      flat.contains(#/Every arm drops as many .*; what differs most is \w+ of \w+\.\w+ \S+ → \S+/#),
      "\(output)")
    let back = try tool.run("compare", "c/good", "a/good").output
    for setting in settings { #expect(back.contains("- --set '\(setting)'"), "\(back)") }
  }

  @Test func `say that a metric is no column, and so was not compared`() throws {
    _ = try tool.run(["run", "good.lab", "-q", "--out", "d", "--set", "run=2 s"])
    func compare(_ metric: String) throws -> String {
      try tool.run("compare", "a/good", "d/good", "--metric", metric).output
        .replacing("\n", with: " ")
    }
    #expect(try compare("jumped").contains("No column of both results has 'jumped'"))
    #expect(!(try compare("fires")).contains("No column"))
  }

  @Test func `follow the limit that is given`() throws {
    let told = try tool.run("compare", "b/page", "a/page").output
    #expect(told.contains("'--worse-than 5%' ends"))
    #expect(try tool.shell(#""$0" compare b/page a/page --worse-than 5%"#).status == 1)
    let words = ["--worse-than", "5 %", "--report", "github"]
    let better = try tool.run(["compare", "a", "b"] + words)
    #expect(better.status == 0 && !better.output.contains("::"), "\(better.output)")
    let worse = try tool.run(["compare", "b/page", "a/page"] + words)
    #expect(
      worse.status == 1
        && worse.output.contains(
          "::error title=compare 'b/page a/page' fails::‘a/page’ drops more frames")
    )
  }

  @Test func `follow the limit of the metric that is asked for`() throws {
    let limit = ["--worse-than", "5 %", "--metric", "fps_avg"]
    let worse = try tool.run(["compare", "b/page", "a/page"] + limit)
    #expect(
      worse.status == 1
        && worse.output.contains("‘a/page’ is worse than ‘b/page’ by fps_avg"))
    #expect(try tool.run(["compare", "a/page", "b/page"] + limit).status == 0)
    let absent = ["--worse-than", "5 %", "--metric", "jumped"]
    #expect(try tool.run(["compare", "a/good", "b/good"] + absent).status == 6)
    let neither = try tool.run(
      "compare", "a/page", "b/page", "--worse-than", "5 %", "--metric", "refreshes")
    #expect(neither.status == 2 && neither.errors.contains("neither more nor less 'refreshes'"))
  }

  @Test func `end with 0 whatever changed, unless identical results are asked for`() throws {
    for pair in [["a", "b"], ["b", "a"], ["a/page", "b/page"], ["b/page", "a/page"]] {
      let plain = try tool.run(["compare"] + pair + ["--report", "github"])
      #expect(plain.status == 0 && !plain.output.contains("::"), "\(plain.output)")
      #expect(!plain.output.contains("✅ ‘"))
      #expect(try tool.run(["compare"] + pair + ["--identical"]).status == 1)
    }
    #expect(try tool.run("compare", "a/good", "b/good", "--identical").status == 0)
    let both = try tool.run("compare", "a", "b", "--identical", "--worse-than", "5 %")
    #expect(both.status == 2)
  }

  @Test func `name what only one folder has`() throws {
    try FileManager.default.removeItem(at: tool.folder.appending(path: "b/good"))
    let outcome = try tool.run("compare", "a", "b")
    #expect(outcome.errors == "'good' is not in b, and is not compared.\n")
    #expect(outcome.output.hasPrefix("page: ") && outcome.status == 0)
    _ = try tool.run("run", "good.lab", "-q", "--out", "c")
    for name in ["first", "second"] {
      try FileManager.default.copyItem(
        at: tool.folder.appending(path: "a/good"), to: tool.folder.appending(path: "c/\(name)"))
    }
    let several = try tool.run("compare", "a", "c")
    #expect(
      several.errors
        == "'page' is not in c, and is not compared.\n"
        + "'first' and 'second' are not in a, and are not compared.\n")
  }

  @Test(arguments: [
    (["--report", "hgrm"], "'hgrm' is about single runs"),
    (["--html", "p.html"], "'--html' is a page of two results"),
    (["--report", "markdown=-", "--report", "junit=-"], "standard output takes one report"),
  ])
  func `are refused if there is no such`(words: [String], message: String) throws {
    let outcome = try tool.run(["compare", "a", "b"] + words)
    #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
  }
}
