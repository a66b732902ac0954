import Foundation
import LabAnswer
import LabStudy
import TestSupport
import Testing

@testable import runlooplab

private let script = SampleScript.block

@Suite struct `A picture of the show command` {
  @Test(arguments: ["strip", "lanes", "plot"])
  func `writes every kind of picture`(kind: String) throws {
    let tool = try Tool(files: ["a.lab": script])
    let written = try tool.run("show", "a.lab", "--as", kind, "-o", "a.svg")
    #expect(written.status == 0, "\(written.errors)")
    let svg = try tool.text(of: "a.svg")
    #expect(svg.hasPrefix("<svg xmlns=") && svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("prefers-color-scheme"))
    let plain = try tool.run("show", "a.lab", "--as", kind, "--plain", "-o", "-")
    #expect(!plain.output.contains("<style>") && plain.output.contains("fill=\"#"))
    let paper = try tool.run(
      "show", "a.lab", "--as", kind, "--plain", "--width", "84mm", "-o", "-")
    #expect(paper.output.contains(" width=\"84mm\" height=\""))
    let text = try tool.run("show", "a.lab", "--as", kind, "--plain")
    #expect(text.output.contains("timer"))
    let lines = text.output.components(separatedBy: "\n").dropFirst()
    #expect(lines.filter { $0.count > 81 } == [])
    // What the signs mean stands below the picture.
    let legend = try #require(PictureStudy.Kind(rawValue: kind)).legend
    #expect(!legend.isEmpty)
    for term in legend {
      let start = term.meaning.split(separator: " ").prefix(3).joined(separator: " ")
      #expect(
        lines.contains { $0.hasPrefix(term.word + " ") && $0.contains(start) }, "\(term.word)")
    }
  }

  @Test func `draws a result as it draws the script`() throws {
    let tool = try Tool(files: ["a.lab": script])
    #expect(try tool.run("run", "a.lab", "--quiet").status == 0)
    for kind in ["strip", "plot"] {
      let one = try tool.run("show", "a.lab", "--as", kind, "-o", "-")
      let other = try tool.run("show", "results/a", "--as", kind, "-o", "-")
      #expect(one.status == 0 && one.output == other.output, "\(other.errors)")
    }
  }
}

@Suite struct `The page of a result` {
  @Test func `stands beside the result, and an index beside several`() throws {
    let tool = try Tool(files: ["a.lab": script, "b.lab": script])
    #expect(try tool.run("run", ".", "--html", "--quiet", "--jobs", "1").status == 0)
    let page = try tool.text(of: "results/a.html")
    #expect(try tool.text(of: "results/index.html").contains("<a href=\"./b.html\">b</a>"))
    // A result that is there, with its page, is replaced; a file that is no page of the lab is not.
    #expect(try tool.run("run", "a.lab", "--html", "--quiet", "--jobs", "2").status == 0)
    #expect(try tool.text(of: "results/a.html") == page)
    #expect(try tool.run("show", "results/a", "-o", "c.html").status == 0)
    #expect(try tool.text(of: "c.html") == page)
    let refused = try tool.run("run", "a.lab", "--html=a.lab", "--quiet")
    #expect(refused.status == 4 && refused.errors.contains("'a.lab' is there already"))
    #expect(try tool.text(of: "a.lab") == script)
  }

  @Test func `is refused for a result that was changed`() throws {
    let tool = try Tool(files: ["a.lab": script])
    #expect(try tool.run("run", "a.lab", "--quiet").status == 0)
    try Data("x".utf8).write(to: tool.folder.appending(path: "results/a/runs.csv"))
    let result = try tool.run("show", "results/a", "--as", "page")
    #expect(result.status == 3)
    #expect(result.errors.contains("missing or was changed. Move or delete 'results/a', and write"))
  }
}
