import LabAnswer
package import LabImport
import LabMetrics
import LabText
import LabWorkload

extension TrialFindings {
  /// How long the inputs of a recording took, and whether the lab says why; `nil` without any.
  static func inputs(_ trace: ImportedTrace) throws -> [Answer.Part]? {
    guard let result = try InputAgreement(trace), let longest = result.longest else { return nil }
    let wait = longest.predicted(.wait) ?? 0
    var sentences = [
      "Of \(counted(result.pairs.count, "input")) of the recording"
        + " \(result.words(.wait, "waited", "beside the other tasks")).",
      "The longest wait, of \(longest.input.name) at"
        + " \(ReportNumber.milliseconds(longest.input.arrived)) ms, took"
        + " \(ReportNumber.milliseconds(longest.recorded(.wait) ?? 0)) ms"
        + " (\(ReportNumber.milliseconds(wait)) in the lab)"
        + (longest.holder.map { ", behind \($0.words(offset: .nanoseconds(trace.windowOffset)))" }
          ?? "") + ".",
    ]
    let seen = result.agreement(in: .presentation).compared
    if seen > 0 {
      sentences.append(
        "Of \(counted(seen, "input")) that a frame shows"
          + " \(result.words(.presentation, "were seen", "in the first frame after their end")).")
    } else if result.pairs.contains(where: { $0.recorded(.presentation) != nil }) {
      sentences.append(
        "When they were seen is not compared: the recording has no frames and vsyncs of the page.")
    }
    if let inp = trace.interactionToNextPaint {
      sentences.append("Interaction to next paint: \(ReportNumber.milliseconds(inp)) ms.")
    }
    return [
      .sentences([Answer.Sentence(sentences.joined(separator: " "), as: "inputs")]),
      .table(result.table),
    ]
  }
}

extension InputAgreement {
  /// The input that waited longest, the first of equals.
  fileprivate var longest: Pair? {
    pairs.enumerated().max {
      ($0.element.recorded(.wait) ?? 0, $1.offset) < ($1.element.recorded(.wait) ?? 0, $0.offset)
    }?.element
  }

  /// How many inputs did something when the lab predicts it.
  fileprivate func words(_ quantity: TaskQuantity, _ did: String, _ place: String) -> String {
    let (same, compared) = agreement(in: quantity)
    let share = ReportNumber.fixed(100 * Double(same) / Double(compared), decimals: 2)
    return "\(same) (\(share)%) \(did) within \(ReportNumber.milliseconds(tolerance)) ms of what"
      + " the lab predicts \(place)"
  }

  /// The quantities that the file tells, recorded and in the lab.
  fileprivate var table: Table {
    let quantities = [TaskQuantity.wait, .response, .presentation, .shown].filter { quantity in
      pairs.contains { $0.recorded(quantity) != nil }
    }
    let statistics: [(name: String, thousandths: Int)] = [("p98", 980), ("max", 1000)]
    func row(_ name: String, _ time: (Pair, TaskQuantity) -> Int64?) -> [Table.Cell] {
      var cells = [Table.Cell.text(name)]
      for quantity in quantities {
        let times = pairs.compactMap { time($0, quantity) }.sorted()
        for (_, thousandths) in statistics {
          let time = times.isEmpty ? nil : Duration.nanoseconds(times.percentile(thousandths))
          cells.append(.time(time))
        }
      }
      return cells
    }
    var columns = [Table.Column.words("inputs")]
    for quantity in quantities {
      for (name, _) in statistics { columns.append(.metric("\(quantity.rawValue)_\(name)")) }
    }
    return Table(
      "inputs", columns, [row("recorded") { $0.recorded($1) }, row("lab") { $0.predicted($1) }])
  }
}

extension ImportedTrace {
  /// The interaction to next paint of the inputs, as the file tells them; `nil` if it does not.
  package var interactionToNextPaint: Int64? {
    var longest: [Int64: Int64] = [:]
    for input in inputs {
      guard let number = input.interaction, let shown = input.shown else { continue }
      longest[number] = max(longest[number] ?? 0, shown - input.arrived)
    }
    var sum = InteractionToNextPaint()
    for duration in longest.values.sorted() { sum.add(duration) }
    return sum.value
  }
}

extension [Int64] {
  /// The percentile of ascending numbers, in thousandths.
  fileprivate func percentile(_ thousandths: Int) -> Int64 {
    self[Percentile.position(thousandths, of: count)]
  }
}
