import Foundation
import TestSupport
import Testing

/// What the command prints for people to type is whole on its line, and works.
@Suite struct `A command that is printed` {
  /// Words that a reader replaces.
  private static var placeholders: Regex<Substring> { /\b[A-Z]{3,}\b|…|\bN\b/ }

  /// The commands of a text: those in quotation marks, and those that begin a line or follow a
  /// colon; fails for one that its line does not end.
  private func commands(in text: String) -> [String] {
    var commands: [String] = []
    for line in text.split(separator: "\n") {
      for part in line.split(separator: "'runlooplab ", omittingEmptySubsequences: false)
        .dropFirst()
      {
        let end = part.firstIndex(of: "'")
        #expect(end != nil, "a command is broken: \(line)")
        if let end { commands.append(String(part[..<end])) }
      }
      if let bare = line.firstMatch(of: /^(?: +|[A-Z][A-Za-z ]*: |.*Go on with: )runlooplab (.+)$/)
      {
        commands.append(String(bare.1))
      }
    }
    return commands.filter { $0.firstMatch(of: Self.placeholders) == nil }
  }

  @Test func `stands on one line and runs, whatever the answer`() throws {
    let tool = try Tool()
    try tool.write(
      "include good.lab\nset display 59.94 Hz\n".replacing("set ", with: ""), to: "broken.lab")
    try tool.write(
      Tool.script.replacing("  link ", with: "  link  ball in common takes 20 ms\n#"),
      to: "slow.lab")
    var printed: Set<String> = []
    for words in [
      ["init"], ["init", "carousel"], ["init", "lst"], ["run", "mine.lab"],
      ["run", "good.lab", "failing.lab", "slow.lab"], ["run", "broken.lab"],
      ["why", "my-carousel.lab"],
      ["why", "my-carousel.lab", "--all"], ["show", "good.lab"], ["check", "mine.lab"],
      ["compare", "results/good", "results/slow"],
      ["compare", "results/good", "results/slow", "--same"],
      ["compare", "good.lab", "slow.lab"], ["explain", "jitter"], ["explain", "saving"], ["tour"],
      ["map", "my-carousel.lab"], ["--help"],
    ] {
      let outcome = try tool.run(words)
      printed.formUnion(commands(in: outcome.output + "\n" + outcome.errors))
      guard words == ["init", "carousel"] else { continue }
      // The same in a fifth of its time, since a map performs it for every phase.
      let script = try tool.text(of: "my-carousel.lab").replacing(/run +10 s/, with: "run 2 s")
      try tool.write(script.replacing("at 3 s for", with: "at 300 ms for"), to: "my-carousel.lab")
    }
    #expect(printed.count > 8, "\(printed)")
    // A command that names nothing to work on is the name of a mode.
    let modes = ["why --all", "watch"]
    for command in printed.sorted() where !modes.contains(where: command.hasPrefix) {
      let outcome = try tool.shell(
        "ln -sfn '\(Checkout.root.path)/experiments' experiments; \"$0\" \(command)")
      let isMissing = command.hasPrefix("init") || outcome.status != 2
      #expect(isMissing, "\(command): \(outcome.errors)")
    }
  }
}
