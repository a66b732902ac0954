package import LabAnswer
import LabDisplay
package import LabExperiment
import LabKernel
import LabPictures
package import LabProof
import LabText
import LabWorkload

/// What happens in one run for all values of an instant through one refresh.
package struct PhaseFindings {
  /// What is shown.
  package static let metrics = ["double_fires", "dropped"]

  private let map: PhaseMap
  private let run: RunSpec
  /// How long the run is that was decided; shorter than the run itself if a motion ends in it.
  private let duration: Duration
  /// What the map does not say; `nil` if it says all.
  private let omission: String?
  private let open: OpenInstant
  private let values: Range<Int64>
  private let counts: [PhaseCounts]

  /// Decides a run for all values of an open instant through one refresh, in nanoseconds: of a
  /// timer's phase for the timer, else for all drivers.
  ///
  /// - Parameters:
  ///   - open: The instant.
  ///   - start: The first of its values.
  ///   - run: The run.
  ///   - budget: How many runs decide it, about.
  ///   - watch: May end it, and is warned if the budget will not do.
  /// - Throws: Why it cannot be decided.
  package init(
    of open: OpenInstant, from start: Int64, in run: RunSpec, budget: Int, _ watch: Watch = Watch()
  ) throws(ProofFailure) {
    let values = start..<start + run.phases
    var scenario = run.scenario
    let motions = scenario.leaveMotionsOut()
    duration = scenario.duration
    let ending = motions.last.map { [duration] last in
      ", and the run from \(phaseText(duration.wholeNanoseconds)) ms on, before that of \(last) ends"
    }
    omission =
      motions.drivers.isEmpty
      ? nil : " Left out: the motion of \(listed(motions.drivers))\(ending ?? "")."
    var total = budget
    let map = try PhaseMap(
      of: open, over: values, in: scenario, seed: run.seed, budget: budget,
      isCancelled: watch.isEnded
    ) { forecast in
      total = min(forecast, budget)
      guard forecast > budget else { return }
      watch.warns(
        "all phases take about \(forecast) runs, and \(budget) are made. Write"
          + " '--budget \(forecast)', or a shorter 'run'.")
    } underway: {
      total = max(total, $0)
      watch.shows($0, total, "runs")
    }
    (self.map, self.open, self.values, self.run) = (map, open, values, run)
    let drivers =
      if case .firstFire(let name) = open { [name] } else { run.scenario.drivers.map({ $0.name }) }
    counts = drivers.flatMap { driver in
      Self.metrics.compactMap { PhaseCounts($0, of: driver, in: map) }
    }
  }

  /// How narrow a range may be that a timer and a display of this world can keep to.
  private var narrow: Int64 { max(200_000, 2 * run.scenario.panel.jitter.wholeNanoseconds) }

  /// Where a count of the first driver is least.
  ///
  /// A timer that is late because of tasks or its tolerance is late in the map as well, so that
  /// only the display can leave a range by chance.
  ///
  /// - Returns: `nil` if that saves less than a tenth of a value, or nothing is advised.
  package func advice(on metric: String, below value: Double) -> String? {
    guard let counts = counts.first(where: { $0.metric == metric }),
      Double(counts.least) * 10 <= value * 9, common(counts) != nil
    else { return nil }
    return advice(counts)
  }

  /// Where to put the instant, for all counts alike, else for this one with what it costs of the
  /// others; `nil` if those values or those that are worse in this one are too few, if that saves
  /// less than a tenth of what there is at the mean of all values, or if not all are covered.
  private func advice(_ counts: PhaseCounts) -> String? {
    guard map.isComplete, Double(counts.least) * 10 <= counts.mean * 9,
      counts.width(where: { $0 > counts.least }).part > narrow,
      let best = common(counts) ?? counts.best, Int64(best.count) > narrow
    else { return nil }
    let costs = self.counts.filter { $0.best(within: best) == nil }.map { other in
      " \(title(of: other)) is then \(other.range(within: best)), and \(other.least) at best."
    }
    let others = self.counts.filter { $0.driver != counts.driver || $0.metric != counts.metric }
    return counts.advice(open, at: best, for: others.map(title)) + costs.joined()
  }

  /// The widest of the values that are best in a count that are best in all others as well.
  private func common(_ counts: PhaseCounts) -> Range<Int64>? {
    var common = counts.best
    for other in self.counts { common = common.flatMap { other.best(within: $0) } }
    return common
  }

  /// What was found, as the answer about a script.
  func answer(about subject: String) -> Answer {
    Answer(
      "map", of: subject, paragraphs, data: [coverageTable, sharesTable, bestTable, regions],
      picture: picture, outcome: map.isComplete ? .answered : .undecided)
  }

  // MARK: For readers

  private var paragraphs: [[Answer.Part]] {
    var paragraphs = counts.map { counts -> [Answer.Part] in
      var parts: [Answer.Part] = [
        .sentences([
          Answer.Sentence(
            "\(title(of: counts)) by \(open.words), from \(phaseText(values.lowerBound)) to"
              + " \(phaseText(values.upperBound)) ms:")
        ])
      ]
      if counts.best != nil { parts.append(.figure(.bar(bar(of: counts), over: values))) }
      parts.append(.list(shares(of: counts).map { Answer.Sentence($0) }))
      if let advice = advice(counts) {
        parts.append(.sentences([Answer.Sentence(advice, as: "advice")]))
      }
      return parts
    }
    let heading = Answer.Part.heading(run.words(), isRun: true)
    paragraphs.append([.key, .sentences([Answer.Sentence(coverage, as: "coverage")])])
    paragraphs[0].insert(heading, at: 0)
    return paragraphs
  }

  private func title(of counts: PhaseCounts) -> String { "\(counts.driver).\(counts.metric)" }

  private func bar(of counts: PhaseCounts) -> PhaseBars.Bar {
    PhaseBars.Bar(
      title: title(of: counts), parts: counts.parts,
      best: advice(counts).flatMap { _ in common(counts) ?? counts.best })
  }

  /// The bars as a picture.
  private var picture: Picture {
    let findings = counts.map {
      "\(title(of: $0)): \(shares(of: $0).joined(separator: ", "))."
        + (advice($0).map { " " + $0 } ?? "")
    }
    return PhaseBars(
      name: open.words, over: values, counts.map(bar),
      caption: (findings + [coverage]).joined(separator: " ")
    ).picture
  }

  /// How much of the phases has each count, the widest first.
  private func shares(of counts: PhaseCounts) -> [String] {
    let all = counts.shares.sorted { ($0.width, $1.count) > ($1.width, $0.count) }
    // Several that hardly a phase has are told in one line.
    let wide = min(6, all.count { !counts.isNarrow($0.width) })
    let shown = all.prefix(wide + 1 == all.count ? all.count : wide)
    let phases = map.isComplete ? "these phases" : "the covered phases"
    let shares = shown.map { share in
      "\(share.count): \(counts.share { $0 == share.count }) of \(phases)"
    }
    let rest = all.dropFirst(shown.count)
    guard let least = rest.map({ $0.count }).min(), let most = rest.map({ $0.count }).max() else {
      return shares
    }
    let share = counts.share { count in rest.contains { $0.count == count } }
    return shares
      + ["\(rest.count) other counts, from \(least) to \(most): \(share) of \(phases)"]
  }

  /// The value from which on nothing is decided.
  private var covered: Int64 { map.regions.last?.to ?? values.lowerBound }

  private var coverage: String {
    let end =
      map.isComplete
      ? "Every whole nanosecond of one refresh is covered"
      : "Not covered: values from \(phaseText(covered)) ms on; covered"
    return
      "\(end): \(map.regions.count) regions by \(map.runs) runs. One seed, one sweep point; the"
      + " drawn durations stay as they are." + (omission ?? "") + (later ?? "")
  }

  /// That a timer whose interval is longer than a refresh may begin later than at what is covered.
  private var later: String? {
    guard case .firstFire(let name) = open,
      let timer = run.scenario.drivers.first(where: { $0.name == name })?.source.timer
    else { return nil }
    let end = values.lowerBound + timer.interval.wholeNanoseconds
    guard end > values.upperBound else { return nil }
    return
      " Later first fire dates, up to \(phaseText(end)) ms, meet the loads at other moments and"
      + " are not covered."
  }
}

