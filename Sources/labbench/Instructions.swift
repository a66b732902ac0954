import Foundation
import LabKernel
import LabLoop
import LabMetrics

/// Counts of instructions, which are the same on a noisy machine: callgrind runs this program with
/// two sizes of a workload, and the difference by the units between them leaves starting it out.
enum Instructions {
  private struct Line {
    let name: String
    let unit: String
    let sizes: (Int, Int)
    /// How many instructions a unit may take; `nil` without a target.
    let target: Int?
    /// Does work of a size, and returns how many units that were.
    let perform: (Int) throws -> Int

    init(
      _ name: String, per unit: String, _ sizes: (Int, Int), atMost target: Int? = nil,
      _ perform: @escaping (Int) throws -> Int
    ) {
      (self.name, self.unit, self.sizes) = (name, unit, sizes)
      (self.target, self.perform) = (target, perform)
    }
  }

  private static var lines: [Line] { fires + runs + proofs }

  private static var fires: [Line] {
    [(1, 700), (10, 950), (1_000, 1_000)].map { timers, target in
      Line("loop-periodic-\(timers)", per: "fire", (40_000, 80_000), atMost: target) {
        Periodic.fire($0, timers: timers)
        return $0
      }
    } + [
      Line("loop-periodic-traced-1", per: "fire", (40_000, 80_000), atMost: 1_000) {
        Periodic.fire($0, timers: 1, records: true)
        return $0
      },
      Line("set-up", per: "timer", (1_000, 5_000), atMost: 2_000) {
        Periodic.fire(1, timers: $0)
        return $0
      },
      Line("chain", per: "one-shot timer", (2_000, 10_000)) {
        chain($0)
        return $0
      },
      Line("unit-test", per: "test", (200, 1_000), atMost: 22_000) {
        _ = Units.performUnitTests($0)
        return $0
      },
    ]
  }

  private static var runs: [Line] {
    [
      Line("hour-at-120-hz", per: "simulated second", (20, 60), atMost: 1_250_000) {
        _ = try Hours.measure($0)
        return $0
      },
      Line("hours-in-parts", per: "simulated second", (200, 400), atMost: 1_354_000) {
        _ = try Streams.measureHours(seconds: $0)
        return $0
      },
      Line("plan", per: "run", (1_000, 4_000), atMost: 9_000) { try Scripts.plan($0) },
      Line("why", per: "explanation of 10 s", (1, 2), atMost: 1_000_000_000) {
        try Scripts.explain($0)
      },
    ]
      + [(0, 90_000), (5, 190_000), (MetricDictionary.all.count, 220_000)].map { metrics, target in
        Line("short-run-\(metrics)", per: "run", (20, 60), atMost: target) {
          try Streams.performShortRuns($0, asking: metrics)
          return $0
        }
      }
  }

  private static var proofs: [Line] {
    [
      Line("proof-run", per: "run", (20, 60), atMost: 120_000) { try Proofs.performRuns($0) },
      Line("proof-zone", per: "zone", (2, 6), atMost: 200_000) {
        try Proofs.countZones(within: $0)
      },
    ]
  }

  /// Fires timers of which each sets the next.
  private static func chain(_ count: Int) {
    var left = count
    let loop = SimulatedRunLoop(in: World(), isMain: false)
    func set(_ loop: SimulatedRunLoop) {
      let date = loop.world.now.advanced(by: .milliseconds(1))
      let timer = loop.makeTimer("timer", at: date) { loop, _ in
        left -= 1
        if left > 0 { set(loop) }
      }
      loop.add(timer, to: .default)
    }
    set(loop)
    loop.run(.default)
  }

  /// Does the work of a line, for callgrind to count.
  static func perform(_ name: String, _ size: Int) throws -> Bool {
    guard let line = lines.first(where: { $0.name == name }) else { return false }
    _ = try line.perform(size)
    return true
  }

  /// Prints the table of those lines whose names begin with one of some prefixes.
  ///
  /// - Returns: Whether callgrind is there and counted everything.
  static func printTable(_ prefixes: [String]) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "labbench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    guard output(of: ["valgrind", "--version"]) != nil else {
      print("instructions are not counted, since valgrind is not installed (apt install valgrind).")
      return false
    }
    let program = stripped(in: folder)
    let chosen = lines.filter { line in
      prefixes.isEmpty || prefixes.contains { line.name.hasPrefix($0) }
    }
    for line in chosen {
      guard let least = count(line, line.sizes.0, program),
        let most = count(line, line.sizes.1, program)
      else {
        print("\(line.name): callgrind failed")
        return false
      }
      let units = try line.perform(line.sizes.1) - line.perform(line.sizes.0)
      let each = (most - least) / units
      let verdict = line.target.map { ", at most \($0): \(each <= $0 ? "reached" : "missed")" }
      print("\(line.name): \(each) instructions per \(line.unit)\(verdict ?? "")")
      fflush(nil)
    }
    return true
  }

  /// This program without its debug information, which valgrind cannot read; as it is where there
  /// is no objcopy.
  private static func stripped(in folder: URL) -> String {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let copy = folder.appending(path: "labbench").path
    return output(of: ["objcopy", "--strip-debug", path, copy]) == nil ? path : copy
  }

  private static func count(_ line: Line, _ size: Int, _ program: String) -> Int? {
    let words = [
      "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, "--perform",
      line.name, "\(size)",
    ]
    guard let said = output(of: words),
      let count = said.split(separator: "\n").last(where: { $0.contains("Collected :") })
    else { return nil }
    return count.split(separator: " ").last.flatMap { Int($0) }
  }

  /// Runs a command and returns what it says; `nil` if it is not there or fails.
  private static func output(of words: [String]) -> String? {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    (process.standardOutput, process.standardError) = (pipe, pipe)
    guard (try? process.run()) != nil else { return nil }
    // What says nothing has no data, not even empty ones.
    let data = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }
}
