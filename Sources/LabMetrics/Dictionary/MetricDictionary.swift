import LabText

/// Every metric of a driver, and every one of the tasks of a load, in the order of reports.
///
/// The one table behind the columns of CSV files, the words of scripts and their explanation.
public enum MetricDictionary {
  /// All metrics of drivers.
  public static let all: [Metric] =
    dueInstants + symptoms + firings + lateness + jitter + refreshes + slots + motion + pacing
    + content
    + latency
    + blame + scene

  /// All metrics of drivers, then those of tasks.
  public static let everything = all + tasks

  private static let byName = Dictionary(keepingFirst: everything.map { ($0.name, $0) })
  private static let byColumn = Dictionary(
    keepingFirst: everything.map { ($0.column, $0) })

  /// Returns the metric with a name as scripts spell it, such as `hitch_ratio`.
  public static func metric(named name: String) -> Metric? { byName[name] }

  /// The names that metrics had before, each with what takes its place.
  public static let formerNames: [(name: String, successor: String)] = [
    ("dropped_overrun", "dropped_own, and dropped_missed where a policy took a callback away"),
    (
      "dropped_blocked",
      "dropped_tasks, dropped_callouts and dropped_outside, by what held the thread"
    ),
    ("dropped_late_commit", "dropped_commit"),
    ("place_jump", "position_jump"),
  ]

  /// Returns what took the place of a former name, as the end of a sentence; `nil` for other names.
  ///
  /// A column counts like its metric.
  public static func successor(of name: String) -> String? {
    formerNames.first { $0.name == name || $0.name + "_pt" == name }?.successor
  }

  /// Returns what to write instead of a name that no metric has, or where all are listed, as a
  /// sentence after a space.
  public static func remedy(for name: String) -> String {
    let hint = hint(for: name)
    return hint.isEmpty ? " 'runlooplab explain' lists all." : hint
  }

  /// Returns what to write instead of a name that no metric has, as a sentence after a space; empty
  /// if none is near.
  package static func hint(for name: String) -> String {
    if let successor = successor(of: name) { return " It is now \(successor)." }
    let word = String(name.lowercased().map { $0 == "-" ? "_" : $0 })
    if let family = MetricFamily.meant(by: word) {
      return " Write for example \(Spelling.list(family.heads))."
    }
    let names = usual + everything.map { $0.name }
    if let metric = Self.name(ofWordsIn: name, among: names) {
      return " Did you mean '\(metric)'?"
    }
    let hint = Spelling.hint(for: name, among: names)
    if !hint.isEmpty { return hint }
    let first = names.filter { word.hasPrefix($0 + "_") }.max { $0.count < $1.count }
    return first.map { " Did you mean '\($0)'?" } ?? ""
  }

  /// Returns the first of some metrics that has the words of a name, in any order, and the fewest
  /// others; if none has them all, the one that has the rest beside ‘frame’, and no other.
  private static func name(ofWordsIn name: String, among names: [String]) -> String? {
    let wanted = words(of: name)
    guard wanted.count > 1 else { return nil }
    let known = names.map { (name: $0, words: words(of: $0)) }
    let near = known.filter { metric in wanted.allSatisfy { metric.words.contains($0) } }
    if let nearest = near.min(by: { $0.words.count < $1.words.count }) { return nearest.name }
    let rest = wanted.filter { $0 != "frame" }
    return rest.count < wanted.count ? known.first { $0.words == rest }?.name : nil
  }

  /// What some words of people are called here.
  private static let everydayWords = [
    "delay": "lateness", "average": "mean", "avg": "mean", "median": "p50", "maximum": "max",
    "minimum": "min", "std": "sd", "stddev": "sd",
  ]

  /// The words of a name such as `hitch_ratio` or `hitchRatio`, each of one thing.
  private static func words(of name: String) -> [String] {
    var spaced = ""
    for letter in name.unicodeScalars {
      if ("A"..."Z").contains(letter) { spaced += "_" }
      spaced.unicodeScalars.append(letter)
    }
    return spaced.lowercased().split { $0 == "_" || $0 == "-" }.map { part in
      let isPlural = part.count > 3 && part.hasSuffix("s") && !part.hasSuffix("ss")
      let word = String(isPlural ? part.dropLast(part.hasSuffix("hes") ? 2 : 1) : part)
      return everydayWords[word] ?? word
    }
  }

  /// Returns the first metric of what people mean by a word that no metric has; `nil` for others.
  package static func metric(meantBy word: String) -> Metric? {
    MetricFamily.meant(by: word.lowercased())?.heads.first.flatMap { metric(named: $0) }
  }

  /// The columns that files of older versions have under another name, each with that of today.
  ///
  /// Scripts and options may name a metric by them, as by any column.
  package static let formerColumns: [(name: String, successor: String)] =
    [
      ("hitch_ms_per_s", "hitch_ratio_ms_per_s"),
      ("animation_error_ms_per_s", "animation_error_rate_ms_per_s"),
      ("dropped_pct", "dropped_share_pct"),
    ]
    + TaskQuantity.allCases.map { ("\($0.rawValue)_beyond_pct", "\($0.rawValue)_beyond_share_pct") }

  private static let successors = Dictionary(
    keepingFirst: formerColumns.map { ($0.name, $0.successor) })

  /// Returns what a column of a file is called today.
  package static func currentColumn(of column: String) -> String { successors[column] ?? column }

  /// Returns the metric behind a CSV column, such as `hitch_ratio_ms_per_s`.
  ///
  /// The names that columns had in files of older versions count as well.
  public static func metric(inColumn column: String) -> Metric? {
    byColumn[currentColumn(of: column)]
  }