// MARK: For programs

extension PhaseFindings {
  private var coverageTable: Table {
    Table(
      "coverage",
      [
        .number("run"), .words("arm"), .words("open"), .number("from_ns"), .number("to_ns"),
        .number("covered_to_ns"), .number("regions"), .number("runs"), .number("duration_ns"),
      ],
      [
        [
          .count(run.index), .text(run.arm), .text(open.words), .count(values.lowerBound),
          .count(values.upperBound), .count(covered), .count(map.regions.count), .count(map.runs),
          .count(duration.wholeNanoseconds),
        ]
      ])
  }

  private var sharesTable: Table {
    Table(
      "shares",
      [
        .words("driver"), .words("metric"), .number("count"), .number("width_ns"),
        .number("share_pct"),
      ],
      counts.flatMap { counts in
        counts.shares.map { share in
          let all = counts.width { _ in true }.all
          return [
            .text(counts.driver), .text(counts.metric), .count(share.count), .count(share.width),
            .number(100 * Double(share.width) / Double(all)),
          ]
        }
      })
  }

  /// The values to choose of each count that is not the same for all.
  private var bestTable: Table {
    Table(
      "best",
      [
        .words("driver"), .words("metric"), .number("count"), .number("from_ns"), .number("to_ns"),
        .number("middle_ns"), .number("above_pct"),
      ],
      counts.compactMap { counts in
        guard let best = common(counts) ?? counts.best else { return nil }
        let (above, all) = counts.width { $0 > counts.least }
        return [
          .text(counts.driver), .text(counts.metric), .count(counts.least),
          .count(best.lowerBound), .count(best.upperBound),
          .count(PhaseCounts.middle(of: best)),
          .number(100 * Double(above) / Double(all)),
        ]
      })
  }

