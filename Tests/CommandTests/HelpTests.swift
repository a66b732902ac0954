import Foundation
import TestSupport
import Testing

@testable import runlooplab

/// The first floor of help is a screen for a newcomer; the second leaves nothing out.
@Suite struct `The help` {
  let tool: Tool

  init() throws { tool = try Tool() }

  private static let names = Command.subcommands.map(\.name)

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  @Test func `of the command fits a screen of 24 lines, and names every subcommand`() throws {
    let outcome = try tool.run("--help")
    let lines = lines(outcome.output)
    #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 }, "\(outcome.output)")
    let parts = outcome.output.split(separator: "More:")
    #expect(
      Command.everyday.map(\.name) == ["run", "why", "show", "try", "compare", "init", "tour"])
    for subcommand in Command.everyday {
      #expect(parts[0].contains("\n  \(subcommand.name) "), "\(subcommand.name)")
      #expect(parts[0].contains(subcommand.summary))
    }
    let more = parts[1].split(whereSeparator: \.isWhitespace).map(String.init)
    for name in Self.names.dropFirst(Command.everyday.count) {
      #expect(more.contains(name), "\(name)")
    }
    for status in ["0 all is well", "3 a mistake", "6 undecided", "130 stopped"] {
      #expect(outcome.output.contains(status))
    }
    // Without words the command says the same.
    let bare = try tool.run([])
    #expect(bare.status == 2 && bare.errors == outcome.output && bare.output == "")
    #expect(bare.errors.contains("runlooplab init && runlooplab run mine.lab"))
  }

  @Test(arguments: [["--help", "all"], ["--help=all"], ["help", "all"], ["-h", "all"]])
  func `of the command with all has a line for every subcommand`(words: [String]) throws {
    let outcome = try tool.run(words)
    let lines = lines(outcome.output)
    #expect(lines.allSatisfy { $0.count <= 80 })
    for subcommand in Command.subcommands {
      #expect(lines.contains { $0.hasPrefix("  \(subcommand.name) ") }, "\(subcommand.name)")
      #expect(outcome.output.contains(subcommand.summary))
    }
    #expect(outcome.output.contains("130 stopped"))
  }

  @Test(arguments: names)
  func `of a subcommand fits a screen, with six options and an example`(name: String) throws {
    let outcome = try tool.run(name, "--help")
    let usage = try #require(Command.subcommands.first { $0.name == name }?.usage)
    let lines = lines(outcome.output)
    #expect(lines.count <= 25 && lines.allSatisfy { $0.count <= 80 }, "\(outcome.output)")
    #expect(outcome.output.hasPrefix("Usage: runlooplab \(name)"))
    #expect(outcome.output.contains("\n\nExample:\n  runlooplab "))
    let shown = lines.filter { $0.hasPrefix("      --") || $0.hasPrefix("  -") }
    #expect(
      shown.count == min(6, usage.everyday.isEmpty ? 6 : usage.everyday.count, usage.options.count))
    #expect(usage.everyday.count <= 6 && usage.everyday.isEmpty == (usage.options.count <= 6))
    for option in usage.everyday {
      #expect(usage.options.contains { $0.name == option }, "\(option)")
    }
    for words in [["help", name], [name, "-h"], [name, "x", "--help"]] {
      #expect(try tool.run(words).output == outcome.output)
    }
  }

  @Test func `of an option that is a statement names the statement, misspelt or not`() throws {
    for word in ["--display", "--displya", "--dispay", "--rates"] {
      let outcome = try Tool().run("run", "good.lab", word, "60 Hz")
      #expect(outcome.errors.contains(" Write for example --set 'display=120 Hz'."), "\(outcome)")
    }
  }

  /// A word with a letter too few, a letter twice, or two in the wrong order.
  private func slips(of word: String) -> [String] {
    word.indices.dropFirst(2).flatMap { place -> [String] in
      let (before, letter) = (word[..<place], word[place])
      let after = word[word.index(after: place)...]
      return [
        "\(before)\(after)", "\(before)\(letter)\(letter)\(after)",
        "\(before)\(after.prefix(1))\(letter)\(after.dropFirst())",
      ]
    }
  }

  @Test(arguments: Command.subcommands.map(\.name))
  func `of a misspelt option names the right one`(name: String) throws {
    let usage = try #require(Command.subcommands.first { $0.name == name }).usage
    let names = (usage.options + Option.common).map(\.name)
    // One slip may be that of several: '--fro' is '--for' or '--from'.
    let meant = Dictionary(grouping: names.flatMap { name in slips(of: name).map { ($0, name) } }) {
      $0.0
    }
    for (wrong, options) in meant where !names.contains(wrong) {
      let error = #expect(throws: (any Error).self) { try usage.parse([wrong]) }
      let message = error.map { "\($0)" } ?? ""
      #expect(options.contains { message.contains("Did you mean '\($0.1)'?") }, "\(message)")
    }
  }

  @Test(arguments: names)
  func `of a subcommand with all has every option`(name: String) throws {
    let outcome = try tool.run(name, "--help", "all")
    let usage = try #require(Command.subcommands.first { $0.name == name }?.usage)
    #expect(outcome.status == 0 && lines(outcome.output).allSatisfy { $0.count <= 80 })
    for option in usage.options + Option.common {
      #expect(outcome.output.contains("\(option.entry)  "), "\(option.name)")
    }
    let words = outcome.words
    for option in usage.options { #expect(words.contains(option.help), "\(option.name)") }
    for remark in usage.remarks { #expect(words.contains(remark)) }
    for words in [[name, "--help=all"], ["help", name, "all"], [name, "-h", "all"]] {
      #expect(try tool.run(words).output == outcome.output)
    }
  }

  @Test(arguments: ["--help"] + names)
  func `has examples that run`(name: String) throws {
    let help = try tool.run(name == "--help" ? [name] : [name, "--help"]).output
    let part = try #require(help.range(of: "\n\nExample"))
    let lines = help[part.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst().prefix { $0.hasPrefix("  ") }
    #expect(!lines.isEmpty)
    let commands = lines.map { line in
      // What never ends by itself is ended when it has said what it waits for.
      line.contains(" watch ")
        ? "\(line) > seen & watch=$!\nuntil grep -q watching seen; do sleep 0.05; done\nkill $watch"
        : String(line)
    }
    let outcome = try tool.shell(
      """
      set -e
      ln -s '\(Checkout.root.appending(path: "experiments").path)' experiments
      mkdir bin && ln -s "$0" bin/runlooplab
      PATH="$PWD/bin:$PATH"
      \(commands.joined(separator: "\n"))
      """)
    #expect(outcome.status == 0, "\(commands): \(outcome.errors)")
    #expect(!outcome.output.isEmpty)
  }
}
