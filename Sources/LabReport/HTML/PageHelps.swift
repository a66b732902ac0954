import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import LabResults
import LabText
import LabWorkload

/// What would mend the driver that a page speaks of, at one sweep point.
struct PageHelps {
  /// What is advised, then the changes that leave least, one for each number that is left.
  let rows: [(title: String, gloss: String, left: Int, saves: Int, breaks: Int)]
  /// Why the driver drops, and what helps, in the words of `why`.
  let why, text: String
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
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - result: The result that it belongs to.
  ///   - others: How many points share the time; 0 for the one that is shown first.
  /// - Throws: What a study of changes throws.
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
    let study = try WhatIfStudy(WhatIf([run], driver: driver.name), by: .dropped, budget: budget)
    let explanation = Explanation(study)
    (why, text) = (explanation.why ?? "", explanation.help ?? "")
    whole = Int(study.trouble ?? 0)
    let advised = Set(study.recommended.filter { !$0.asksLess }.map { $0.change })
    // Two changes at once are no news unless they are advised.
    let ranked = study.rows.filter { row in
      row.rank != nil && (row.saving ?? 0) > 0
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
      ranked.filter { !$0.change.isProbe && !advised.contains($0.change) && !$0.isDominated },
      ranked.filter { $0.change.isProbe && !advised.contains($0.change) && !$0.isDominated },
    ]
    let shown = order.joined().filter { row in
      seen.insert(row.saving ?? 0).inserted || advised.contains(row.change)
    }
    rows = shown.prefix(8).map { [whole] row in
      let saves = Int(row.saving ?? 0)
      return (
        title: row.change.description,
        gloss: row.change.steps.map { $0.gloss }.joined(separator: "; "), left: whole - saves,
        saves: saves, breaks: row.dropped.broke
      )
    }
    let names = ranked.filter { row in
      row.saving == best?.saving && row.change != best?.change
    }.map { $0.change.description }
    self.others =
      names.isEmpty
      ? ""
      : "Same result: \(names.prefix(6).joined(separator: "; "))"
        + (names.count > 6 ? "; and \(names.count - 6) more." : ".")
  }

  private static let columns = [
    HTML.Column("change", "What is changed in the run, which then runs again."),
    HTML.Column("left", "How many refreshes are still dropped then.", isNumber: true),
    HTML.Column("", "What is left, as a bar."),
    HTML.Column("saves", "How many fewer are dropped.", isNumber: true),
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
              head.element("small", row.gloss)
            }
            cells.element("td", grouped(row.left), ["class": "r"])
            cells.share(row.left * 100 / max(1, whole), .dropped)
            cells.element("td", grouped(row.saves), ["class": "r"])
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

  /// What the step does, in plain words.
  fileprivate var gloss: String {
    let words = Change([self]).description
    switch self {
    case .tasks(let selection, .elsewhere): return "\(selection.load) on another thread"
    case .tasks(let selection, .chunks): return "\(selection.load) cut into pieces"
    case .tasks(let selection, .scaled): return "the tasks of \(selection.load) made shorter"
    case .alarms: return "a clock with shorter ticks"
    case .awake: return "a system that does not nap"
    case .tasks(let selection, .sheet): return "\(selection.load) without a loop of its own"
    case .tasks(let selection, .without): return "no \(selection.load) at all"
    case .drivers(.common), .driver(_, .common), .tasks(_, .common):
      return "served in the tracking mode as well"
    case .tasks(let selection, .mainQueue): return "\(selection.load) as blocks of the main queue"
    case .drivers(.each), .driver(_, .each): return "the steps of the scene made shorter"
    case .drivers(.link), .driver(_, .link): return "a display link instead of the timer"
    case .drivers(.timer), .driver(_, .timer): return "a timer instead of the display link"
    case .drivers(.phase), .driver(_, .phase): return "fires at another point of the refresh"
    case .drivers(.every), .driver(_, .every): return "fires at another interval"
    case .drivers(.tolerance), .driver(_, .tolerance): return "may fire this much later"
    case .driver(let name, .without): return "no \(name) at all"
    case .driver(let name, .scaled): return "the callbacks of \(name) made shorter"
    case .drivers, .driver: return "the driver set to \(words)"
    case .depth: return "another number of refreshes between commit and display"
    case .display, .presents: return "the display set to \(words)"
    }
  }
}
