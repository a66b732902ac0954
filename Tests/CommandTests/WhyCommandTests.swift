import Foundation
import TestSupport
import Testing

@Suite struct `The why command` {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(Self.script, to: "page.lab")
    try tool.write(
      "start_us,duration_us,name\n100000,30000,parse\n300000,5000,paint\n310000,60000,parse\n",
      to: "page.csv")
  }

  private static let script = SampleScript.page

  @Test func `explains the run of which it shows the value`() throws {
    let script = """
      display 60 Hz
      run 1 s
      sweep parse = 20 ms, 90 ms, 40 ms
      load parse at 0.5 s takes {parse} as main-queue
      arm a
        timer ball every 1/60 s in common takes 1 ms
      expect a.ball.dropped == 0
      """
    let why = try Tool(files: ["a.lab": script]).run("why", "a.lab").output
    let fails = "Fails: a.ball.dropped == 0: 5 at parse = 90 ms"
    #expect(why.hasPrefix("Run 1, arm a, parse = 90 ms\n\(fails)"), "\(why)")
  }

  @Test func `names wrong steps where frames are judged, and another number to rank by`() throws {
    let steps = try tool.run("why", "replay").output
    let why = "The one wrong step: the timer is not in step with the\ndisplay."
    #expect(steps.contains(why), "\(steps)")
    let sound = try tool.run("why", "failing.lab").output
    #expect(sound.contains("there is no fix to look for"), "\(sound)")
  }

  /// An expectation about no fault fails, and frames are dropped: these are explained, and ranked.
  @Test(arguments: ["fires == 3", "judder_sd <= 0.1 ms", "content_repeated == 0"])
  func `ranks changes by what is wrong where the expectation is about something else`(
    _ claim: String
  ) throws {
    let script = """
      display 60 Hz
      run 1 s
      load parse at 0.5 s takes 90 ms as main-queue
      arm a
        timer ball every 1/60 s in common takes 1 ms
      expect a.ball.\(claim)
      """
    let why = try Tool(files: ["a.lab": script]).run("why", "a.lab").output
    #expect(why.contains("The timer ball dropped 5 of the 57 frames"), "\(why)")
    #expect(why.contains("\n1. Move parse off the main thread, if it needs no UI: no "), "\(why)")
    #expect(!why.contains("there is no fix to look for"), "\(why)")
  }

  @Test func `says what 'check' notes on the script: that a load comes after the end`() throws {
    try tool.write(Self.script + "load late at 5 s takes 9 ms as main-queue\n", to: "late.lab")
    let notes = try tool.run("check", "late.lab").errors
    let outcome = try tool.run("why", "late.lab")
    #expect(notes.contains("would arrive at 5000 ms, and the run ends at 1000 ms"))
    #expect(outcome.status == 0 && notes.contains(outcome.errors), "\(outcome.errors)")
  }

  @Test func `judges a metric of what is shown by a load that something shows`() throws {
    let script = """
      display 60 Hz
      run 1 s
      input tap at 100 ms takes 4 ms
      load reply after tap delayed by 300 ms takes 6 ms as main-queue shown through label
      load page at 800 ms takes 4 ms as main-queue
      arm app
        timer label every 0.1 s in default takes 1 ms

      """
    try tool.write(script, to: "tap.lab")
    for metric in ["shown_max", "presentation_mean", "unseen_tasks"] {
      let outcome = try tool.run("why", "tap.lab", "--by", metric)
      #expect(outcome.status == 0 && outcome.words.contains("load reply"), "\(outcome)")
      #expect(!outcome.output.contains("input tap"), "\(outcome)")
    }
    #expect(try tool.run("why", "tap.lab", "--by", "wait_max").words.contains("input tap"))
    try tool.write(script.replacing(" shown through label", with: ""), to: "tap.lab")
    let none = try tool.run("why", "tap.lab", "--by", "shown_max")
    #expect(none.status == 3 && none.errors.contains("Write 'shown through label'"), "\(none)")
  }

  @Test func `names the one script that a folder holds`() throws {
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: "one"), withIntermediateDirectories: true)
    try tool.write(Self.script, to: "one/page.lab")
    let outcome = try tool.run("why", "one")
    #expect(outcome.status == 0 && outcome.errors == "'one' holds one script, 'one/page.lab'.\n")
    #expect(outcome.output == (try tool.run("why", "one/page.lab").output))
    let several = try tool.run("why", ".")
    #expect(several.status == 2 && several.errors.contains("for example './"), "\(several)")
  }

  @Test func `names the mechanism of a pasted list, and writes the script that makes it`() throws {
    try tool.write("16.7 16.7 33.3 16.7 16.6 16.7 33.4 16.7 16.7 16.6 33.3 16.7\n", to: "list.txt")
    let words = ["why", "list.txt", "--every", "20ms", "--display", "60Hz"]
    let outcome = try tool.run(words + ["--save", "made.lab"])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(outcome.output.contains("A rate of 20.841 ms seen at refreshes of"))
    #expect(try tool.run("why", "made.lab").status == 0)
    let json = try tool.run(words + ["--json"]).output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let tables = object?["tables"] as? [String: [[String: Any]]]
    #expect(tables?["mechanism"]?.first?["mechanism"] as? String == "beat")
    #expect(object?["study"] as? String == "why" && object?["outcome"] as? String == "answered")
    #expect(try tool.run(words + ["--report", "html=list.html"]).status == 0)
    #expect(try tool.text(of: "list.html").contains("<svg"))
    let markdown = try tool.run(words + ["--report", "markdown"]).output
    #expect(markdown.contains("| beat |"))
    let refused = try tool.run(words + ["--all"])
    #expect(refused.status == 2 && refused.errors.contains("'--all' is about runs"))
    try tool.write("16.7\n-3\n16.7\n16.7\n", to: "wrong.txt")
    let wrong = try tool.run("why", "wrong.txt")
    #expect(wrong.status == 3 && wrong.errors.contains("wrong.txt:2: error: -3 is negative"))
  }

  @Test(arguments: [
    "[16.7, 16.6, 33.3, 16.7, 16.6]",
    "[Log] rAF 16.7\n[Log] rAF 16.6\n[Log] rAF 33.4\n[Log] rAF 16.7\n",
    "\u{feff}16.7\r\n16.6\r\n33.3\r\n16.7\r\n",
  ])
  func `reads lists in brackets, of a console and of Windows`(text: String) throws {
    try tool.write(text, to: "list.txt")
    let outcome = try tool.run("why", "list.txt")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(outcome.output.contains(" intervals in ms"))
  }

  /// What is about scripts is asked of the script that replays a recording.
  @Test func `says how to change the script of a recording`() throws {
    try tool.write(ShortRecording.editor(), to: "editor.csv")
    let refused = try tool.run("why", "editor.csv", "--apply", "1", "--save", "b.lab")
    let commands = [
      "try editor.csv --save replay.lab", "why replay.lab --apply 1 --save b.lab",
    ]
    let way =
      "'--apply' is about a script, and 'editor.csv' is a recording. Make a script of it: runlooplab"
      + " \(commands[0]); then: runlooplab \(commands[1]) (with the --run that 'try' names)."
    #expect(refused.status == 2 && refused.errors.contains(way), "\(refused.errors)")
    for command in commands {
      let outcome = try tool.run(command.split(separator: " ").map(String.init))
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
  }

  @Test func `says which column of a log it read`() throws {
    let lines = [17, 33, 50, 67, 83].map { "[09:59:57.0\($0)] tick 1" }
    try tool.write(lines.joined(separator: "\n"), to: "list.txt")
    let outcome = try tool.run("why", "list.txt")
    let said = "4 intervals between times of day in s. --column 3 reads the number beside them."
    #expect(outcome.status == 0 && outcome.words.contains(said), "\(outcome.output)")
  }

  @Test func `prints the ranking, and writes every change to a file`() throws {
    let outcome = try tool.run("why", "page.lab", "--all", "--only", "arm == timer")
    #expect(outcome.status == 0 && outcome.errors == "")
    for part in [
      "What if? timer.ball", "page in chunks of 4 ms", "one of 2 tasks at a time", "fewer without",
      "'in common' does not apply", "results/page.whatif/whatif.csv",
    ] {
      #expect(outcome.output.contains(part), "\(part)\n\(outcome.output)")
    }
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let file = try tool.text(of: "results/page.whatif/whatif.csv")
    let rows = file.split(separator: "\n")
    #expect(rows[0].hasPrefix("experiment,run,arm,driver,n,change,intervention,removed_work_ms,"))
    #expect(rows.count > 20)
    #expect(rows.contains { $0.contains(",without page task 1,removal,60,") })
  }

  @Test func `says the best single change before pairs, of which it shows those that save more`()
    throws
  {
    let script = Checkout.experiment("carousel").path
    let text = try tool.run("why", script, "--all", "--only", "arm == timer").output
    let best = try #require(
      text.range(of: "Best single change: Add the timer to the common modes (takes away 68 of"))
    let pair = try #require(text.range(of: "in common + parse elsewhere "))
    #expect(best.lowerBound < pair.lowerBound)
    #expect(!text.contains("in common + link") && !text.contains("+ parse in chunks"))
    #expect(text.contains("breaks: refreshes without a problem"))
  }

  @Test func `takes recordings, and writes the same for any number of jobs`() throws {
    let outcomes = try ["1", "3"].map {
      try tool.run(
        "why", "page.csv", "--all", "--display", "60 Hz", "--out", "-", "--jobs", $0, "--only",
        "arm == timer")
    }
    #expect(outcomes[0].status == 0)
    #expect(outcomes[0].output == outcomes[1].output)
    #expect(outcomes[0].output.contains("without page named parse"))
    #expect(outcomes[0].errors.contains("What if? timer.ball"))
  }

  @Test func `writes a smallest set that still causes the trouble`() throws {
    let words = ["why", "page.lab", "--only", "arm == link", "--smallest", "--save", "small.lab"]
    let outcome = try tool.run(words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("of 2 tasks still cause dropped"))
    let run = try tool.run("run", "small.lab")
    #expect(run.status == 0, "\(run.output)")
    #expect(try tool.run(words).status == 0)
    try tool.write("mine\n", to: "small.lab")
    #expect(try tool.run(words).status == 4)
    #expect(try tool.run(words + ["--force"]).status == 0)
  }

  @Test func `explains the first expectation that fails, as run does under it`() throws {
    let why = try tool.run("why", "page.lab")
    #expect(why.status == 0)
    #expect(why.output.hasPrefix("Run 1, arm link\nFails: "))
    #expect(why.output.contains("\nThe display link ball dropped "))
    let run = try tool.run("run", "page.lab")
    #expect(run.status == 1)
    #expect(run.output.contains("The display link ball dropped "))
    #expect(try !tool.run("run", "page.lab", "--quiet").output.contains("Why?"))
  }

  @Test func `says where to put the phase, where all phases can be decided`() throws {
    let script = """
      display 60 Hz
      run     1 s
      load    task at 104 ms takes 20 ms as main-queue
      arm timer
        timer ball every 16.666666 ms phase 0.8 in common takes 0.5 ms

      """
    try tool.write(script, to: "block.lab")
    let why = try tool.run("why", "block.lab", "--by", "dropped")
    #expect(
      why.words.contains("Of these phases 76.0 % have dropped frames. Move the first fire date"))
    let place = try #require(why.words.firstMatch(of: /write '(first at \d+ ns)'/)?.1)
    try tool.write(script.replacing("phase 0.8", with: place), to: "moved.lab")
    let moved = try tool.run("why", "moved.lab", "--by", "dropped")
    #expect(moved.output.contains("Nothing is wrong with dropped"))
    let several = script.replacing("at 104 ms takes 20 ms", with: "every 200 ms takes 25 ms")
      .replacing("16.666666 ms phase 0.8", with: "1/60 s phase 0.6")
    try tool.write(several, to: "no-better.lab")
    #expect(try tool.run("map", "no-better.lab").output.contains("4: 100.0 % of these phases"))
    #expect(try !tool.run("why", "no-better.lab").output.contains("phases"))
    try tool.write(script.replacing("1 s", with: "3 s"), to: "long.lab")
    #expect(try !tool.run("why", "long.lab").output.contains("phases"))
  }
}
