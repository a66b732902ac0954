import Foundation
import TestSupport
import Testing

@Suite struct `The article on an app's own recording` {
  @Test func `prints what its commands print`() throws {
    let page = try Page("Sources/LabRecorder/LabRecorder.docc/OwnApp.md").text
    let reader = try NewReader()
    let commands = page.matches(of: #/runlooplab (?:try|measure|why) experiments[^`\n]+/#)
    #expect(commands.count == 3)
    for command in commands {
      let outcome = try reader.run(String(command.output))
      #expect(outcome.status == 0, "\(outcome.errors)")
      // The first block after the command that is no command itself.
      let rest = page[command.range.upperBound...].components(separatedBy: "```\n")
      let shown = rest[rest[0].hasPrefix("\n") ? 2 : 1]
      // What is left out is a line of its own.
      for part in shown.components(separatedBy: "…\n") where !part.isEmpty {
        #expect(outcome.output.contains(part), "\(command.output): \(part)")
      }
    }
  }
}