  /// Returns the metric with a name, or behind the column of that name.
  public static func metric(_ nameOrColumn: String) -> Metric? {
    metric(named: nameOrColumn) ?? metric(inColumn: nameOrColumn)
  }
}

/// One statistic of a distribution, with the words for it.
struct Statistic: Sendable {
  let suffix: String
  let words: String
  let formula: String
  let value: @Sendable (Distribution) -> Duration

  static let min = Statistic(suffix: "min", words: "The smallest", formula: "min") { $0.min }
  static let mean = Statistic(suffix: "mean", words: "The mean", formula: "Σ / n") { $0.mean }
  static let p50 = percentile("p50", "The median", "0.5") { $0.p50 }
  static let p90 = percentile("p90", "The 90th percentile of the", "0.9") { $0.p90 }
  static let p95 = percentile("p95", "The 95th percentile of the", "0.95") { $0.p95 }
  static let p98 = percentile("p98", "The 98th percentile of the", "0.98") { $0.p98 }
  static let p99 = percentile("p99", "The 99th percentile of the", "0.99") { $0.p99 }
  static let p999 = percentile("p999", "The 99.9th percentile of the", "0.999") { $0.p999 }
  static let max = Statistic(suffix: "max", words: "The largest", formula: "max") { $0.max }

  private static func percentile(
    _ suffix: String, _ words: String, _ share: String,
    value: @escaping @Sendable (Distribution) -> Duration
  ) -> Statistic {
    Statistic(
      suffix: suffix, words: words, formula: "sorted[⌈n × \(share)⌉ − 1]", value: value)
  }
}

extension Metric {
  /// Creates a metric for each of several statistics of one distribution.
  ///
  /// The words for the quantity follow those of the statistic, such as ‘The largest’.
  static func family(
    _ name: String, of quantity: String, _ statistics: [Statistic], _ sense: Sense,
    formula: String, edgeCases: String, source: String,
    distribution: @escaping @Sendable (DriverMetrics) -> Distribution?
  ) -> [Metric] {
    statistics.map { statistic in
      Metric(
        "\(name)_\(statistic.suffix)", .milliseconds, sense,
        meaning: "\(statistic.words) \(quantity).",
        formula: "\(statistic.formula) over \(formula)",
        edgeCases: edgeCases, source: source
      ) { metrics in
        distribution(metrics).map { .time(statistic.value($0)) }
      }
    }
  }
}

extension MetricDictionary {
  /// The names of the metrics that are columns of `runs.csv` and `summary.csv` by default, in the
  /// order of the dictionary.
  ///
  /// There are at most 32, each with its reason here. A metric that a script or `--metric` names is
  /// a column as well. With `--metrics all` every metric is one: the symptoms that `why` counts,
  /// the time by cause and the other statistics of a distribution, too.
  public static let usual: [String] = [
    "fires",  // How many callbacks there were: what other counts are compared with.
    "missed",  // How many fire dates got no callback.
    "starved",  // How many of those because the run loop was in another mode.
    "longest_gap",  // The longest time without a callback: a freeze.
    "lateness_mean",  // Lateness, for sums and means over runs.
    "lateness_p50",  // How late a usual callback is.
    "lateness_p99",  // How late the worst of a hundred is; one outlier does not move it.
    "lateness_max",  // How late the worst callback is, which budgets name.
    "period_jitter_sd",  // Jitter: how far intervals are from those that were due.
    "cycle_to_cycle_max",  // Jitter: the most abrupt change from one interval to the next.
    "drift",  // Whether the timer runs slow or fast, as one does that is armed again each time.
    "double_fires",  // Refreshes with two callbacks or more.
    "empty_refreshes",  // Refreshes without a callback: the other half of a beat.
    "refreshes",  // How many refreshes were measured.
    "new",  // How many of them showed a new frame.
    "repeated",  // How many showed the frame before once more.
    "overwritten",  // Updates that were replaced before the display showed them.
    "slots",  // How many frames were wanted: what the drops are a part of.
    "dropped",  // How many of those did not come in time: dropped frames.
    "dropped_share",  // The same as a share, for runs of several lengths.
    "hitches",  // How often the motion stuck.
    "hitch_time",  // For how long, all hitches together.
    "hitch_max",  // The longest hitch.
    "hitch_ratio",  // Apple's hitch time ratio, which has grades.
    "animation_error_mean",  // How uneven the motion is, which no count of drops tells.
    "animation_error_p99",  // The worst of a hundred steps.
    "animation_error_max",  // The worst step.
    "fps_avg",  // The number by which people know a frame rate.
    "position_error_max",  // How far the picture was from where the motion should be.
    "tick_to_photon_p50",  // Latency: from a usual callback to the display.
    "tick_to_photon_p99",  // The worst of a hundred.
    "input_to_photon_p99",  // Latency from a touch to the display.
  ]

  /// The names of the metrics of tasks that are columns of `loads.csv` by default.
  public static let usualOfTasks: [String] = [
    "arrived_tasks", "open_tasks", "unseen_tasks", "wait_mean", "wait_p50", "wait_p98", "wait_max",
    "wait_beyond", "work_max", "response_p98", "response_max", "presentation_p98",
    "presentation_max", "shown_mean", "shown_p50", "shown_p98", "shown_max", "inp",
  ]

  fileprivate static let usualNames = Set(usual + usualOfTasks)
}

extension Metric {
  /// Whether it is a column of `runs.csv` by default.
  public var isUsual: Bool { MetricDictionary.usualNames.contains(name) }
}
