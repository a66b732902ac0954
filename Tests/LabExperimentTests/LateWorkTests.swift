import LabExperiment
import LabLanguage
import Testing

@Suite struct `Work behind the end of a run` {
  private func notes(_ lines: String) throws -> [String] {
    try Fixture.experiment(
      """
      display 60 Hz
      run 1 s
      sweep begin = 900 ms, 2 s
      load rest at {begin} takes 1 ms as source
      \(lines)
      arm a
        timer ball every 16 ms in default takes 1 ms
      """
    ).notes.map(\.message)
  }

  @Test(arguments: [
    ("load late at 500 ms, 1 s takes 5 ms as source", ["a task of 'late' would arrive at 1000 ms"]),
    (
      "load late every 10 ms from 3 s takes 5 ms as source",
      ["a task of 'late' would arrive at 3000 ms"]
    ),
    ("at 1500 ms display 120 Hz", ["this would happen at 1500 ms"]),
    ("gesture scroll at 1500 ms for 100 ms", ["a gesture would begin at 1500 ms"]),
    ("gesture tap at 400 ms for 10 ms times 3 every 400 ms", ["a gesture would begin at 1200 ms"]),
    ("gesture scroll at 990 ms for 1 s", []),
    ("load long at 990 ms takes 5 s as source", []),
    ("load many poisson 5 per s takes 5 ms as source", []),
  ])
  func `is noted where it is written`(_ lines: String, _ expected: [String]) throws {
    let rest = "a task of 'rest' would arrive at 2000 ms"
    let end = ", and the run ends at 1000 ms (begin = "
    let found = try notes(lines).filter { $0.contains(end) }.map { $0.split(separator: ",")[0] }
    #expect(found.sorted() == (expected + [rest]).map { $0[...] }.sorted())
  }
}
