import Foundation
import TestSupport
import Testing

@Suite struct `A machine without a script` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func `is shown as a table, a histogram and its worst wake-up`() throws {
    let outcome = try tool.run("live", "--for", "400ms")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let row = try #require(lines.first { $0.hasPrefix("timer ") && !$0.contains("by") })
    let numbers = row.split(separator: " ").dropFirst().compactMap { Int($0) }
    #expect(numbers.count == 9, "\(row)")
    // A date is answered or missed, but for those at the end that were not answered yet.
    #expect((300...400).contains(numbers[0] + numbers[1]), "\(row)")
    #expect(Array(numbers[4...]) == numbers[4...].sorted() && numbers[2] <= numbers[4], "\(row)")
    let bins = lines.drop { !$0.contains("late by us") }.dropFirst(2).prefix { $0.contains("..") }
    let counts = bins.compactMap { $0.split(separator: " ").dropFirst(3).first.flatMap { Int($0) } }
    #expect(counts.reduce(0, +) == numbers[0] && !counts.isEmpty, "\(outcome.output)")
    #expect(
      outcome.words.contains("The worst wake-up was \(numbers[8]) us late, at "),
      "\(outcome.output)")
    #if os(Linux)
      #expect(outcome.words.contains("us for a processor: "), "\(outcome.output)")
    #endif
  }

  @Test func `has every source of timers side by side`() throws {
    let outcome = try tool.run("live", "--for", "50 ms", "--source", "all")
    #expect(outcome.status == 0, "\(outcome.errors)")
    for source in ["timer", "task", "dispatch-main", "dispatch", "dispatch-strict"] {
      #expect(outcome.output.contains("\n\(source) "))
      #expect(outcome.output.contains("\nby \(source)\n"))
    }
  }

  @Test func `ends at the first callback that is later than a bound`() throws {
    let outcome = try tool.run("live", "--for", "60 s", "--break-at", "lateness > 0.001 ms")
    #expect(outcome.status == 6 && outcome.output.contains("The worst wake-up was "))
  }

  @Test func `shows what was measured when it is interrupted`() throws {
    let outcome = try tool.shell(
      "\"$0\" live --for 60s > out.txt & sleep 1; kill -INT $!; wait $!; echo $?")
    #expect(outcome.output == "130\n", "\(outcome.errors)")
    let text = try tool.text(of: "out.txt")
    #expect(text.contains("The worst wake-up was "), "\(text)")
  }

  @Test(arguments: [
    (["--for", "10"], 3, "'10' has no unit"),
    (["--for", "601 s"], 2, "no time from 10 ms to 10 minutes"),
    (["good.lab", "--for", "1 s"], 2, "--set 'run=1 s'"),
    (["--for", "1 s", "--overlay"], 2, "exclude each other"),
  ])
  func `is refused with a remedy`(words: [String], status: Int32, message: String) throws {
    let outcome = try tool.run(["live"] + words)
    #expect([2, 3].contains(outcome.status) && outcome.output == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }
}
