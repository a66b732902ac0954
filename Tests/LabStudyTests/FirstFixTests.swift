import Foundation
import LabAnswer
import LabDisplay
import LabExperiment
import LabKernel
import LabStudy
import LabTrace
import LabWorkload
import TestSupport
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
      run 4 s
      gesture scroll at 1 s for 1 s
      load parse every 700 ms takes 35 ms as main-queue
      arm app
        link ball in default takes 2 ms target 30 Hz
      """)
    #expect(text.hasPrefix("The display link ball dropped 29 of the 119 frames"), "\(text)")
    #expect(changes.first == "in common" && text.contains("common modes: no drops"), "\(text)")
  }

  @Test func `makes no frame later where another one does not`() throws {
    let (text, changes) = try explained(
      """
      display 60 Hz
      run 3 s
      load decode every 500 ms takes 25 ms as main-queue
      arm app
        timer film every 1/30 s in default takes 1 ms
      """)
    #expect(changes.prefix(2) == ["decode elsewhere", "presents at target"], "\(text)")
    // A link of 60 Hz does not do what a timer of 30 Hz is asked for.
    #expect(!text.contains("[link]"), "\(text)")
  }

  /// Frames at another rate than was declared are not what was asked for, but for a tenth; a timer
  /// without a target asks for what its link does.
  @Test(arguments: [
    (60, 24, " target 24 Hz", "display 72 Hz"), (120, 90, " target 90 Hz", "display 90 Hz"),
    (60, 24, "", "link"), (165, 30, " target 30 Hz", "link at timer pace"),
  ])
  func `leaves a declared rate as it is`(
    display: Int, rate: Int, target: String, first: String
  ) throws {
    let (text, changes) = try explained(
      """
      display \(display) Hz
      run 3 s
      arm app
        timer film every 1/\(rate) s phase 0.5 in default takes 1 ms\(target)
      """)
    #expect(changes.first == first, "\(text)")
  }

  /// Without the pause the timer fires less often too often, in more refreshes.
  @Test func `does not bring more of what it takes away`() throws {
    let path = Checkout.experiment("burst-after-a-pause").path
    let plan = try Experiment(path: path).plan()
    let answer = try WhyStudy(RunSubject(path, named: "burst", plan)).answer(Watch())
    let text = answer.paragraphs.words
    #expect(text.contains("60 fewer double fires (28.7 → 59.5 fps)"), "\(text)")
  }

  @Test func `is a display that can be built`() throws {
    for (interval, rate) in [("0.017 s", nil), ("1/59 s", "display 59 Hz")] {
      let (text, changes) = try explained(
        """
        display 60 Hz
        run 3 s
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
      run 3 s
      load ai every 400 ms takes 22 ms as block
      arm app
        loop ship takes 9 ms
      """
    let (text, changes) = try explained(script)
    #expect(text.contains("frames that are about 4 refreshes old"), "\(text)")
    #expect(changes.first == "presents fifo 1 blocking", "\(text)")
    #expect(!changes.contains("presents mailbox"), "\(text)")
  }

  private static let page = """
    display 60 Hz
    run 3 s
    load analytics every 350 ms from 120 ms takes 60 ms as main-queue
    input tap at 1.2 s, 2.3 s takes 40 ms
    arm app
      link list in common takes 4 ms

    """

  @Test(arguments: ["in chunks of 4 ms", "in chunks of 2 ms", "elsewhere"])
  func `is not made once more where the script has it`(change: String) throws {
    let (text, changes) = try explained(Self.page + "apply analytics \(change)\n")
    #expect(!changes.contains { $0.hasPrefix("analytics in chunks") }, "\(text)")
    #expect(!text.contains("ing analytics"), "\(text)")
    #expect(change != "elsewhere" || !changes.contains { $0.hasPrefix("analytics") }, "\(text)")
  }

  /// A queue is that of a layer that the app draws in; no view and no page has one.
  @Test func `says where a queue of frames is there, and has no code for any other`() throws {
    let (text, changes) = try explained(
      """
      display 60 Hz
      run 3 s
      load parse every 470 ms from 100 ms takes 22 ms as main-queue
      arm app
        link list in common takes 5 ms
      """)
    #expect(changes.contains("presents fifo 2"), "\(text)")
    #expect(text.contains("from a queue of 2, if it draws with Metal or Vulkan: "), "\(text)")
    #expect(!text.contains("maximumDrawableCount"), "\(text)")
  }

  /// Callbacks that follow one another without a pause leave no time to sleep.
  @Test func `has no price in wake-ups of a thread that never slept`() throws {
    let (text, changes) = try explained(
      """
      display 60 Hz
      run 3 s
      load parse every 30 ms takes 29.9 ms as main-queue
      arm app
        link list in common takes 2 ms
      """)
    #expect(changes.contains("parse elsewhere"), "\(text)")
    #expect(!text.contains("wake-up"), "\(text)")
  }

  @Test func `of a load whose name has several words is told with its name in quotation marks`() {
    let change = LabWorkload.Change([.tasks(TaskSelection("gc back"), .elsewhere(.queue))])
    let title = change.title(in: Scenario(panel: Panel(rate: .hertz(60)), duration: .seconds(1)))
    #expect(title.gerund == "moving ‘gc back’ off the main thread, if it needs no UI")
  }

  @Test func `of a task in chunks has its whole time, and not all of it as work`() throws {
    let plan = try Experiment(path: "app.lab") { _ in
      Array((Self.page + "apply tap in chunks of 4 ms\n").utf8)
    }.plan()
    let study = WhyStudy(RunSubject("app.lab", named: "app", plan), WhyOptions(driver: "tap"))
    let text = try study.answer(Watch()).paragraphs.words
    #expect(text.contains("ran in chunks") && !text.contains("worked"), "\(text)")
  }

  /// The tap of 40 ms waits for the rest of a task, and is in no trouble by that.
  @Test func `of a driver is not all that is said where an input waits as well`() throws {
    let (text, _) = try explained(Self.page.replacing("takes 60 ms", with: "takes 140 ms"))
    #expect(
      text.contains(#/Beside that, the input tap waited up to 1[0-4][0-9][.0-9]* ms before it/#),
      "\(text)")
  }

  @Test func `has the code of a pair where it is not that of its parts`() throws {
    let (text, changes) = try explained(
      """
      display 60 Hz
      run 3 s
      gesture scroll at 2 s for 1.5 s
      arm app
        timer ball every 16 ms in default takes 2 ms
      """)
    #expect(changes.first == "in common + link", "\(text)")
    #expect(text.contains("1. Use a display link, in the common modes: "), "\(text)")
    let pair = text.split(separator: "[in common + link]").last ?? ""
    #expect(pair.contains("CADisplayLink") && pair.contains("forMode: .common"), "\(text)")
    #expect(!text.contains("forMode: .default"), "\(text)")
  }

  /// Without a gesture the run in the common modes is the same run.
  @Test func `is added to the common modes where there are no others`() throws {
    let (text, changes) = try explained(
      """
      display 60 Hz
      run 3 s
      arm app
        timer ball every 17 ms in default takes 2 ms
      """)
    #expect(changes.first == "link", "\(text)")
    #expect(text.contains("add(to: .main, forMode: .common)"), "\(text)")
  }
}
