package import LabAnswer
import LabExperiment
package import LabHost
import LabKernel
import LabLanguage
import LabMetrics

/// How late the loops of this machine wake a timer, without a script.
package struct LoopStudy: Study {
  package let subject = "this machine"
  package let isStoppable = true
  /// How long it takes, and what the columns mean.
  package let forecast: String
  private let run: RunSpec
  private let sources: [HostSource]
  private let environment: HostEnvironment
  private let isRealtime: Bool
  private let bound: Duration?

  /// How long it may take: ten callbacks at least.
  package static let lengths: ClosedRange<Duration> = .milliseconds(10) ... .seconds(600)

  /// Prepares the measurement.
  ///
  /// - Parameters:
  ///   - length: How long each source is measured, as scripts spell it.
  ///   - sources: What fires the timers, one after the other.
  ///   - isRealtime: Whether the threads of the runs go before all others.
  ///   - bound: The lateness of a callback that ends all; `nil` for none.
  /// - Throws: A mistake in the length, or that this host cannot perform it.
  package init(
    for length: String, by sources: [HostSource], isRealtime: Bool, breakingBeyond bound: Duration?
  ) throws {
    _ = try ScriptLanguage.duration(length, from: "--for")
    let script = """
      display  60 Hz
      run      \(length)
      arm loop
        timer wake every 1 ms first at 1 ms in common
      """
    let plan = try Experiment(path: "loop.lab") { _ in Array(script.utf8) }.plan()
    let seconds = try LiveSession.seconds(of: plan, by: sources, isRealtime: isRealtime)
    run = plan[0]
    environment = HostEnvironment(isRealtime: isRealtime)
    (self.sources, self.isRealtime, self.bound) = (sources, isRealtime, bound)
    forecast =
      "This takes \(seconds) s. How late a timer of 1 ms wakes, in microseconds, as cyclictest asks."
  }

  /// Measures by each source in turn.
  package func answer(_ watch: Watch) throws -> Answer {
    var loops: [MeasuredLoop] = []
    for source in sources where !watch.isEnded() && loops.last?.isBroken != true {
      loops.append(
        try MeasuredLoop(run, source, isRealtime: isRealtime, breakingBeyond: bound, watch))
    }
    return Answer(
      "live --for", of: subject,
      [[.table(MeasuredLoop.table(of: loops))]]
        + loops.flatMap { $0.paragraphs(isAlone: loops.count == 1) }
        + [[.table(environment.table)]],
      data: loops.map(\.histogram),
      outcome: loops.last?.isBroken == true ? .undecided : .answered)
  }
}

extension HostEnvironment {
  /// What the runs depend on, as a list of names and values.
  var table: Table {
    Table(
      "environment", [.words("name", []), .words("value", [])],
      lines.map { [.text($0.name), .text($0.value)] })
  }
}

/// How late one source of timers woke.
struct MeasuredLoop {
  /// Whether a callback was later than it may be, and ended the run.
  let isBroken: Bool
  private let source: HostSource
  /// How late each callback began, in nanoseconds, ascending.
  private let lateness: [Int64]
  private let missed: Int
  private let worst: HostStage.BreakPoint?

  /// Measures a run.
  init(
    _ run: RunSpec, _ source: HostSource, isRealtime: Bool, breakingBeyond bound: Duration?,
    _ watch: Watch
  ) throws {
    let stage = HostStage(
      run.scenario, seed: run.seed, source: source, isRealtime: isRealtime, breakingBeyond: bound,
      watchingWorst: true)
    stage.isToEnd = watch.isEnded
    let rows = RunMeasurement(try stage.run()).firingRows(of: "wake")
    self.init(
      source, lateness: rows.map(\.lateness.wholeNanoseconds),
      missed: rows.reduce(0) { $0 + ($1.missed ?? 0) }, worst: stage.worst,
      isBroken: stage.breakPoint != nil)
  }

  /// Takes what was measured.
  init(
    _ source: HostSource, lateness: [Int64], missed: Int, worst: HostStage.BreakPoint? = nil,
    isBroken: Bool = false
  ) {
    self.lateness = lateness.sorted()
    (self.source, self.missed, self.worst, self.isBroken) = (source, missed, worst, isBroken)
  }

