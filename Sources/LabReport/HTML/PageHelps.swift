import LabAnswer
import LabExperiment
import LabMetrics
import LabPictures
import LabResults
import LabText
import LabWorkload

/// What would mend the driver that a page speaks of, at one sweep point.
struct PageHelps {
  /// What is advised, then the changes that leave least, one for each number that is left.
  let rows: [(title: String, name: String, left: Int, fewer: Int, breaks: Int)]
  /// Why the driver drops, and what helps, in the words of `why`.
  let why, text: String
  /// The first fix in these words where it takes no drops away; `nil` where one does.
  let head: String?
  /// The changes beside the first that leave as little; empty for none.
  private let others: String
  private let whole: Int

  /// How many runs of a change are performed, and for how much virtual time the changes of all
  /// points but the first are tried.
  private static let budget = 50...200
  private static let timeLimit = Duration.seconds(1_200)
  /// How many points are tried at most.
  static let pointLimit = 12

  /// Tries changes of a driver of a point; `nil` if it drops nothing or its run is too long.
  init?(_ point: PagePoint, in result: ExperimentResult, sharedBy others: Int)
    throws(ExperimentFailure)
  {
    let driver = point.runs[point.lead]
    var run = result.plan[point.positions[0] + driver.arm]
    guard run.recording?.hasReplay ?? result.plan.recordings.values.allSatisfy({ $0.hasReplay }),
      driver.hitchCount > 0, others <= Self.pointLimit
    else { return nil }
    // What really happened is over; changes are tried in its replay.
    run.recording = nil
    let time = others == 0 ? .seconds(3_600) : Self.timeLimit / others
    let budget = min(Self.budget.upperBound, Int(time / run.duration))
    guard budget >= Self.budget.lowerBound else { return nil }
    let study = try WhatIfStudy(WhatIf([run], driver: driver.name), by: nil, budget: budget)
    let explanation = Explanation(study)
    (why, text) = (explanation.why ?? "", explanation.help ?? "")
    let advisesDrops = study.recommended.contains { $0.saving(.dropped) ?? 0 > 0 }
    head = explanation.fixes.isEmpty || advisesDrops ? nil : explanation.helps.first
    whole = Int(study.base.troubles.first.flatMap(SavingMetric.dropped.value) ?? 0)
    let advised = Set(study.recommended.filter { !$0.asksLess }.map { $0.change })
    func isNews(_ row: WhatIfRow) -> Bool {
      !advised.contains(row.change) && !study.isDominated(row)
    }
    // Two changes at once are no news unless they are advised.
    let ranked = study.rows.filter { row in
      row.rank != nil && row.flaw == nil && (row.saving ?? 0) > 0
        && row.saving(.dropped) ?? 0 >= 0
        && (row.change.steps.count == 1 || advised.contains(row.change))
        && !row.change.steps.contains(where: { $0.isSingleTask })
    }
    let best =
      ranked.filter { advised.contains($0.change) }
      .max { ($0.saving ?? 0) < ($1.saving ?? 0) } ?? ranked.first
    // The best that is advised, then what an app can make, then probes; of those that save as much
    // the one with the fewest steps, and whatever is advised.
    var seen: Set<Double> = []
    let order = [
      ranked.filter { $0.change == best?.change },
      ranked.filter { advised.contains($0.change) && $0.change != best?.change },
      ranked.filter { !$0.change.isProbe && isNews($0) },
      ranked.filter { $0.change.isProbe && isNews($0) },
    ]
    let shown = order.joined().filter { row in
      seen.insert(row.saving ?? 0).inserted || advised.contains(row.change)
    }
    rows = shown.prefix(8).map { [whole] row in
      let fewer = Int(row.saving(.dropped) ?? 0)
      return (
        title: study.imperative(of: row.change), name: "\(row.change)",
        left: whole - fewer, fewer: fewer, breaks: row.broke
      )
    }
    let names = ranked.filter { row in
      row.saving == best?.saving && row.change != best?.change
    }.map { $0.change.description }
    self.others =
      names.isEmpty
      ? ""
      : "As good as the first: \(names.prefix(6).joined(separator: "; "))"
        + (names.count > 6 ? "; and \(names.count - 6) more." : ".")
  }

  private static let columns = [
    HTML.Column("change", "What is changed in the run, which then runs again."),
    HTML.Column("left", "How many frames are still dropped then.", isNumber: true),
    HTML.Column("share", "What is left of all, as a bar."),
    HTML.Column("fewer", "How many fewer are dropped.", isNumber: true),
    HTML.Column("breaks", MetricWords.breaks, isNumber: true),
  ]

  /// The table of the changes, and a sentence about others.
  var markup: String {
    var html = HTML()
    html.element("table", ["class": "helps", "aria-label": "What helps"]) { table in
      table.columns(Self.columns)
      table.element("tbody") { body in
        for row in rows {
          body.element("tr") { cells in
            cells.element("th", ["scope": "row"]) { head in
              head.words(row.title + " ")
              head.element("small", "[\(row.name)]")
            }
            cells.element("td", grouped(row.left), ["class": "r"])
            cells.share(row.left * 100 / max(1, whole), .dropped)
            cells.element("td", grouped(row.fewer), ["class": "r"])
            cells.element("td", grouped(row.breaks), ["class": "r"])
          }
        }
      }
    }
    if !others.isEmpty { html.element("p", others, ["class": "cap"]) }
    return html.text
  }
}

extension Change.Step {
  fileprivate var isSingleTask: Bool {
    guard case .tasks(let selection, _) = self, case .numbers = selection.range else {
      return false
    }
    return true
  }
}

/// The value of a metric as a predicate of a driver: `fires twice in 36 refreshes`.
enum MetricWords {
  /// What a hitch is, as a sentence that goes on from the word.
  static let hitch =
    "a frame stays on the screen longer than wanted: dropped frames that follow one another. It"
    + " lasts as long as they do. Hitch time per time is the hitch time ratio (hitch_ratio)."
  /// What a change breaks.
  static let breaks =
    "In how many refreshes the change makes a drop or a double fire that was not there before."

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
