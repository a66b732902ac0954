import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import LabProof
import LabStudy
import LabText
import LabWorkload

/// What happens for every first fire date of a timer through one refresh, and a run for each
/// count: the phase as a picker.
///
/// The counts are those that `map` writes; the runs are performed at dates of theirs.
struct PhaseRibbon {
  /// First dates next to one another with equal counts.
  struct Part {
    /// The dates, in nanoseconds.
    fileprivate(set) var values: Range<Int64>
    /// What is counted of the driver, in the order of ``metrics``.
    let counts: [Int]
    /// The position of the point that shows it; `nil` for none.
    fileprivate(set) var point: Int?

    /// The date of its run.
    var date: Int64 { (values.lowerBound + values.upperBound) / 2 }
  }

  /// What is counted.
  static let metrics = ["double_fires", "dropped"]
  /// How many runs decide all dates at most, and how many parts have a run.
  private static let budget = 600
  private static let pointLimit = 16
  /// How long the run lasts at most.
  private static let longest = Duration.seconds(5)

  let driver: String
  private let run: RunSpec
  /// The position of the arm.
  private let arm: Int
  /// The dates of one refresh, in nanoseconds.
  let values: Range<Int64>
  /// The date that the run has as it is written.
  let own: Int64
  private(set) var parts: [Part]

  /// Decides a run for all first dates of its first timer; `nil` if it has none, order alone does
  /// not decide it, it takes too many runs, or all counts are alike.
  ///
  /// - Throws: `ProofFailure` if a run fails.
  init?(_ run: RunSpec, arm: Int, isCase: Bool = false) throws(ExperimentFailure) {
    guard run.duration <= Self.longest,
      let timer = run.scenario.drivers.first(where: { $0.source.timer != nil }),
      timer.source.interval > .zero
    else { return nil }
    let interval = timer.source.interval.wholeNanoseconds
    (driver, self.run, self.arm) = (timer.name, run, arm)
    own = timer.source.timer?.firstFire?.nanoseconds ?? interval
    let start = isCase ? own / run.phases * run.phases : interval
    values = start..<start + run.phases
    var isTooMuch = false
    do throws(ProofFailure) {
      let map = try PhaseMap(
        of: .firstFire(of: driver), over: values, in: run.scenario, seed: run.seed,
        budget: Self.budget, isCancelled: { isTooMuch },
        forecast: { isTooMuch = $0 > Self.budget })
      guard map.isComplete else { return nil }
      parts = Self.parts(of: map, driver)
    } catch {
      guard case .undecidable = error else { throw .proof(error) }
      return nil
    }
    guard Set(parts.map({ $0.counts })).count > 1 else { return nil }
    let widest = parts.indices.sorted {
      (parts[$1].values.count, $0) < (parts[$0].values.count, $1)
    }.prefix(Self.pointLimit)
    for (number, part) in widest.sorted().enumerated() { parts[part].point = number + 1 }
  }

  /// The regions of a map; neighbors with the same of what is counted here are one.
  private static func parts(of map: PhaseMap, _ driver: String) -> [Part] {
    map.regions.reduce(into: []) { parts, region in
      let found = region.counts.first { $0.driver == driver }
      let counts = metrics.compactMap { found?[$0] }
      guard counts.count == metrics.count else { return }
      if parts.last?.counts == counts {
        let first = parts[parts.count - 1].values.lowerBound
        parts[parts.count - 1].values = first..<region.to
      } else {
        parts.append(Part(values: region.from..<region.to, counts: counts))
      }
    }
  }

  /// The points of the parts that have a run, in their order, beside the point that has the run as
  /// it is written.
  func points(
    beside base: PagePoint, command: String
  ) throws(ExperimentFailure) -> [PagePoint] {
    try parts.filter { $0.point != nil }.map { part throws(ExperimentFailure) in
      var scenario = run.scenario
      for index in scenario.drivers.indices where scenario.drivers[index].name == driver {
        scenario.drivers[index].source.timer?.firstFire = Instant(nanoseconds: part.date)
      }
      let performed = try PerformedRun(RunSpec(scenario, seed: run.seed, arm: run.arm))
      let drivers = base.drivers.map { drawn in
        drawn.arm != arm
          ? drawn
          : DrawnDriver(
            drawn.name, label: drawn.label, arm: drawn.arm, performed.trace,
            performed.measurement, taskName: Case.taskNames(of: scenario))
      }
      let lead = base.drivers.firstIndex { $0.arm == arm && $0.name == driver } ?? base.lead
      return PagePoint(
        base, at: part.date, words: words(of: part), drivers, lead: lead, command: command)
    }
  }

  /// Whether a row is the same at every date.
  func isUnchanged(_ run: RunData) -> Bool { run.arm != arm }

