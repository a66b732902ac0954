import LabLanguage
import LabMetrics
import Testing

@testable import LabExperiment

/// What messages and the reference suggest must be accepted.
@Suite struct `An example of the grammar` {
  /// A clause of a statement, which is written with what it needs besides.
  struct Case: Sendable, CustomTestStringConvertible {
    let form: Form
    let clause: Form.Clause?

    var testDescription: String { "\(form.keyword) \(clause?.name ?? "")" }

    /// The statement with its required clauses.
    var text: String {
      guard clause != nil else { return form.example }
      var words = [form.keyword]
      if let head = form.head { words.append(head.example) }
      var choices: Set<Int> = []
      if let clause { choices.insert(clause.choice) }
      for other in form.clauses where other.isRequired && choices.insert(other.choice).inserted {
        words.append(Case.example(of: other))
      }
      if ["load", "input"].contains(form.keyword), !["takes", "recorded"].contains(clause?.name) {
        words.append("takes 1 ms")
      }
      if let clause { words.append(Case.example(of: clause)) }
      return words.joined(separator: " ")
    }

    /// Of a name that must be a sweep's, that of a sweep.
    private static func example(of clause: Form.Clause) -> String {
      if clause.name == "jitter" { return "jitter 0.2 ms" }
      return ["zip", "over", "by"].contains(clause.name) && clause.slot.name == "NAME"
        ? "\(clause.name) hiccup" : clause.example
    }
  }

  static let cases = Grammar.forms.flatMap { form in
    [Case(form: form, clause: nil)] + form.clauses.map { Case(form: form, clause: $0) }
  }

  @Test(arguments: cases)
  func `is accepted`(example: Case) throws {
    let keyword = example.form.keyword
    var lines = ["display 60 Hz", "run 10 s"].filter { !$0.hasPrefix("\(keyword) ") }
    lines += [
      "sweep hiccup = 0 ms, 50 ms", "sweep block = 1 ms, 2 ms", "sweep interval = 3 ms, 4 ms",
      "load a at {hiccup}, {block}, {interval} takes 1 ms as source",
    ]
    let words = example.text.split(separator: " ")
    if ["let", "sweep"].contains(keyword) {
      lines.append("load b at {\(words[1])} takes 1 ms as source")
    }
    // The example of a name is that of a driver, which no load may have.
    var text =
      ["load", "input"].contains(keyword)
      ? example.text.replacing("\(keyword) ball", with: "\(keyword) page") : example.text
    if example.form.role == .behavior {
      for scene in ["ball", "view"] {
        lines += ["scene \(scene) as items", "box ball in \(scene) at 50, 50 size 20, 20"]
        if keyword != "group" || text.contains("within") { lines.append("group ball in \(scene)") }
      }
    }
    // Of gestures, only those that are dragged have a speed, and they are so for a while.
    if keyword == "gesture", let clause = example.clause?.name, ["speed", "slop"].contains(clause) {
      text = text.replacing("gesture scroll", with: "gesture drag")
        .replacing("for 2 s", with: "for 1 s" + (clause == "slop" ? " speed 50 pt per s" : ""))
    }
    if example.form.home != .arm { lines.append(text) }
    if example.form.role == .part, let place = words.firstIndex(of: "in") {
      lines.append("scene \(words[place + 1])")
    }
    if keyword == "load" { lines.insert("load fetch at 1 s takes 9 ms as source", at: 0) }
    if ["what", "apply"].contains(keyword) {
      lines.append("load page at 1 s takes 9 ms as source")
    }
    if keyword == "arm" { lines.append("  link ball in default") }
    lines += ["arm timer", "  timer ball every 1/60 s in default"]
    lines += ["arm link", "  link ball in default", "arm other"]
    if example.form.home == .arm {
      if example.form.role == .motion {
        lines.append("  link ball in default")
        lines.append("  load touches every 10 ms takes 0.1 ms as source")
      }
      lines.append("  " + example.text)
    } else {
      lines.append("  link ball in default")
    }
    // A browser takes messages, and timers of whole milliseconds.
    if keyword == "like" {
      lines = lines.map {
        $0.replacing("as source", with: "as port").replacing("1/60 s", with: "16 ms")
      }
    }
    let files = [
      "scene.lab": "seed 3", "recordings/page.csv": "start_us,duration_us,name\n10,5,x\n",
    ]
    #expect(throws: Never.self, "\(example.text)") {
      try Fixture.experiment(lines.joined(separator: "\n"), files: files)
    }
  }

  /// A message puts the examples of clauses together: a range from 32 to 32 is none.
  @Test func `of a range has two ends`() {
    var ranges = 0
    for form in Grammar.forms {
      let ends = form.clauses.filter { ["from", "to", "until"].contains($0.name) && $0.isRequired }
      guard ends.count > 1 else { continue }
      ranges += 1
      let values = ends.map { $0.example.split(separator: " ").dropFirst().joined(separator: " ") }
      #expect(Set(values).count == values.count, "\(form.keyword): \(values)")
    }
    #expect(ranges > 1)
  }

  /// Values of one name may have different ranges; the reference says what they have in common.
  @Test func `of a value is one, wherever the value stands`() {
    let named = Dictionary(
      grouping: Grammar.forms.flatMap { [$0.head].compactMap(\.self) + $0.clauses.map(\.slot) },
      by: \.name)
    for (name, slots) in named {
      #expect(Set(slots.map { [$0.example, $0.meaning] }).count == 1, "\(name)")
    }
    #expect(named.count == Grammar.slots.count)
  }

  /// What is printed of a value and what reads it cannot drift apart.
  @Test func `must be read as the kind of value that the grammar shows`() async {
    await #expect(processExitsWith: .failure) {
      let statement = try Statement(Grammar.known("run"), typed: "2 s", in: "a test")
      _ = try ResolvedStatement(statement).head(.rate)
    }
    await #expect(processExitsWith: .failure) {
      let statement = try Statement(
        Grammar.known("wake-up"), typed: "delayed by 2 ms", in: "a test")
      _ = try ResolvedStatement(statement).value("delayed", .law)
    }
  }
}

@Suite struct `The unit of a metric` {
  /// Tables have it from the metric, verdicts and predictions from what is compared.
  @Test(arguments: MetricUnit.allCases)
  func `is the same in tables and verdicts`(unit: MetricUnit) {
    #expect(unit.symbol == unit.dimension.symbol)
  }
}
