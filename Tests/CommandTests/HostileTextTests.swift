import Foundation
import TestSupport
import Testing

/// Words of a script that a reader of the output would take for markup or commands.
@Suite struct `A hostile text` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  static let texts = [
    "::stop-commands::token", "  ::error file=a.swift,line=1::pwned", "\u{2003}::add-mask::60",
    "see ##[add-mask]60", "no##[error]pwned", "@everyone, and @user",
    "<img src=x onerror=alert(1)>",
    "=cmd()", "| a | b |", "[x](javascript:alert(1))", "`@user`", "a,b\"c", "%0A::error::x",
  ]

  /// Whether the runner of GitHub Actions takes a line for a command.
  ///
  /// - Source: `ActionCommand.cs` of actions/runner.
  private static func isCommand(_ line: some StringProtocol) -> Bool {
    line.drop { $0.isWhitespace }.hasPrefix("::") || line.contains("##[")
  }

  @Test(arguments: texts)
  func `gives the runner of GitHub no command`(text: String) throws {
    let script = Tool.script.replacing("A test", with: text).replacing("Does it run?", with: text)
      .replacing("It does.", with: text).replacing("== 0", with: "== 1")
    try tool.write(script, to: "hostile.lab")
    try tool.write("\(text)\n\(script)", to: "wrong.lab")
    for quiet in [[], ["-q"]] {
      let outcome = try tool.run(
        ["run", "hostile.lab", "wrong.lab", "--report", "github"] + quiet)
      let lines = (outcome.output + outcome.errors).split(separator: "\n")
      let commands = lines.filter(Self.isCommand)
      #expect(commands.count >= 2)
      for command in commands {
        let isOwn = ["hostile", "wrong"].contains { command.hasPrefix("::error file=\($0).lab,") }
        #expect(isOwn, "\(command)")
      }
    }
    let typed = try tool.run("run", text, "--report", "github")
    #expect(!typed.errors.split(separator: "\n").contains(where: Self.isCommand))
  }

  @Test(arguments: texts)
  func `is no mention and no markup in Markdown`(text: String) throws {
    try tool.write(
      Tool.script.replacing("A test", with: text).replacing("It does.", with: text),
      to: "hostile.lab")
    let outcome = try tool.run("run", "hostile.lab", "-q", "--report", "markdown=-")
    let lines = outcome.output.split(separator: "\n").dropFirst()
    #expect(lines.count > 4)
    for line in lines {
      #expect(!Self.isCommand(line) && !line.contains(#/@[A-Za-z]/#), "\(line)")
      #expect(!line.contains(#/(^|[^\\])</#), "\(line)")
    }
  }
}
