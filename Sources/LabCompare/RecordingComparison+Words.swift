import LabMetrics
import LabText

extension RecordingComparison {
  /// The verdict in one sentence, which stands first.
  package var headline: String {
    let counts = "\(Self.number(before)) → \(Self.number(after)) \(metricWords)"
    switch verdict {
    case .unchanged:
      return "\(counts): the driver '\(driver)' was not changed; other work makes"
        + " \(Self.signed(work)), \(Self.signed(rest)) are not explained."
    case .undecided where change?.interval == nil:
      return "\(counts): not decided: record again. The change would be \(changeWords), and"
        + " \(Self.signed(rest)) are not explained."
    case .undecided:
      return "\(counts): undecided: the change is \(changeWords). Record more."
    case .better, .worse, .withinNoise:
      return "\(counts): \(verdict.rawValue): your change makes \(changeWords)\(restWords)."
    }
  }

  private var metricWords: String {
    switch metric {
    case .dropped: "dropped"
    case .missed: "missed dates"
    case .doubleFires: "double fires"
    case .hitchTime, .lateness, .animationError, .behind, .speed, .tickToPhoton:
      "ns of \(metric.rawValue)"
    case .doubled, .short, .extra, .stale, .jumped, .uneven, .late, .wasted: metric.rawValue
    }
  }

  /// The change, with its interval or how many pairs it stands on.
  private var changeWords: String {
    guard let change else { return "0" }
    guard let interval = change.interval else { return Self.signed(change.mean) }
    return Self.signed(change.mean) + " (95 %: \(Self.signed(interval.lowerBound)) to"
      + " \(Self.signed(interval.upperBound)))"
  }

  private var restWords: String {
    let phase = phase.map { ", the phase \(Self.signed($0))" } ?? ""
    return phase + ", different work \(Self.signed(work)), not explained \(Self.signed(rest))"
  }

  /// What is to be said beside the numbers, a sentence each.
  package var remarks: [String] {
    var words: [String] = []
    let pair = pairs[0][0]
    if files.contains(where: { $0.count < WelchInterval.least }), change != nil {
      let count = pairs.count * pairs[0].count
      words.append(
        "\(count == 1 ? "One pair" : "\(count) pairs"): an interval takes \(WelchInterval.least)"
          + " recordings a side.")
    }
    if pair.ordersMatter {
      words.append(
        "The order matters: \(Self.signed(pair.inWorks[0])) in the old work,"
          + " \(Self.signed(pair.inWorks[1])) in the new.")
    }
    if refreshes[0] * 5 < refreshes[1] * 4 || refreshes[1] * 5 < refreshes[0] * 4,
      metric == .dropped
    {
      words.append(
        "Not as many frames are wanted: of \(refreshes[0]) refreshes before, of \(refreshes[1]) after."
      )
    }
    if let range = pair.atPhases {
      words.append(
        "At other phases of the timer the change is \(Self.signed(range.lowerBound)) to"
          + " \(Self.signed(range.upperBound)).")
    }
    return words + taskRemarks
  }

  private var taskRemarks: [String] {
    var words = tasks.vanished.map {
      "Tasks named \($0.name) have gone (\($0.counts[0])) and count as work; write --changed"
        + " '\($0.name)' if that is the change."
    }
    words += tasks.appeared.map {
      "Tasks named \($0.name) are new (\($0.counts[1])) and count as work; write --changed"
        + " '\($0.name)' if that is the change."
    }
    return words
  }

  /// A count or a mean with one decimal at most.
  static func number(_ value: Double) -> String { decimalText(value, decimals: 0...1) }

  /// A difference with its sign.
  static func signed(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded > 0 ? "+\(number(rounded))" : rounded < 0 ? "−\(number(-rounded))" : "0"
  }
}
