import LabAnswer
import LabExperiment
import LabStudy
import Testing

/// Which fix stands first, and what is said of it, in scripts in which another one saves as much.
@Suite struct `The first fix` {
  /// What 'why' says of a script.
  private func explained(_ script: String) throws -> (text: String, changes: [String]) {
    let plan = try Experiment(path: "app.lab") { _ in Array(script.utf8) }.plan()
    let answer = try WhyStudy(RunSubject("app.lab", named: "app", plan)).answer(Watch())
    let remedies = answer.namedTables.first { $0.name == "remedies" }?.rows ?? []
    let changes = remedies.compactMap { row -> String? in
      if case .text(let change) = row[1] { change } else { nil }
    }
    return (answer.paragraphs.words, changes)
  }

  @Test func `is of the drops, not of callbacks that are not needed`() throws {
    let (text, changes) = try explained(
      """
      display 60 Hz
      run 10 s
      gesture scroll at 2 s for 2 s
      load parse every 700 ms takes 35 ms as main-queue
      arm app
        link ball in default takes 2 ms target 30 Hz
      """)
    #expect(text.hasPrefix("The display link ball dropped 59 of the 299 frames"), "\(text)")
    #expect(changes.first == "in common" && text.contains("common modes: no drops"), "\(text)")
  }

  @Test func `makes no frame later where another one does not`() throws {
    let (text, changes) = try explained(
      """
      display 60 Hz
      run 10 s
      load decode every 500 ms takes 25 ms as main-queue
      arm app
        timer film every 1/30 s in default takes 1 ms
      """)
    #expect(changes.prefix(2) == ["decode elsewhere", "presents at target"], "\(text)")
    // A link of 60 Hz does not do what a timer of 30 Hz is asked for.
    #expect(!text.contains("[link]"), "\(text)")
  }

  @Test func `is a display that can be built`() throws {
    for (interval, rate) in [("0.017 s", nil), ("1/59 s", "display 59 Hz")] {
      let (text, changes) = try explained(
        """
        display 60 Hz
        run 10 s
        arm app
          timer ball every \(interval) in common takes 2 ms
        """)
      #expect(changes.first == "link", "\(text)")
      #expect(changes.first { $0.hasPrefix("display") } == rate, "\(text)")
    }
  }

  /// Frames that wait in a queue are old, and double fires in it no trouble.
  @Test func `of old frames does not drop others`() throws {
    let script = """
      display 60 Hz presents fifo 2 blocking
      run 8 s
      load ai every 400 ms takes 22 ms as block
      arm app
        loop ship takes 9 ms
      """
    let (text, changes) = try explained(script)
    #expect(text.contains("frames that are 4 refreshes old"), "\(text)")
    #expect(changes.first == "presents fifo 1 blocking", "\(text)")
    #expect(!changes.contains("presents mailbox"), "\(text)")
  }

  @Test func `has the code of a pair where it is not that of its parts`() throws {
    let (text, changes) = try explained(
      """
      display 60 Hz
      run 10 s
      gesture scroll at 2 s for 1.5 s
      arm app
        timer ball every 16 ms in default takes 2 ms
      """)
    #expect(changes.last == "in common + link", "\(text)")
    let pair = text.split(separator: "[in common + link]").last ?? ""
    #expect(pair.contains("CADisplayLink") && pair.contains("forMode: .common"), "\(text)")
  }
}
