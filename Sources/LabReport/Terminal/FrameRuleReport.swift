public import LabMetrics

/// What the frame rules say of one series of frames, as a person reads it.
public struct FrameRuleReport {
  private let title: String
  private let frameRules: FrameRules
  private let showsMetrics: Bool
  /// The verdicts that differ from one another; rules that agree on every frame share one.
  private let groups: [[Bool]]

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - title: Whose frames they are.
  ///   - frameRules: What the rules say.
  ///   - showsMetrics: Whether to print the metrics of the pictures as well.
  public init(_ title: String, _ frameRules: FrameRules, showsMetrics: Bool = false) {
    self.title = title
    self.frameRules = frameRules
    self.showsMetrics = showsMetrics
    groups = frameRules.verdicts.compactMap(\.isBad).reduce(into: []) { groups, isBad in
      if !groups.contains(isBad) { groups.append(isBad) }
    }
  }

  /// The report, without a line feed at the end.
  public var text: String {
    let series = frameRules.series
    let period = MetricValue.time(series.refreshPeriod)
    let cadence = series.cadence == 1 ? "every refresh" : "every \(series.cadence) refreshes"
    let screen = Screen()
    var lines =
      [title]
      + screen.wrapped(
        "\(series.frames.count) frames of \(series.updates) updates; a refresh lasts \(period) ms;"
          + " one is wanted \(cadence).")
    if showsMetrics { lines += ["Frame times are taken \(series.basis.words).", ""] + metrics }
    lines += [""] + rules
    for rule in frameRules.readings.map(\.rule) {
      guard let bound = rule.bound, bound < series.refreshPeriod else { continue }
      lines += screen.wrapped(
        "\(rule.name) calls frames of one refresh bad: its bound of \(MetricValue.time(bound)) ms"
          + " is shorter than a refresh of \(period) ms.")
    }
    for reading in frameRules.readings {
      guard let grade = reading.grade else { continue }
      lines += screen.wrapped("\(reading.rule.name) is graded \(grade).")
    }
    if groups.count > 1 {
      lines += ["", "How many frames a row calls bad and a column good:"] + matrix
    }
    return lines.joined(separator: "\n")
  }

  /// The names of everything that is told of a capture: metrics, then rules.
  public static var names: [String] {
    let empty = FrameRules(FrameSeries([]))
    return empty.captureValues.map(\.name) + FrameRules.rules.map(\.name)
  }

  /// Returns the value of one metric or rule, with its unit.
  public func line(of name: String) -> String {
    let metrics = frameRules.captureValues.map { ($0.name, $0.value?.description, $0.unit) }
    let rules = frameRules.readings.map {
      ($0.rule.name, $0.value.map { MetricValue.number($0).description }, $0.rule.unit)
    }
    let found = (metrics + rules).first { $0.0 == name }
    let value = found?.1.map { [$0, found?.2 ?? ""].filter { !$0.isEmpty }.joined(separator: " ") }
    return "\(title): \(name) \(value ?? "–")"
  }

  private var metrics: [String] {
    var table = TextTable([.left, .right, .left])
    for (name, value, unit) in frameRules.captureValues {
      table.append([name, value?.description ?? "–", value == nil ? "" : unit])
    }
    return table.lines
  }

  private var rules: [String] {
    var table = TextTable([.left, .right, .right, .left, .left])
    table.append(["rule", "bad", "value", "", "same"])
    table.appendRule()
    for reading in frameRules.readings {
      let group = reading.isBad.flatMap { groups.firstIndex(of: $0) }
      table.append([
        reading.rule.name, reading.bad.map(String.init) ?? "–",
        reading.value.map { MetricValue.number($0).description } ?? "–",
        reading.value == nil ? "" : reading.rule.unit, group.map(Self.letter) ?? "",
      ])
    }
    return table.lines
  }

  private var matrix: [String] {
    var table = TextTable([.left] + groups.map { _ in .right })
    table.append([""] + groups.indices.map(Self.letter))
    for (row, isBad) in groups.enumerated() {
      table.append(
        [Self.letter(row)]
          + groups.enumerated().map { column, other in
            column == row ? "·" : String(zip(isBad, other).count { $0 && !$1 })
          })
    }
    return table.lines
  }

  private static func letter(_ index: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "A") + UInt8(index % 26)))
  }
}

extension FrameSeries.Basis {
  /// Between what, in words.
  var words: String {
    switch self {
    case .displayed: "from display to display"
    case .presented: "from present to present, displayed or not"
    }
  }
}
