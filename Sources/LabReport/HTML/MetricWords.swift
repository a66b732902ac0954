import LabAnswer
import LabMetrics
import LabPictures
import LabText

/// The value of a metric as a predicate of a driver: `fires twice in 36 refreshes`.
enum MetricWords {
  /// What a hitch is, as a sentence that goes on from the word.
  static let hitch =
    "a frame stays on the screen longer than wanted: dropped frames that follow one another. It"
    + " lasts as long as they do. Hitch time per time is the hitch time ratio (hitch_ratio)."
  /// What a change breaks.
  static let breaks =
    "In how many refreshes the change makes a problem that was not there before."

  /// Whether the pictures of dropped refreshes show what a metric counts.
  static func isAboutDrops(_ metric: String) -> Bool {
    metric.hasPrefix("dropped") || metric.hasPrefix("hitch") || metric.hasPrefix("blame_dropped")
  }

  /// The metric as the head of a card.
  static func name(of metric: String) -> String { capital(metric.with(" ", for: "_")) }

  /// Words that begin a sentence.
  static func capital(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst()
  }

  /// A value with its unit.
  static func amount(_ metric: String, _ value: MetricValue) -> String {
    switch MetricDictionary.metric(named: metric)?.unit {
    case .milliseconds: spoken(Int64((value.number * 1_000_000).rounded()))
    case .count, .refreshes: grouped(Int64(value.number))
    case let unit: "\(ReportNumber.short(value.number, decimals: 2)) \(unit?.symbol ?? "")"
    }
  }

  /// What a driver does, for a value of a metric, as a headline.
  static func headline(_ label: String, _ metric: String, _ value: MetricValue) -> String {
    predicate(metric, value).map { "\(label) \($0)" }
      ?? "\(label): \(metric.with(" ", for: "_")) \(amount(metric, value))"
  }

  /// The same as a sentence behind others.
  static func sentence(_ metric: String, _ value: MetricValue) -> String {
    predicate(metric, value).map { " It \($0)." }
      ?? " \(name(of: metric)): \(amount(metric, value))."
  }

  /// What a driver does; `nil` for a metric that is no verb.
  private static func predicate(_ metric: String, _ value: MetricValue) -> String? {
    let amount = amount(metric, value)
    let isNone = value.number == 0
    let plural = value.number == 1 ? "" : "s"
    switch metric {
    case "double_fires":
      let refreshes = value.number == 1 ? "refresh" : "refreshes"
      return isNone ? "never fires twice in a refresh" : "fires twice in \(amount) \(refreshes)"
    case "lateness_max":
      return value.number < 0.05 ? "is never late" : "is late by \(amount) at most"
    case "missed": return isNone ? "misses no fire date" : "misses \(amount) fire date\(plural)"
    case "fires": return "fires \(amount) time\(plural)"
    case "empty_refreshes":
      let refreshes = value.number == 1 ? "refresh" : "refreshes"
      return "leaves \(isNone ? "no" : amount) \(refreshes) without a callback"
    case "escapes":
      return "lets \(isNone ? "no body" : value.number == 1 ? "1 body" : amount + " bodies")"
        + " leave the room"
    case "overwritten":
      return "makes \(isNone ? "no" : amount) frame\(plural) that no refresh shows"
    default: return nil
    }
  }
}
