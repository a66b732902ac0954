package import LabAnswer
package import LabMetrics
package import LabText

/// Two captures side by side: every metric and rule, and how much the second differs.
///
/// One capture of each says nothing about chance, so that no difference is called significant.
package struct CaptureComparison: Study {
  /// The frames of a capture, with a title.
  package typealias Chain = (title: String, rules: FrameRules)

  package let subject: String
  private let sides: [Chain]
  private let isStrict: Bool

  /// Compares two captures, of each the swap chain with most frames.
  ///
  /// - Throws: `InputError` if one of them has no frames.
  package init(
    _ captures: [(path: String, chains: [Chain])], isStrict: Bool = false
  ) throws(InputError) {
    self.isStrict = isStrict
    subject = captures.map(\.path).joined(separator: " ")
    sides = try captures.map { path, chains throws(InputError) in
      guard
        let most = chains.max(by: { $0.rules.series.frames.count < $1.rules.series.frames.count })
      else { throw InputError(path: path, "there are no frames.") }
      let others = chains.count == 1 ? "" : ", the longest of \(chains.count) swap chains"
      return (most.title + others, most.rules)
    }
  }

  /// Compares them; the outcome says whether both have the same frames.
  package func answer(_ watch: Watch) -> Answer {
    let words =
      "Frame times are taken \(sides[0].rules.series.basis.words). With one capture each there is no"
      + " interval: repeat both to tell a change from chance."
    let names = Table(
      "captures", [.words("side", []), .words("capture", [])],
      zip(["first", "second"], sides).map { [.text($0), .text($1.title)] })
    let isIdentical = sides[0].rules.series == sides[1].rules.series
    return Answer(
      "compare", of: subject,
      [[.table(names), .sentences([Answer.Sentence(words)])], [.table(changes)]],
      outcome: isIdentical ? .holds : isStrict ? .fails : .answered)
  }

  private var changes: Table {
    let values = sides.map { side in
      [("frames", MetricValue.count(side.rules.series.frames.count), "")] + side.rules.allValues
    }
    return Table(
      "changes",
      [
        .words("name", [""]), .number("first"), .number("second"),
        .number("change", nil, .atMost(6)).signed, .words("unit", [""]),
      ],
      zip(values[0], values[1]).map { one, other in
        let numbers = [one.1?.number, other.1?.number]
        let change = numbers[0].flatMap { one in numbers[1].map { $0 - one } }
        return [.text(one.0)] + numbers.map(Table.Cell.number)
          + [change.map { .number($0) } ?? .blank, one.2.isEmpty ? .blank : .text(one.2)]
      })
  }
}
