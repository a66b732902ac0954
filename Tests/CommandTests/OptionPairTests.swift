import Foundation
import LabStudy
import TestSupport
import Testing

@testable import runlooplab

/// Every option beside every kind of operand: it changes the answer, or it is refused.
@Suite struct `An option beside an operand` {
  private let tool: Tool

  init() throws { tool = try Tool(Self.files.get()) }

  private static let files = Result { try made() }

  private static func made() throws -> [String: Data] {
    let tool = try Tool()
    let script = """
      display 60 Hz
      run 400 ms
      load page poisson 20 per s takes uniform 5 ms .. 30 ms as main-queue
      arm timer
        timer ball every 1/60 s phase 0.5 in default takes 2 ms
      arm link
        link ball in default takes 2 ms
      """
    try tool.write(script, to: "s.lab")
    let other = """
      {"ph":"M","pid":7,"tid":3,"ts":0,"name":"thread_name","args":{"name":"Other"}},
      {"ph":"X","pid":7,"tid":3,"ts":5050000,"dur":9000,"tdur":500,"name":"RunTask"},
      {"ph":"X","pid":8,"tid":1,"ts":5050000,"dur":7000,"tdur":500,"name":"RunTask"},
      {"ph":"M","pid":8,"tid":1,"ts":0,"name":"thread_name","args":{"name":"CrRendererMain"}},

      """
    try tool.write(
      trace.replacing(
        "{\"ph\":\"X\",\"pid\":7,\"tid\":1,\"ts\":5000000",
        with: other + "{\"ph\":\"X\",\"pid\":7,\"tid\":1,\"ts\":5000000"),
      to: "t.json")
    try tool.write(
      "start_us,duration_us,name\n0,20000,a\n100000,30000,b\n300000,1000,c\n", to: "c.csv")
    #expect(try tool.run("run", "s.lab", "-q", "--presentmon", "v1", "--out", "r").status == 0)
    #expect(try tool.run("run", "s.lab", "-q", "--out", "q", "--seed", "9").status == 0)
    try tool.write(tool.data(of: "r/s/presentmon.csv"), to: "f.csv")
    try tool.write("16.7\n16.6\n33.4\n16.7\n16.6\n16.7\n33.3\n", to: "n.txt")
    try tool.write(ShortRecording.app(task: 40_000), to: "1.json")
    try tool.write(ShortRecording.app(task: 60_000), to: "2.json")
    return try tool.allFiles()
  }

  private static let operands: [Subject.Kind: [String]] = [
    .script: ["s.lab"], .result: ["r/s"], .trace: ["t.json"], .recording: ["c.csv"],
    .frames: ["f.csv"], .list: ["n.txt"],
  ]

  /// What each subcommand takes, and words that are always there.
  private static let taken: [(name: String, kinds: [Subject.Kind], base: [String])] = [
    ("why", [.script, .result, .recording], ["--all", "--out", "-", "--budget", "10"]),
    // A trial of this one has eight runs, each of which would be made anew for every change.
    ("why", [.trace, .recording], []),
    ("show", [.script, .result, .trace, .recording], []),
    ("measure", [.script, .result, .trace, .frames], []),
    ("compare", [.result, .frames, .trace], []), ("try", [.trace, .recording], []),
    ("import", [.trace], ["--out", "x", "--force"]), ("why", [.list], []),
  ]

  /// Options with a value that changes the answers of the fixtures, by their names.
  private static let values: [String: [String]] = [
    "--set": ["display=120 Hz"], "--seed": ["5"], "--repeat": ["2", "--run", "3"],
    "--only": ["arm == link"], "--run": ["1"], "--arm": ["link"], "--driver": ["x"],
    "--display": ["120 Hz"], "--thread": ["Other"], "--process": ["8"], "--least": ["8 ms"],
    "--clock": ["cpu"], "--format": ["perf"], "--with": ["none.xml"], "--from": ["10 ms"],
    "--to": ["100 ms"], "--whole-file": [], "--anonymise": [], "--list": [],
    "--like": ["run-loop"], "--refresh": ["120"], "--cadence": ["2"], "--times": ["presented"],
    "--metric": ["dropped"], "--html": ["p.html"], "--json": [], "--report": ["markdown"],
    "--every": ["50 ms"], "--unit": ["us"], "--column": ["2"], "--changed": ["page"], "--same": [],
    "--worse-than": ["5 %"], "--identical": [], "--apply": ["1", "--save", "b.lab"],
  ]
  /// Asks something that these fixtures have not: a truncated file, processor times, short tasks, a
  /// draw beside a recording, the driver of an app, two results that differ, or have two names.
  private static let elsewhere = [
    "--whole-file", "--clock", "--least", "--seed", "--driver", "--metric",
    "--worse-than", "--report", "--same", "--identical",
  ]

  private func words(
    _ name: String, _ kind: Subject.Kind, _ base: [String], _ option: [String]
  ) -> [String] {
    let operand = Self.operands[kind] ?? []
    if name == "compare", kind == .trace {
      return [name, "1.json", "2.json"] + option
    }
    let second = name == "compare" ? (kind == .result ? ["q/s"] : operand) : []
    let list = ["--list", "--apply"].contains(option.first) ? [] : base
    return [name] + operand + second + list + option
  }

  @Test(arguments: taken.indices)
  func `asks, or is refused by name, with the reason`(subcommand: Int) throws {
    let (name, kinds, base) = Self.taken[subcommand]
    let usage = try #require(Command.subcommands.first { $0.name == name }?.usage)
    for kind in kinds {
      let plain = try tool.run(words(name, kind, base, []))
      for option in usage.options where !option.about.isEmpty {
        // Who names the format of a trace has no list.
        guard kind != .list || option.name != "--format" else { continue }
        let value = try #require(Self.values[option.name], "\(option.name) has no entry")
        let outcome = try tool.run(words(name, kind, base, [option.name] + value))
        let pair = Comment("\(name) \(option.name), \(kind.words): \(outcome.errors)")
        if option.about.contains(kind) {
          #expect(
            outcome.output != plain.output || outcome.errors != plain.errors
              || Self.elsewhere.contains(option.name) || option.name == "--html", pair)
          #expect(!outcome.errors.contains("' is about "), pair)
        } else {
          #expect(outcome.status == 2 && outcome.output == "", pair)
          #expect(
            outcome.errors.contains("'\(option.name)' is about ")
              && outcome.errors.contains(" is \(kind.words)"), pair)
        }
      }
    }
  }

  /// What asks of every operand that a subcommand takes.
  private static let asking: Set = [
    "--run", "--arm", "--driver", "--metric", "--by", "--all", "--smallest", "--worst", "--around",
    "--from", "--for", "--display", "--of", "--plan", "--trace", "--metrics", "--shard", "--source",
    "--overlay", "--break-at", "--strict", "--tests", "--lab",
  ]
  /// Where and how it is said, and with how much effort.
  private static let manners: Set = [
    "--save", "--out", "--force", "--html", "--report", "--json", "--presentmon", "--budget",
    "--jobs", "--as", "--number", "--plain", "--width", "--speed", "--resume", "--tables",
    "--quiet", "--realtime", "--color",
  ]

  @Test func `is about some operands, or asks of all, or is a manner`() {
    for subcommand in Command.subcommands {
      for option in subcommand.usage.options where option.about.isEmpty {
        let isKnown = Self.asking.contains(option.name) != Self.manners.contains(option.name)
        #expect(isKnown, "\(subcommand.name) \(option.name)")
      }
    }
  }
}
