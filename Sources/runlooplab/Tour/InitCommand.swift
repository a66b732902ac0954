import Foundation
import LabExperiment
import LabResults
import LabText

/// `runlooplab init`: a script to begin with, or what tests of a package need.
enum InitCommand {
  static let subcommand = Command.Subcommand(usage, "write a script of your own to begin with") {
    words in
    let arguments = try usage.parse(words)
    let template = Template.all.first { $0.name == arguments.operands.first }
    let names = template == nil ? arguments.operands : Array(arguments.operands.dropFirst())
    guard names.count <= 1 else {
      throw UsageError(
        "name one script, after a template if you like: \(Spelling.list(templates)).")
    }
    if arguments.has("--tests") {
      guard names.isEmpty else {
        throw UsageError("'--tests' prints, and writes no script. Leave out the name.")
      }
      Terminal.print(manifest + (template?.test ?? test))
      return .success
    }
    let name = names.first ?? template.map { "my-\($0.name)" } ?? "mine"
    if template == nil, let meant = meant(by: name) {
      throw UsageError(
        "'\(name)' is \(meant.isTemplate ? "no template" : "a subcommand"). Did you mean"
          + " 'runlooplab \(meant.words)'? A script of that name is 'runlooplab init \(name).lab'.")
    }
    let path = name.hasSuffix(".lab") ? name : name + ".lab"
    guard RunRequest.isName(Scripts.name(of: path)) else {
      throw UsageError("'\(name)' is no name for a script. Write for example 'mine'.")
    }
    guard !FileManager.default.fileExists(atPath: path) else {
      let word = template.map { $0.name + " " } ?? ""
      throw WriteError.unwritten(
        path: path, reason: "it is there already; choose another name: runlooplab init \(word)NAME")
    }
    let script = template?.script ?? script
    try Scripts.checkReadable(Array(script.utf8), at: path)
    try WholeFiles([(path, script)]).write(replacing: false)
    Terminal.print("wrote \(path). Go on with: runlooplab run \(path)")
    return .success
  }

  /// What may be meant by a name without `.lab` that is nearly a template's, or is a subcommand's.
  private static func meant(by name: String) -> (words: String, isTemplate: Bool)? {
    guard !name.hasSuffix(".lab") else { return nil }
    if Command.subcommands.contains(where: { $0.name == name }) { return (name, false) }
    return Spelling.nearest(to: name, among: templates).map { ("init \($0)", true) }
  }

  private static let templates = Template.all.map(\.name)

  /// The script: everything that most experiments need, with a word on each line.
  static let script = """
    # What this experiment is called, asks, and answers.
    title     A hiccup
    question  What does one blocked moment do to a 60 Hz animation?
    because   A late timer fires twice in a refresh; a display link never does.

    # When the display refreshes, and how long each run lasts.
    display   60 Hz
    run       2 s

    # The experiment runs once for each value; {hiccup} stands for it.
    sweep     hiccup = 10 ms, 30 ms, 100 ms

    # A task that keeps the main thread busy: when it arrives, how long it takes, how it is delivered.
    # 'as main-queue' is what DispatchQueue.main.async does.
    load      network at 504 ms takes {hiccup} as main-queue

    # What is compared: each arm is a variant, and is run with the same tasks. 'phase 0.5' makes the
    # timer due half a refresh after a vsync; 'in default' and 'in common' are modes of the run loop.
    arm old
      timer ball every 1/60 s phase 0.5 in default takes 1 ms
    arm new
      link  ball in common takes 1 ms

    # What must come out, as arm.driver.metric; 'runlooplab explain double_fires' says what is counted.
    expect new.ball.double_fires == 0
    expect old.ball.lateness_max <= {hiccup}
    expect new.ball.dropped < old.ball.dropped  for {hiccup} >= 30 ms

    """

  /// What a package adds to its manifest, and how its tests begin.
  private static let manifest = """
    // Package.swift needs 'platforms: [.macOS(.v15), .iOS(.v18)]' or later for LabTesting.
    // Package.swift, among the dependencies: the folder of your clone of RunLoopLab, or
    // .package(url: "the address that you cloned", branch: "main")
    .package(name: "RunLoopLab", path: "../RunLoopLab"),

    // Package.swift, among the targets:
    .testTarget(
      name: "AnimationTests",
      dependencies: [.product(name: "LabTesting", package: "RunLoopLab")]),

    // Tests/AnimationTests/AnimationTests.swift:
    import LabTesting
    import Testing


    """

  /// A test to begin with.
  static let test = #"""
    @Test func `The ball never jumps`() {
      Laboratory.test(display: .hertz(60)) { lab in
        let ball = lab.timer("ball", every: .seconds(1) / 60, in: .common) { _ in
          lab.spend(.milliseconds(2))
        }
        lab.load("network", at: .milliseconds(504), takes: .milliseconds(12))
        lab.advance(to: .seconds(2))
        lab.expect(ball, \.doubleFires == 0)
        lab.expect(ball, \.dropped <= 1)
      }
    }
    """#

  private static let usage = Usage(
    name: "init", operands: "[\(templates.joined(separator: "|"))] [NAME]",
    options: [Option("--tests", nil, "print what a package needs for tests in virtual time")],
    text:
      "Writes a short script with a comment on every part (default: mine.lab), or one about a carousel,"
      + " a list, a spinner or a game (my-carousel.lab and so on). With --tests, prints a test and the lines of a"
      + " manifest, and writes nothing.",
    examples: ["runlooplab init carousel", "runlooplab run my-carousel.lab --html"])
}
