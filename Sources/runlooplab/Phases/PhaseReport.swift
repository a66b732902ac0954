import LabDisplay
import LabExperiment
import LabPictures
import LabProof
import LabText
import LabWorkload

/// A phase map as a person reads it: a bar for each count, the shares, and the best place.
struct PhaseReport {
  /// What is shown.
  static let metrics = ["double_fires", "dropped"]

  private let map: PhaseMap
  private let run: RunSpec
  private let open: OpenInstant
  private let values: Range<Int64>
  private let counts: [PhaseCounts]

  /// Decides a run for all values of an open instant through one refresh, in nanoseconds: of a
  /// timer's phase for the timer, else for all drivers.
  init(
    of open: OpenInstant, from start: Int64, in run: RunSpec, budget: Int,
    forecast: (Int) -> Void = { _ in }
  ) throws {
    let values = start..<start + run.scenario.panel.rate.phases
    let map = try PhaseMap(
      of: open, over: values, in: run.scenario, seed: run.seed, budget: budget,
      isCancelled: { Interruption.isAskedFor }, forecast: forecast)
    (self.map, self.open, self.values, self.run) = (map, open, values, run)
    let drivers =
      if case .firstFire(let name) = open { [name] } else { run.scenario.drivers.map(\.name) }
    counts = drivers.flatMap { driver in
      Self.metrics.compactMap { PhaseCounts($0, of: driver, in: map) }
    }
  }

  /// Whether all values are covered.
  var isComplete: Bool { map.isComplete }

  /// Where a count of the first driver is least; `nil` if that is not below a value, or not all
  /// values are covered.
  func advice(on metric: String, below value: Double) -> String? {
    guard isComplete, let counts = counts.first(where: { $0.metric == metric }),
      Double(counts.least) < value
    else { return nil }
    return counts.advice(open)
  }

  func lines(width: Int) -> [String] {
    var lines = ["# \(run.words())"]
    for counts in counts {
      lines += wrappedText(
        "\(counts.driver).\(counts.metric) by \(open.words), from \(phaseText(values.lowerBound)) to"
          + " \(phaseText(values.upperBound)) ms:", width: width)
      if counts.best != nil { lines.append(counts.bar(over: values, width: min(width, 72))) }
      lines += shares(of: counts).map { "  \($0)" }
      if let advice = counts.advice(open) { lines += wrappedText(advice, width: width) }
      lines.append("")
    }
    if counts.contains(where: { $0.best != nil }) {
      lines += wrappedText(
        "In a bar '.' is none, '#' the most, a digit so many tenths of the most"
          + (map.isComplete ? "." : ", '?' not covered."), width: width)
    }
    return lines + wrappedText(coverage, width: width)
  }

  /// The bars as a picture.
  var picture: Picture {
    let bars = counts.map {
      PhaseBars.Bar(title: "\($0.driver).\($0.metric)", parts: $0.parts, best: $0.best)
    }
    let findings = counts.map {
      "\($0.driver).\($0.metric): \(shares(of: $0).joined(separator: ", "))."
        + ($0.advice(open).map { " " + $0 } ?? "")
    }
    return PhaseBars(
      name: open.words, over: values, bars,
      caption: (findings + [coverage]).joined(separator: " ")
    ).picture
  }

  /// The regions: from, to, their width, and the counts of every driver, a row each.
  var csv: String {
    let columns = ["driver", "from_ns", "to_ns", "width_ns"] + PhaseMap.metrics
    var text = columns.joined(separator: ",") + "\n"
    for region in map.regions {
      for counts in region.counts {
        let values = counts.values.map { $0.map(String.init) ?? "" }
        let place = "\(region.from),\(region.to),\(region.width)"
        text += "\(counts.driver),\(place),\(values.joined(separator: ","))\n"
      }
    }
    return text
  }

  /// How much of the phases has each count, the widest first.
  private func shares(of counts: PhaseCounts) -> [String] {
    let widest = counts.shares.sorted { ($0.width, $1.count) > ($1.width, $0.count) }.prefix(6)
    let shares = widest.map { share in
      "\(share.count): \(counts.share { $0 == share.count }) of the phases"
    }
    let others = counts.shares.count - widest.count
    return shares + (others > 0 ? ["… and \(others) more, up to \(counts.most)"] : [])
  }

  private var coverage: String {
    let covered = map.regions.last?.to ?? values.lowerBound
    let end =
      map.isComplete
      ? "Every whole nanosecond of one refresh is covered"
      : "Not covered: values from \(phaseText(covered)) ms on; covered"
    return
      "\(end): \(map.regions.count) regions by \(map.runs) runs. One seed, one sweep point; the"
      + " drawn durations stay as they are."
  }
}
