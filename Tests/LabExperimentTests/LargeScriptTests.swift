import LabExperiment
import TestSupport
import Testing

/// Scripts that are large in one way: what reads them must not grow with the square.
@Suite struct `A large script` {
  private static let head = "display 60 Hz\nrun 1 s\nsweep s = 1 ms, 2 ms\n"
  private static let arm = "arm a\n  link b in default takes {s}\n"

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<Count.size(count)).map(line).joined(separator: "\n") + "\n"
  }

  /// What is large, a script, and whether it is free of mistakes.
  static let scripts: [(name: String, text: String, isSound: Bool)] = [
    (
      "zipped sweeps",
      head + lines(2000) { "sweep z\($0) = \($0) ms, \($0 + 1) ms zip s" } + arm
        + lines(2000) { "load l\($0) at {z\($0)} takes 1 ms as source" }, true
    ),
    (
      "values worked out from one another",
      head + "let v0 = {s}\n" + lines(1500) { "let v\($0 + 1) = {v\($0)} + 1 ms" }
        + "arm a\n  link b in default takes {v\(Count.size(1500))}\n", true
    ),
    (
      "wildcards",
      head + lines(50) { "arm a\($0)\n  link b in default takes {s}" }
        + lines(2000) { "expect a*.b.dropped == \($0)" }, true
    ),
    (
      "misspelt names",
      head + arm + lines(1500) { "arm quiteALongNameOfAnArm\($0)\n  link b in default" }
        + lines(1500) { "expect quiteALoongNameOfAnArm\($0)x.b.dropped == 0" }, false
    ),
    (
      "settings of clauses and statements",
      head + arm + "load l at 1 ms takes 1 ms as source\n"
        + lines(10_000) { "set a.b.takes = \($0) us\nset l.takes = \($0) us\nset display = 60 Hz" },
      true
    ),
    ("lines of nonsense", lines(20_000) { "nonsense\($0)" }, false),
    (
      "motions",
      head + "arm a\n"
        + lines(1000) {
          "  link b\($0) in default takes {s}\n"
            + "  animate b\($0) along linear from 0 to 1 over 1 s by now"
        }, true
    ),
  ]

  @Test(.timeLimit(.minutes(1)), arguments: scripts.map(\.name))
  func `is read in moments`(name: String) throws {
    let script = try #require(Self.scripts.first { $0.name == name })
    let experiment = try? Fixture.experiment(script.text)
    #expect((experiment != nil) == script.isSound)
  }
}
