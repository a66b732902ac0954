package import LabAnswer
package import LabImport
import LabMetrics
import LabText

/// Two traces of a page, before and after a change of it.
///
/// Nothing is crossed: a trace of a browser does not tell what moves the page and how it is set, so
/// that a change of the page cannot be told from other work. What both have is set side by side.
package struct PageComparison: Study {
  package let subject: String
  private let sides: [Side]

  /// How many names of tasks are listed.
  private static let nameLimit = 12

  /// What a trace has of frames and tasks.
  private struct Side {
    let name: String
    let trace: ImportedTrace
    /// The tasks by name: how many, and how long in nanoseconds.
    private(set) var work: [String: (count: Int, time: Int64)] = [:]

    init(_ name: String, _ trace: ImportedTrace) {
      (self.name, self.trace) = (name, trace)
      for task in trace.tasks {
        let known = work[task.name] ?? (0, 0)
        work[task.name] = (known.count + 1, known.time + task.duration)
      }
    }

    /// The frames of which the trace says what became of them, and those not in time among them.
    var frames: (wanted: Int, late: Int) {
      let judged = trace.frames.filter { $0.outcome != .idle && $0.outcome != .unknown }
      return (judged.count, judged.count { $0.outcome == .late || $0.outcome == .dropped })
    }

    var busy: Int64 { trace.tasks.reduce(0) { $0 + $1.duration } }
    var longest: Int64 { trace.tasks.map(\.duration).max() ?? 0 }
    var busyShare: Double { 100 * Double(busy) / Double(max(1, trace.windowLength)) }
    var lateShare: Double { 100 * Double(frames.late) / Double(max(1, frames.wanted)) }
  }

  /// Takes two traces without a driver.
  package init(
    _ before: (name: String, trace: ImportedTrace), _ after: (name: String, trace: ImportedTrace)
  ) {
    subject = "\(before.name) vs \(after.name)"
    sides = [Side(before.name, before.trace), Side(after.name, after.trace)]
  }

  /// Sets them side by side.
  package func answer(_ watch: Watch) -> Answer {
    let crossing: Answer.Sentence =
      """
      Not crossed: a trace of a browser does not tell what moves the page, so that a change of it \
      cannot be told from other work. Record the same steps several times on both sides.
      """
    let names = Table(
      "recordings", [.words("side", [""]), .words("recording")],
      zip(["before", "after"], sides).map { [.text($0), .text($1.name)] })
    return Answer(
      "compare", of: subject,
      [
        [.sentences([Answer.Sentence(headline, as: "verdict")])], [.sentences([crossing])],
        [.table(names)], [.table(numbers)], [.table(tasks)],
      ])
  }

  /// The frames that were not in time, else the time in tasks, in one sentence.
  private var headline: String {
    func share(_ value: Double) -> String { "\(decimalText(value, decimals: 0...1)) %" }
    guard sides.allSatisfy({ $0.frames.wanted > 0 }) else {
      let lacking = sides.filter { $0.frames.wanted == 0 }.map { "'\($0.name)'" }
      return
        "\(share(sides[0].busyShare)) → \(share(sides[1].busyShare)) of the time in tasks;"
        + " \(lacking.joined(separator: " and ")) tells of no frames."
    }
    let words = sides.map {
      "\($0.frames.late) of \($0.frames.wanted) (\(share($0.lateShare)))"
    }
    return "\(words[0]) → \(words[1]) frames late or dropped."
  }

  private var numbers: Table {
    func row(
      _ name: String, _ unit: String, _ value: (Side) -> Double?
    ) -> [Table.Cell] {
      let values = sides.map(value)
      let change = values[0].flatMap { one in values[1].map { $0 - one } }
      return [.text(name)] + values.map(Table.Cell.number)
        + [change.map { .number($0) } ?? .blank, unit.isEmpty ? .blank : .text(unit)]
    }
    func milliseconds(_ time: Int64) -> Double { Double(time) / 1e6 }
    func frames(_ side: Side, _ count: Int) -> Double? {
      side.frames.wanted > 0 ? Double(count) : nil
    }
    return Table(
      "changes",
      [
        .words("name", [""]), .number("before", nil, .atMost(1)),
        .number("after", nil, .atMost(1)), .number("change", nil, .atMost(1)).signed,
        .words("unit", [""]),
      ],
      [
        row("length", "ms") { milliseconds($0.trace.windowLength) },
        row("frames wanted", "") { frames($0, $0.frames.wanted) },
        row("late or dropped", "") { frames($0, $0.frames.late) },
        row("tasks", "") { Double($0.trace.tasks.count) },
        row("time in tasks", "ms") { milliseconds($0.busy) },
        row("of the time", "%") { $0.busyShare },
        row("longest task", "ms") { milliseconds($0.longest) },
      ])
  }

  /// The names whose tasks differ most in time, the largest difference first.
  private var tasks: Table {
    func difference(_ name: String) -> Int64 {
      abs((sides[1].work[name]?.time ?? 0) - (sides[0].work[name]?.time ?? 0))
    }
    let names = Set(sides[0].work.keys).union(sides[1].work.keys)
    let rows = names.sorted { (difference($1), $0) < (difference($0), $1) }
    return Table(
      "tasks",
      [
        .words("task", ["tasks by name"]).cut, .number("before"), .number("after"),
        .number("before_ms", ["before", "ms"], .fixed(1)),
        .number("after_ms", ["after", "ms"], .fixed(1)),
      ],
      rows.prefix(Self.nameLimit).map { name in
        let counts = sides.map { $0.work[name] ?? (0, 0) }
        return [.text(name)] + counts.map { .count($0.count) }
          + counts.map { .value(.time(.nanoseconds($0.time))) }
      })
  }
}
