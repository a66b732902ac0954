import Foundation
import TestSupport
import Testing

@Suite struct `What a script asks to be proven` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func `is proven, and what is not covered is said`() throws {
    try tool.write(
      SampleScript.proofs(
        "prove never link.ball.double_fires over phase 0 .. 1,"
          + " up to 1 task of 20 ms every 5 ms within 40 ms"), to: "a.lab")
    let outcome = try tool.run("prove", "a.lab")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("proven  run 0, link.ball\n  prove never"))
    for words in [
      "all 16,666,667 whole nanoseconds of a phase, and 9 arrangements of up to 1 task",
      "Not covered: arrivals between the steps, other durations of tasks", "more than 100 ms",
    ] {
      #expect(outcome.words.contains(words))
    }
  }

  @Test func `is written with the names of the script`() throws {
    try tool.write(Tool.script.replacing("ball", with: "spinner"), to: "a.lab")
    let outcome = try tool.run("prove", "a.lab")
    let example = try #require(outcome.errors.firstMatch(of: #/Write for example '(.+)'/#)).1
    #expect(example.hasPrefix("prove never timer.spinner.double_fires over "), "\(example)")
    try tool.write(try tool.text(of: "a.lab") + "\(example)\n", to: "b.lab")
    #expect([0, 1].contains(try tool.run("prove", "b.lab").status))
  }

  /// What stands in the way is said before anything is written that would fail by it.
  @Test(arguments: [
    ("", "", ""), ("like {rules}\nsweep rules = run-loop, chromium", "", "leave out ‘like’"),
    ("like chromium", "", "leave out ‘like’"),
    ("render-server takes 2 ms", "", "leave out ‘render’"),
    ("", " acts at most every 50 ms", "leave out ‘acts at most every’"),
  ])
  func `has no example that could not be decided`(
    line: String, clause: String, remedy: String
  ) throws {
    func script(_ line: String, _ clause: String) -> String {
      "display 60 Hz\nrun 1 s\n\(line)\narm app\n  timer ball every 16 ms in common\(clause)\n"
    }
    try tool.write(script(line, clause), to: "a.lab")
    let outcome = try tool.run("prove", "a.lab")
    #expect(
      outcome.status == 3 && (remedy.isEmpty || outcome.errors.contains(remedy)),
      "\(outcome.errors)")
    let example = try #require(outcome.errors.firstMatch(of: #/rite for example '(.+)'/#)).1
    try tool.write(script(line, clause) + "\(example)\n", to: "b.lab")
    let proven = try tool.run("prove", "b.lab", "--budget", "1")
    #expect(proven.errors.contains("cannot be decided") == !remedy.isEmpty, "\(proven.errors)")
    #expect(outcome.errors.contains("nothing can be") == !remedy.isEmpty, "\(outcome.errors)")
    try tool.write(script("", "") + "\(example)\n", to: "c.lab")
    #expect([0, 1, 6].contains(try tool.run("prove", "c.lab", "--budget", "1").status))
  }

  @Test func `is refuted by a script that shows it`() throws {
    try tool.write(
      SampleScript.proofs(
        "prove never timer.ball.double_fires over phase 0.4 .. 0.6,"
          + " up to 2 tasks of 20 ms every 1 ms within 50 ms"), to: "a.lab")
    let outcome = try tool.run("prove", "a.lab", "--save", "case.lab")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("refuted  run 1, timer.ball"))
    #expect(outcome.output.contains("As a script:"))
    #expect(outcome.words.contains(", 1 task of "))
    #expect(try tool.run("run", "case.lab").status == 0)
    try tool.write("# mine\n", to: "case.lab")
    #expect(try tool.run("prove", "a.lab", "--save", "case.lab").status == 4)
  }

  @Test func `is undecided where the runs do not suffice, and says what was covered`() throws {
    try tool.write(
      SampleScript.proofs(
        "prove always link.ball.lateness <= 40 ms over phase 0 .. 1,"
          + " up to 2 tasks of 20 ms every 1 ms within 50 ms at most 30 runs"), to: "a.lab")
    let outcome = try tool.run("prove", "a.lab")
    #expect(outcome.status == 6)
    #expect(outcome.words.contains("up to 0 tasks"))
    #expect(outcome.words.contains("more than 0 tasks"))
    #expect(try tool.run("prove", "a.lab", "--budget", "1").output.contains("Nothing is covered"))
  }

  @Test func `is undecided after Ctrl-C, and says what was covered`() throws {
    let wide = "over phase 0 .. 1, up to 5 tasks of 20 ms every 1 ns within 100 ms"
    try tool.write(
      SampleScript.proofs(
        """
        prove never link.ball.double_fires over phase 0 .. 0.01
        prove never link.ball.double_fires \(wide) at most 1000000000 runs
        worst timer.ball.lateness \(wide) at most 1000000000 runs
        """), to: "a.lab")
    let pipe = Pipe()
    let process = try tool.start(
      ["prove", "a.lab"], output: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    // The first answer is out, and no other comes by itself.
    var output = pipe.fileHandleForReading.availableData
    process.interrupt()
    output += try #require(try pipe.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    #expect(text.hasPrefix("proven  run 0, link.ball"))
    #expect(text.contains("undecided  run 0, link.ball"))
    #expect(text.contains("worst found  run 1, timer.ball"))
    #expect(text.components(separatedBy: "Not covered: ").count == 4)
  }

  @Test func `is not decided by a run, which says so`() throws {
    try tool.write(
      SampleScript.proofs("prove never link.ball.dropped over phase 0 .. 1"), to: "a.lab")
    for subcommand in ["run", "check"] {
      let outcome = try tool.run(subcommand, "a.lab")
      #expect(outcome.errors.contains("Ask for it with 'runlooplab prove a.lab'"))
    }
  }

  @Test func `is refused where order does not decide, with the place`() throws {
    try tool.write(
      SampleScript.proofs("prove never link.ball.dropped over phase 0 .. 1")
        .replacing("60 Hz", with: "adaptive 40 Hz .. 120 Hz"), to: "a.lab")
    let outcome = try tool.run("prove", "a.lab")
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("cannot be decided: display:"))
    #expect(outcome.errors.contains("give it one, such as --set 'display=120 Hz'"))
  }

  @Test(arguments: [("timer-doubles", Int32(1)), ("where-to-put-the-phase", 0)])
  func `of the shipped ones is answered`(name: String, status: Int32) throws {
    let path = Checkout.root.appending(path: "experiments/proofs/\(name).lab").path
    #expect(try tool.run("prove", path).status == status)
  }
}
