import LabExperiment
import LabLanguage
import Testing

@Suite struct `The reference of the language` {
  @Test func `fits on a terminal of 80 columns`() {
    let lines = ScriptLanguage.reference.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [
    "timer NAME (every DURATION", "expect EXPECTATION", "desktop", "FRACTION",
    "Example: load page every 700 ms takes 2 ms as main-queue",
    "Example: wake-up delayed by 0.5 ms",
  ])
  func `holds every statement and value`(text: String) {
    #expect(ScriptLanguage.reference.contains(text))
  }
}
