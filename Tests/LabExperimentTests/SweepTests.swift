import LabExperiment
import LabLanguage
import LabWorkload
import Testing

@Suite struct `A sweep` {
  /// The values that some sweeps take, point by point, as `a b | c d`.
  private func points(_ sweeps: String) throws -> String {
    let names = sweeps.split(separator: "\n").filter { !$0.hasPrefix("where") }
      .map { $0.split(separator: " ")[1] }
    let loads = names.map { "load \($0) at {\($0)} takes 1 ms as port" }.joined(separator: "\n")
    let script = """
      display 60 Hz
      run 1 s
      \(sweeps)
      \(loads)
      arm a
        link ball in default
      """
    return try Fixture.experiment(script).plan()
      .map { $0.point.map(\.value).joined(separator: " ") }.joined(separator: " | ")
  }

  @Test func `lists values`() throws {
    #expect(try points("sweep a = 1 ms, 20 us, 1/4 s") == "1 ms | 20 us | 1/4 s")
  }

  @Test func `has one spelling of a value, whatever its blanks`() throws {
    #expect(
      try points("sweep a = 5ms, 6  ms, 1 / 60s, 1000us") == "5 ms | 6 ms | 1/60 s | 1000 us")
    #expect(throws: ScriptError.self) { try points("sweep a = 5ms, 5 ms") }
  }

  @Test func `has the script's own spelling of a value that is set`() throws {
    let script = """
      display 60 Hz
      run 1 s
      sweep a = 5 ms, 20 ms
      load a every 100 ms takes {a} as port
      arm a
        link ball in default
      """
    let set = try Fixture.experiment(script, overriding: [("a", "0.02s, 7ms")]).plan()
    #expect(set.map { $0.point[0].value } == ["20 ms", "7 ms"])
  }

  @Test func `spans a range by a step`() throws {
    #expect(
      try points("sweep a = 0 ms .. 1 ms step 0.25 ms")
        == "0 ms | 0.25 ms | 0.5 ms | 0.75 ms | 1 ms")
    #expect(try points("sweep a = 0 .. 10 ms step 4 ms") == "0 ms | 4 ms | 8 ms")
  }

  @Test func `spans a range by a factor`() throws {
    #expect(
      try points("sweep a = 1 ms .. 1 s factor 10") == "1 ms | 10 ms | 100 ms | 1000 ms")
    #expect(try points("sweep a = 1 s .. 3 s factor 1.5") == "1 s | 1.5 s | 2.25 s")
  }

  @Test func `puts ranges among other values`() throws {
    #expect(
      try points("sweep a = 0 ms, 5 ms .. 7 ms step 1 ms, 1 s")
        == "0 ms | 5 ms | 6 ms | 7 ms | 1 s")
  }

  @Test func `is combined with every other, the last fastest`() throws {
    #expect(
      try points("sweep a = 1 ms, 2 ms\nsweep b = 3 ms, 4 ms")
        == "1 ms 3 ms | 1 ms 4 ms | 2 ms 3 ms | 2 ms 4 ms")
  }

  @Test func `can be zipped with another`() throws {
    #expect(
      try points("sweep a = 1 ms, 2 ms\nsweep b = 3 ms, 4 ms\nsweep c = 5 ms, 6 ms zip a")
        == "1 ms 3 ms 5 ms | 1 ms 4 ms 5 ms | 2 ms 3 ms 6 ms | 2 ms 4 ms 6 ms")
  }

  @Test func `gives other values exactly`() throws {
    #expect(
      try points("sweep a = 1 ms, 2 ms\nlet b = {a} / 3 + 0.5 ms\nlet c = {b} × 2")
        == "1 ms 0.833333 ms 1.666666 ms | 2 ms 1.166666 ms 2.333332 ms")
    #expect(try points("let a = 1 s / 4") == "250 ms")
  }

  @Test func `leaves combinations out`() throws {
    #expect(
      try points("sweep a = 1 ms, 2 ms, 3 ms\nsweep b = 1 ms, 2 ms, 3 ms\nwhere {a} < {b}")
        == "1 ms 2 ms | 1 ms 3 ms | 2 ms 3 ms")
    #expect(
      try points("sweep a = 1 ms, 2 ms, 3 ms\nwhere {a} == 1 ms or {a} > 2 ms")
        == "1 ms | 3 ms")
  }

  @Test func `is not read where a combination is left out`() throws {
    // The difference would be negative, which no load may be.
    let script = "sweep a = 1 ms, 2 ms\nsweep b = 2 ms, 1 ms\nlet c = {a} - {b}\nwhere {a} >= {b}"
    #expect(try points(script) == "1 ms 1 ms 0 ms | 2 ms 2 ms 0 ms | 2 ms 1 ms 1 ms")
  }

  @Test func `may hold whole lists, as of modes`() throws {
    let plan = try Fixture.experiment(
      """
      display 60 Hz
      run 1 s
      sweep modes = default, (default, tracking), common
      arm a
        link ball in {modes}
      """
    ).plan()
    #expect(plan.map(\.scenario.drivers[0].modes.count) == [1, 2, 1])
    #expect(plan.map(\.point[0].value) == ["default", "default, tracking", "common"])
  }
}
