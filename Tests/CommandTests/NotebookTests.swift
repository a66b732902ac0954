import Foundation
import TestSupport
import Testing

/// The examples of the article on notebooks, where the programs are there to run them.
@Suite struct `An example for notebooks` {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    let script = Checkout.experiment("lost-ticks").path
    #expect(try tool.run("run", script, "-q").status == 0)
  }

  private static func example(in language: String) throws -> String {
    let page = try String(
      contentsOf: Checkout.root.appending(
        path: "Sources/LabResults/LabResults.docc/Notebooks.md"), encoding: .utf8)
    let parts = page.components(separatedBy: "```\(language)\n")
    return try #require(parts.dropFirst().first).components(separatedBy: "```")[0]
  }

  @Test(arguments: [
    ("python", "python3", ["pandas", "matplotlib"], "pandas.svg"), ("r", "Rscript", [], "r.svg"),
    ("gnuplot", "gnuplot", [], "gnuplot.svg"),
  ])
  func `draws its figure`(
    language: String, program: String, modules: [String], figure: String
  ) throws {
    let example = try Self.example(in: language)
    guard let interpreter = try Interpreter(program, with: modules) else { return }
    try tool.write(example, to: "example")
    let outcome = try interpreter.run(["example"], in: tool.folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let svg = try tool.text(of: figure)
    #expect(svg.contains("<svg") && svg.count > 5_000)
    // A block of 300 ms swallows 17 dates of the timer, and one of them comes late.
    if language != "gnuplot" { #expect(outcome.output.contains("17"), "\(outcome.output)") }
  }
}