  /// Forgets the runs of points that a page leaves out.
  mutating func keep(_ count: Int) {
    for index in parts.indices where parts[index].point.map({ $0 >= count }) ?? false {
      parts[index].point = nil
    }
  }
}

// MARK: Words and places

extension PhaseRibbon {
  /// How wide the ribbon is in units of its own.
  static let width: Int64 = 10_000

  private func place(_ date: Int64) -> Int64 {
    (date - values.lowerBound) * Self.width / Int64(values.count)
  }

  /// A date in milliseconds, to the nanosecond.
  private func text(_ date: Int64) -> String {
    decimalText(Double(date) / 1_000_000, decimals: 0...6) + " ms"
  }

  private func words(of part: Part) -> String { "first at \(text(part.date))" }

  /// What is counted in a part, as `2 double fires, 1 dropped`.
  private func counts(of part: Part) -> String {
    "\(counted(part.counts[0], "double fire")), \(grouped(part.counts[1])) dropped"
  }

  /// What stands below the ribbon at each point: the run as it is written, then those of parts.
  var sentences: [String] {
    ["\(driver) first at \(text(own)), as it is written"]
      + parts.filter { $0.point != nil }.map { part in
        "\(driver) \(words(of: part)): \(counts(of: part)), the same from \(text(part.values.lowerBound))"
          + " up to \(text(part.values.upperBound))"
      }
  }

  /// What the ribbon shows.
  var caption: String {
    let ranges = Self.metrics.indices.map { index in
      let all = parts.map { $0.counts[index] }
      return "\(all.min() ?? 0) to \(all.max() ?? 0)"
    }
    return
      "Drag the first fire date of \(driver) through one refresh, or use the arrow keys. Above:"
      + " double fires, \(ranges[0]); below: dropped, \(ranges[1]); the darker, the more."
  }

  /// What is said of a part beside its run.
  func cards(of point: PagePoint, _ owners: [Owner]) -> [PageCard] {
    guard let part = parts.first(where: { $0.date == point.date }) else { return [] }
    let run = point.runs[point.lead]
    let head = MetricWords.headline(run.label, Self.metrics[0], .count(part.counts[0]))
    let drops =
      part.counts[1] == 0
      ? "nothing" : "\(grouped(part.counts[1])) of \(grouped(run.dropped.of)) refreshes"
    let why = PageCard(
      title: "Why", head: part.counts[1] > 0 ? run.reason ?? "Frames came late" : "",
      markupBetween: owners.bar(of: run))
    let first = PageCard(
      title: "At this first fire date", head: head,
      text: "It drops \(drops). To have it so, write 'first at \(part.date) ns'.")
    return [first, why, PageCard(title: "", head: "")]
  }

  /// The ribbon: a strip for each count, and a mark at the date.
  var markup: String {
    var html = HTML()
    html.element(
      "svg",
      [
        "viewBox": "0 0 \(Self.width) 52", "width": "100%", "height": "52",
        "preserveAspectRatio": "none", "aria-hidden": "true",
      ]
    ) { svg in
      for (row, _) in Self.metrics.enumerated() {
        let counts = parts.map { Double($0.counts[row]) }
        let range = (counts.min() ?? 0)...(counts.max() ?? 0)
        // The narrow ones last: one nanosecond may matter.
        for part in parts.sorted(by: { $0.values.count > $1.values.count }) {
          let left = place(part.values.lowerBound)
          let step = HeatMap.step(Double(part.counts[row]), range)
          svg.empty(
            "rect",
            [
              "class": "\(Palette.name(of: .heat(step))) f", "x": "\(left)",
              "y": "\(4 + 23 * row)", "height": "21",
              "width": "\(Swift.max(8, place(part.values.upperBound) - left))",
            ])
        }
      }
      svg.empty(
        "rect",
        [
          "class": "ink f", "id": "date", "x": "\(places[0] - 15)", "y": "0", "width": "30",
          "height": "52",
        ])
    }
    return html.text
  }

  /// Where each point stands; the run as it is written by its phase.
  private var places: [Int64] {
    let all = Int64(values.count)
    let phase = ((own - values.lowerBound) % all + all) % all
    return [place(values.lowerBound + phase)]
      + parts.filter { $0.point != nil }.map { place($0.date) }
  }

  /// The places of points and parts, as the script of the page takes them.
  var json: String {
    let parts = parts.map {
      "[\(place($0.values.lowerBound)),\(place($0.values.upperBound)),\($0.point ?? -1)]"
    }
    return
      "{\"at\":\(JSONText.array(places)),\"say\":[\(sentences.map(JSONText.quoted).joined(separator: ","))],"
      + "\"parts\":[\(parts.joined(separator: ","))]}"
  }
}