  /// The regions: from, to, their width, and the counts of every driver, a row each.
  private var regions: Table {
    Table(
      "regions",
      [.words("driver"), .number("from_ns"), .number("to_ns"), .number("width_ns")]
        + PhaseMap.metrics.map { .number($0) },
      map.regions.flatMap { region in
        region.counts.map { counts in
          [
            .text(counts.driver), .count(region.from), .count(region.to), .count(region.width),
          ] + counts.values.map { .count($0) }
        }
      })
  }
}

extension PhaseFindings {
  /// The longest run that is decided for every phase beside other work.
  private static let longestAside = Duration.seconds(2)

  /// What another phase of a timer saves, as one sentence beside what other changes save.
  ///
  /// There is none for a link, a long run, other metrics, what order alone does not decide, and
  /// where no phase is better.
  static func advice(beside explanation: Explanation, of run: RunSpec) -> String? {
    let driver = run.scenario.drivers.first { $0.name == explanation.driver }
    let metric = explanation.metric
    guard let interval = driver?.source.timer?.interval, run.scenario.duration <= longestAside,
      metrics.contains(metric)
    else { return nil }
    let report = try? PhaseFindings(
      of: .firstFire(of: explanation.driver), from: interval.wholeNanoseconds, in: run,
      budget: 5_000)
    return report?.advice(on: metric, below: explanation.value)
  }
}

/// One count of one driver for every value of an open instant.
struct PhaseCounts {
  let metric: String
  let driver: String
  /// Neighbours with equal counts are one part.
  let parts: [PhaseBars.Part]
  /// How many nanoseconds have each count, by the count.
  let shares: [(count: Int, width: Int64)]
  /// The widest values with the least count; `nil` if all counts are equal.
  var best: Range<Int64>? { shares.count == 1 ? nil : best(within: .min..<(.max)) }