  /// The percentiles that are told, in thousandths.
  private static let percentiles = [("p50", 500), ("p90", 900), ("p99", 990), ("p99.9", 999)]

  /// The distributions side by side, in whole microseconds.
  static func table(of loops: [MeasuredLoop]) -> Table {
    let times = ["min us", "mean"] + percentiles.map(\.0) + ["max"]
    return Table(
      "latency",
      [.words("source", ["timer by"]), .number("callbacks"), .number("missed")]
        + times.map {
          .number("\($0.split(separator: " ")[0].replacing(".", with: "_"))_us", [$0])
        },
      loops.map { loop in
        [.text(loop.source.rawValue), .count(loop.lateness.count), .count(loop.missed)]
          + loop.times.map { .count($0.map { $0 / 1_000 }) }
      })
  }

  /// The least, the mean, the percentiles and the greatest.
  private var times: [Int64?] {
    guard let first = lateness.first, let last = lateness.last else {
      return Array(repeating: nil, count: Self.percentiles.count + 3)
    }
    let mean = lateness.reduce(0, +) / Int64(lateness.count)
    return [first, mean]
      + Self.percentiles.map { lateness[Percentile.position($0.1, of: lateness.count)] } + [last]
  }

  /// The histogram and the worst wake-up.
  func paragraphs(isAlone: Bool) -> [[Answer.Part]] {
    let heading: [Answer.Part] =
      isAlone ? [] : [.sentences([Answer.Sentence("by \(source.rawValue)")])]
    return [
      heading + (lateness.isEmpty ? [] : [.table(bars)]),
      [.sentences([Answer.Sentence(culprit, as: "worst wake-up")])],
    ]
  }

  /// How many callbacks were how late, in steps that double: the first and the end of each step in
  /// microseconds.
  private var bins: [(range: Range<Int>, count: Int)] {
    var counts: [Int] = []
    for value in lateness {
      let bin = value < 1_000 ? 0 : Int64.bitWidth - (value / 1_000).leadingZeroBitCount
      while counts.count <= bin { counts.append(0) }
      counts[bin] += 1
    }
    return counts.enumerated().drop { $0.element == 0 }.map { bin, count in
      ((bin == 0 ? 0 : 1 << (bin - 1))..<(1 << bin), count)
    }
  }

  /// The histogram for programs.
  var histogram: Table {
    Table(
      "histogram",
      [.words("source"), .number("from_us"), .number("to_us"), .number("callbacks")],
      bins.map { bin in
        [
          .text(source.rawValue), .count(bin.range.lowerBound), .count(bin.range.upperBound),
          .count(bin.count),
        ]
      })
  }

  /// The histogram for readers.
  private var bars: Table {
    let most = max(1, bins.map(\.count).max() ?? 1)
    return Table(
      nil, [.number("late by us"), .number("callbacks"), .words("")],
      bins.map { bin in
        [
          .text("\(bin.range.lowerBound) .. \(bin.range.upperBound)"), .count(bin.count),
          .text(String(repeating: "#", count: (bin.count * 40 + most - 1) / most)),
        ]
      })
  }

  /// The worst wake-up, and who is to blame for it.
  private var culprit: String {
    guard let worst else { return "No callback was made." }
    let late = worst.lateness
    let when = LiveHost.milliseconds(Instant.start.duration(to: worst.began))
    let head = "The worst wake-up was \(late.wholeNanoseconds / 1_000) us late, at \(when) ms."
    guard let wait = worst.account?.runQueueWait else {
      return head + " How long its thread waited for a processor is not known here."
    }
    let waited = wait.wholeNanoseconds / 1_000
    return wait * 2 >= late
      ? head
        + " Its thread was awake and waited \(waited) us for a processor: another thread had it."
      : head + " Its thread waited only \(waited) us for a processor: the kernel woke it late"
        + " (timer slack, a processor that slept, or a virtual machine that was put aside)."
  }
}
