import LabExperiment
import LabTrace

@testable import LabResults

/// One row of `events.csv`, as text says it.
struct Row {
  /// In nanoseconds.
  let time: Int
  let what: String
  let who: String
  let detail: String
  let mode: String
  let first: Int?
  let second: Int
  /// Where something stands, in points, or another real number.
  let place: Double?
  let secondReal: Double?

  /// The first number of a kind that always has one.
  var number: Int { first ?? 0 }

  /// Reads a row without quotes: experiment, run, arm, event, time_ms, what, who, detail, mode,
  /// depth, first, second.
  init(_ line: Substring) {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    time = Self.nanoseconds(fields[4])
    what = String(fields[5])
    who = String(fields[6])
    detail = String(fields[7])
    mode = String(fields[8])
    first = Int(fields[10])
    place = Double(fields[10])
    second = Int(fields[11]) ?? 0
    secondReal = Double(fields[11])
  }

  private static func nanoseconds(_ milliseconds: Substring) -> Int {
    let parts = milliseconds.split(separator: ".")
    let decimals = parts.count > 1 ? String(parts[1]) : ""
    let padded = decimals + String(repeating: "0", count: 6 - decimals.count)
    return (Int(parts[0]) ?? 0) * 1_000_000 + (Int(padded) ?? 0)
  }
}

extension Row {
  /// The rows of everything that happens in the first run of a script.
  static func all(of script: String) throws -> [Row] {
    let experiment = try Experiment(path: "random.lab") { _ in Array(script.utf8) }
    let run = try experiment.plan()[0]
    let trace = try Runner(jobs: 1, detail: .everything).trace(of: run)
    let list = Spool(in: nil)
    EventFile.events(of: RunName("random", run), trace, to: list)
    try list.finish()
    return String(decoding: list.bytes, as: UTF8.self).split(separator: "\n").map(Row.init)
  }
}

/// What the words of a run say beside its events.
struct Situation {
  var depth = 1
  var guardTime = 0
  /// How many frames the queue of a display that presents first in, first out holds.
  var capacity: Int?
  /// Whether a callback waits until there is room in it.
  var presentWaits = false
  /// Whether a frame waits for the vsync for which it was made.
  var framesHaveTargets = false
  /// What each driver's script says of its target.
  var targets: [String: Target] = [:]
  /// Where each driver's motion should be after some nanoseconds, its duration and greatest speed.
  var paths: [String: Path] = [:]
  /// What the scene of each driver is.
  var scenes: [String: Scene] = [:]

  enum Target {
    case refreshes(Int)
    /// Frames per second, as a fraction.
    case rate(Int, Int)
    case undeclared
  }

  struct Scene {
    let bodies: Int
    let room: (x: ClosedRange<Double>, y: ClosedRange<Double>)?
  }

  struct Path {
    let place: (Int) -> Double
    let duration: Int?
    let speed: (Int) -> Double
  }
}