  /// Takes a count from a map; `nil` if it is defined nowhere.
  init?(_ metric: String, of driver: String, in map: PhaseMap) {
    var parts: [PhaseBars.Part] = []
    var widths: [Int: Int64] = [:]
    for region in map.regions {
      guard let count = region.counts.first(where: { $0.driver == driver })?[metric] else {
        continue
      }
      widths[count, default: 0] += region.width
      if let last = parts.last, last.count == count, last.values.upperBound == region.from {
        parts[parts.count - 1].values = last.values.lowerBound..<region.to
      } else {
        parts.append(PhaseBars.Part(region.from..<region.to, count: count))
      }
    }
    guard !parts.isEmpty else { return nil }
    (self.metric, self.driver, self.parts) = (metric, driver, parts)
    shares = widths.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The widest of some values with the least count; `nil` if none of them has it.
  func best(within values: Range<Int64>) -> Range<Int64>? {
    parts.lazy.filter { $0.count == least }.map { $0.values.clamped(to: values) }
      .reduce(nil) { (widest: Range<Int64>?, values) in
        values.count > widest?.count ?? 0 ? values : widest
      }
  }

  var least: Int { shares[0].count }

  /// The mean count of all values.
  var mean: Double {
    let width = shares.reduce(0) { $0 + Double($1.width) }
    return shares.reduce(0) { $0 + Double($1.width) * Double($1.count) } / max(1, width)
  }

  /// The least and the most count of some values, in words.
  func range(within values: Range<Int64>) -> String {
    let counts = parts.filter { $0.values.overlaps(values) }.map { $0.count }
    let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
    return least == most ? "\(least)" : "\(least) to \(most)"
  }

  /// How many values have some counts, and how many there are.
  func width(where isCounted: (Int) -> Bool) -> (part: Int64, all: Int64) {
    let all = shares.reduce(0) { $0 + $1.width }
    return (shares.reduce(0) { $0 + (isCounted($1.count) ? $1.width : 0) }, all)
  }

  /// How much of all values has some counts, rounded; 100 % is all and 0 % none alone, and what is
  /// nearly all or none is told in nanoseconds.
  func share(where isCounted: (Int) -> Bool) -> String {
    let (width, all) = width(where: isCounted)
    let tenths = tenths(width, of: all)
    guard tenths > 0 else { return "\(width) ns" }
    guard width == all || tenths < 1000 else { return "all but \(all - width) ns" }
    return decimalText(tenths, places: 1, atLeast: 1) + " %"
  }

  /// Whether so many values are so few that their share is told in nanoseconds.
  func isNarrow(_ width: Int64) -> Bool { tenths(width, of: self.width { _ in true }.all) == 0 }

  private func tenths(_ width: Int64, of all: Int64) -> Int64 { (width * 2000 + all) / (2 * all) }

  static func middle(of values: Range<Int64>) -> Int64 {
    values.lowerBound + Int64(values.count / 2)
  }

  /// Where the count is least, where others are as well, and how to write it.
  func advice(_ open: OpenInstant, at best: Range<Int64>, for others: [String]) -> String {
    let middle = Self.middle(of: best)
    let statement =
      switch open {
      case .firstFire:
        ": write 'first at \(middle) ns'. That is for the script: an app's timer starts at any phase,"
          + " and only a display link has a fixed one"
      case .arrival: ": write 'at \(middle) ns'"
      case .firstVsync: ""
      }
    let thing = metric == "dropped" ? "dropped frame" : "double fire"
    let more = least == 0 ? thing + "s" : "more than \(counted(least, thing))"
    func range(_ values: Range<Int64>) -> String {
      "\(phaseText(values.lowerBound)) to \(phaseText(values.upperBound)) ms"
    }
    let widest = self.best ?? best
    let part =
      range(best) == range(widest)
      ? ""
      : ". From \(range(best)) \(listed(others)) \(others.count == 1 ? "is" : "are") least as well"
    return "Of these phases \(share { $0 > least }) have \(more). Move \(open.words) to"
      + " \(range(widest)), and there \(least == 1 ? "is 1" : least == 0 ? "are none" : "are \(least)")\(part)\(statement)."
  }
}

extension OpenInstant {
  /// What is open, in words.
  var words: String {
    switch self {
    case .firstFire(let name): "the first fire date of \(name)"
    case .firstVsync: "the first vsync"
    case .arrival(_, let name): "the arrival of \(name)"
    }
  }
}

/// Returns nanoseconds in milliseconds with three decimals.
func phaseText(_ nanoseconds: Int64) -> String {
  decimalText(Double(nanoseconds) / 1e6, decimals: 3...3)
}
