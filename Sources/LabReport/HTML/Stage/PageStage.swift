import LabExperiment
import LabKernel
import LabPictures
import LabResults
import LabText

/// What the pictures of a page show: runs, the owners of work, and where a reader begins.
///
/// The runs are those of one result, or of several as linked arms.
struct PageStage {
  /// The points that can be looked at, in the order of the plan.
  private(set) var points: [PagePoint]
  /// The position of the one that is shown first.
  private(set) var first: Int
  let owners: [Owner]
  /// The names of the independent sweeps.
  let sweeps: [String]
  /// How many points of the sweeps cannot be looked at.
  private(set) var leftOut: Int
  /// What each point says of itself: what happens, why, what helps.
  private(set) var cards: [[PageCard]]
  /// The commands that draw any run, without its number, one for each result; `nil` for a result
  /// that is nowhere.
  let commands: [String?]
  /// Of each row the name of its arm, and the number of the result that has it.
  let arms: [(name: String, side: Int)]
  /// Whether the first card of a point is what is said first: it is about a proven case, of which
  /// no run of the plan tells.
  var isCase = false
  /// What the first row has of the metric that the page is about, at each point, and its name.
  var counts: (name: String, values: [String])?
  /// The phases of a timer, whose points stand behind the first one; `nil` without any.
  private(set) var ribbon: PhaseRibbon?
  /// The position of what the page holds of its points in ``PageDetail/levels``.
  private(set) var level = 0

  /// The point that is shown first.
  var point: PagePoint { points[first] }

  /// Whether a command draws some of the runs elsewhere.
  var hasCommands: Bool {
    commands.contains { $0 != nil } || points.contains { $0.command != nil }
  }

  /// Takes some detail away; `false` if there is none left to take.
  mutating func shrink() -> Bool {
    if level + 1 < PageDetail.levels.count {
      level += 1
    } else if points.count > 1 {
      let keeps = first < points.count / 2 ? 0..<points.count / 2 : points.count / 2..<points.count
      if ribbon == nil { leftOut += points.count - keeps.count }
      ribbon?.keep(keeps.count)
      (points, cards) = (Array(points[keeps]), Array(cards[keeps]))
      counts = counts.map { ($0.name, Array($0.values[keeps])) }
      first -= keeps.lowerBound
    } else {
      return false
    }
    return true
  }

  /// Whether a run of the loop lies within another one, so that lanes show its mode.
  var hasModes: Bool { points.contains { $0.runs.contains(where: { $0.hasModes }) } }

  /// The parts of a point's runs that the page holds in full.
  func detail(of number: Int) -> PageDetail {
    let (own, others) = PageDetail.levels[level]
    return PageDetail(number == first ? own : others, of: points[number])
  }

  /// What the script of the page needs.
  var json: String {
    let numbers = Dictionary(keepingFirst: owners.enumerated().map { ($1, $0) })
    let ranks = owners.map { owner -> String in
      switch owners.ink(of: owner) {
      case .owner(let rank): String(rank)
      default: "-1"
      }
    }
    let rows = points[0].runs
    let parts = points.indices.map { number -> String in
      let point = points[number]
      let part = detail(of: number)
      let runs = point.runs.map { run in
        point.date != nil && ribbon?.isUnchanged(run) == true
          ? "null" : run.json(detail: part, owners: numbers)
      }
      let window = [point.window.lowerBound, point.window.upperBound, point.now]
      var members = [
        ("v", JSONText.array(ofTexts: point.values)), ("words", JSONText.quoted(point.words)),
        ("w", JSONText.array(of: window.map { String($0.nanoseconds.microseconds) })),
        ("lead", "\(point.lead)"), ("ord", JSONText.array(point.order)),
        ("show", JSONText.array(point.shown)),
        ("cards", JSONText.array(ofTexts: cards[number].map { $0.markup })),
      ]
      if let helps = point.helps, !helps.rows.isEmpty {
        members.append(("helps", JSONText.array(ofTexts: [sentence(of: point), helps.markup])))
      }
      if let command = point.command { members.append(("cmd", JSONText.quoted(command))) }
      if isCase, let card = cards[number].first { members.append(("said", card.said)) }
      if point.hasOwnRows {
        members.append(("arms", JSONText.array(ofTexts: point.runs.map { $0.label })))
        members.append(("ai", JSONText.array(point.runs.map { $0.arm })))
      }
      members += [
        ("run", JSONText.array(point.positions)), ("det", part.json),
        ("runs", "[\(runs.joined(separator: ",\n"))]"),
      ]
      return JSONText.object(members)
    }
    var members = [
      ("arms", JSONText.array(ofTexts: rows.map { $0.label })),
      ("ai", JSONText.array(rows.map { $0.arm })),
      ("own", JSONText.array(ofTexts: owners.map { $0.name })), ("rank", JSONText.array(of: ranks)),
      ("names", JSONText.array(ofTexts: arms.map { Plan.quoted($0.name) })),
      ("side", JSONText.array(arms.map { $0.side })),
      ("show", JSONText.array(ofTexts: commands.map { $0 ?? "" })),
    ]
    if let ribbon { members.append(("ribbon", ribbon.json)) }
    members += [("first", "\(first)"), ("points", "[\(parts.joined(separator: ",\n"))]")]
    return HTML.inert(JSONText.object(members))
  }

  /// What the table of changes is about.
  func sentence(of point: PagePoint) -> String {
    let isAlone = points.count > 1 && points.count { $0.helps != nil } == 1
    return "What arm ‘\(point.runs[point.lead].label)’ would still drop with each change"
      + (point.words.isEmpty ? "." : ", at \(point.words).")
      + (isAlone ? " Other points were not tried." : "")
  }
}
