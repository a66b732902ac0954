import Foundation
import LabReport
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
  static let script = PackageText.named("mine.lab")

  /// What a package adds to its manifest, and how its tests begin.
  private static let manifest = """
    // Package.swift needs 'platforms: [.macOS(.v15), .iOS(.v18)]' or later for LabTesting.
    // Package.swift, among the dependencies: the folder of your clone of RunLoopLab, or
    // .package(url: "the address that you cloned", branch: "main")
    .package(name: "RunLoopLab", path: "../RunLoopLab"),

    // To read, in Sources/LabTesting/LabTesting.docc of the clone: PinAStutter.md (a failure, and
    // how it is fixed), LabTesting.md (a class of your own), SleepingTests.md (code that sleeps).

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
      + " a list, a spinner or a game (my-carousel.lab, …). With --tests, prints a test and the lines of a"
      + " manifest, and writes nothing.",
    examples: ["runlooplab init carousel", "runlooplab run my-carousel.lab --html"], experiment: nil
  )
}

/// A script to begin with, about one animation, and a test of the same.
struct Template: Sendable {
  /// The name of the script, without its extension.
  let name: String
  /// A test that a package can hold.
  let test: String

  var script: String { PackageText.named("\(name).lab") }
}

extension Template {
  static let all = [
    Template(
      name: "carousel",
      test: #"""
        @Test func `the carousel moves while the page scrolls`() {
          Laboratory.test(display: .hertz(60)) { lab in
            let carousel = lab.link("carousel", in: .common) { _ in lab.spend(.milliseconds(1)) }
            lab.scroll(at: .milliseconds(2004), for: .seconds(1))
            lab.load("parse", every: .milliseconds(701), takes: .milliseconds(20))
            lab.advance(to: .seconds(6))
            lab.expect(carousel, \.starved == 0)
            lab.expect(carousel, \.dropped <= 8)
          }
        }
        """#),
    Template(
      name: "list",
      test: #"""
        @Test func `the list scrolls evenly while images return`() {
          Laboratory.test(display: .hertz(120)) { lab in
            let list = lab.link("list", in: .common) { _ in lab.spend(.milliseconds(2)) }
            lab.scroll(at: .milliseconds(504), for: .seconds(3))
            lab.load("images", every: .milliseconds(91), takes: .milliseconds(1))
            lab.advance(to: .seconds(4))
            lab.expect(list, \.dropped == 0)
          }
        }
        """#),
    Template(
      name: "spinner",
      test: #"""
        @Test func `the spinner turns while a file is opened in chunks`() {
          Laboratory.test(display: .hertz(60)) { lab in
            let spinner = lab.link("spinner", in: .common) { _ in lab.spend(.milliseconds(1)) }
            lab.load("open", every: .milliseconds(11), takes: .milliseconds(6))
            lab.advance(to: .seconds(2))
            lab.expect(spinner, \.longestGap <= .milliseconds(34))
          }
        }
        """#),
    Template(
      name: "game",
      test: #"""
        @Test(arguments: [60, 120] as [Int64])
        func `the game is equally fast on a display`(hertz: Int64) {
          Laboratory.test(display: .hertz(hertz)) { lab in
            var place = 0.0
            let ball = lab.link("ball", in: .common) { tick in
              place = 300 * (tick.target / .seconds(1))
              lab.spend(.milliseconds(2))
            }
            lab.advance(to: .seconds(2))
            lab.expect(ball, \.doubleFires == 0)
            #expect(place > 590 && place < 615)
          }
        }
        """#),
  ]
}
