import LabBrowser
import LabDisplay
package import LabImport
import LabKernel
import LabLoop
package import LabMetrics
import LabTrace
import LabWorkload

/// The inputs of a recording beside those that the lab predicts from the other tasks.
///
/// All other tasks begin when they did and take as long as they did, and so do the frames of a
/// page. So it shows whether what held the thread is what an input waited for, and whether the
/// first frame after its end showed it, and not what follows from its answer.
package struct InputAgreement {
  /// The inputs in the order of their arrivals.
  package let pairs: [Pair]
  /// How far the two waits may be apart to be called the same, in nanoseconds: 1 ms in a browser,
  /// where an input passes several processes, and half of it in an app.
  package let tolerance: Int64

  /// Compares the inputs of a recording; `nil` without any.
  package init?(_ trace: ImportedTrace) throws {
    guard !trace.inputs.isEmpty else { return nil }
    tolerance = trace.loop == nil ? 1_000_000 : 500_000
    let busy = trace.loop == nil ? [] : Self.busy(trace)
    let travel = Self.travel(of: trace, beside: busy)
    let scenario = Self.scenario(of: trace, beside: busy, travel: travel)
    let lab = try Stage(scenario, seed: 0).run()
    let run = RunMeasurement(lab)
    let rows = run.taskRows(of: Self.name)
    let least = lab.header.page?.drawn?.wholeNanoseconds ?? 0
    let pairs = zip(trace.inputs, rows).compactMap { input, row in
      row[.wait].map { wait in
        let first = run.causes(ofWait: row, in: Self.name).first
        return Pair(
          input: input, wait: travel + wait.wholeNanoseconds,
          isUnseen: (input.shown ?? 0) - (input.ended ?? 0) < least,
          holder: first?.serial.flatMap { scenario.recordedTask($0, of: first?.owner ?? "") })
      }
    }
    self.pairs = Self.drawn(pairs, trace, lab.header.page, tolerance)
  }

  /// How many inputs have a quantity in the recording and in the lab, and for how many it is the
  /// same.
  package func agreement(in quantity: TaskQuantity) -> (same: Int, compared: Int) {
    let distances = pairs.compactMap { pair in
      pair.recorded(quantity).flatMap { time in pair.predicted(quantity).map { abs($0 - time) } }
    }
    return (distances.count { $0 <= tolerance }, distances.count)
  }

  /// Finds the frames of the page that show the inputs, and when these are seen.
  ///
  /// A file does not tell whether the refresh in which it begins had drawn a frame already; that is
  /// taken with which more of the inputs agree, since a page that always moves never gets out of
  /// it.
  private static func drawn(
    _ pairs: [Pair], _ trace: ImportedTrace, _ page: Trace.Header.Page?, _ tolerance: Int64
  ) -> [Pair] {
    guard let page, let frames = trace.page?.mainFrames,
      let period = TrialDisplay.period(of: trace.vsyncs)
    else { return pairs }
    let vsyncs = TrialDisplay.filled(trace.vsyncs, period: period, length: trace.windowLength)
    let spans = frames.map { $0.start..<$0.start + $0.duration }
    let both = [true, false].map { hasDrawn in
      let seen = SeenFrames(spans, page, vsyncs, hasDrawn: hasDrawn)
      return pairs.map { pair in
        var pair = pair
        pair.presentation = pair.input.ended.flatMap { end in
          pair.isUnseen ? nil : seen.photon(from: end).map { $0 - end }
        }
        return pair
      }
    }
    let same = both.map { InputAgreement($0, tolerance).agreement(in: .presentation).same }
    return same[1] > same[0] ? both[1] : both[0]
  }

  private init(_ pairs: [Pair], _ tolerance: Int64) {
    (self.pairs, self.tolerance) = (pairs, tolerance)
  }

  /// The name of the load of inputs.
  private static let name = "input"

  private static func scenario(
    of trace: ImportedTrace, beside busy: [ImportedTrace.Task], travel: Int64
  ) -> Scenario {
    let (works, others) = trace.loop == nil ? works(of: trace) : ([], busy)
    let takes = Dictionary(works) { first, _ in first }
    let inputs = trace.inputs.enumerated().map { index, input in
      Recording.Task(
        arrival: Instant(nanoseconds: input.arrived + travel),
        duration: .nanoseconds(takes[index] ?? 0), name: input.name)
    }
    let tasks = others.map { task in
      Recording.Task(
        arrival: Instant(nanoseconds: task.start), duration: .nanoseconds(task.duration),
        name: task.name)
    }
    let work = tasks.reduce(Duration.zero) { $0 + $1.duration }
    var scenario = Scenario(
      panel: Panel(rate: .hertz(60)),
      duration: .nanoseconds(trace.windowLength) + work + .seconds(1),
      loads: [
        Load(
          name: name, tasks: .recorded(inputs), delivery: .source, modes: [.common], isInput: true),
        Load(name: "page", tasks: .recorded(tasks), delivery: .port, modes: [.common]),
      ])
    if trace.browser == .chromium {
      var rules = TaskRules(.chromium)
      // What the browser's own work takes between tasks is in the recording.
      (rules.costs.message, rules.costs.between) = (.zero, .zero)
      scenario.browser = rules
    }
    scenario.measuresTasks = true
    return scenario
  }

  /// The usual time in which the thread of an app learns of an input: the median of those that find
  /// it free.
  private static func travel(
    of trace: ImportedTrace, beside busy: [ImportedTrace.Task]
  ) -> Int64 {
    guard trace.loop != nil else { return 0 }
    let waits = trace.inputs.filter { input in
      let next = busy.partitionIndex { $0.start > input.arrived }
      return next == 0 || busy[next - 1].end <= input.arrived
    }.map { $0.began - $0.arrived }.sorted()
    return waits.isEmpty ? 0 : max(0, waits[waits.count / 2])
  }

  /// What held the thread of an app, in order: its tasks, and the callouts of its drivers.
  private static func busy(_ trace: ImportedTrace) -> [ImportedTrace.Task] {
    let callouts = (trace.loop?.drivers ?? []).flatMap { driver in
      driver.firings.map {
        ImportedTrace.Task(
          name: driver.name, start: $0.began, duration: max(0, $0.ended - $0.began))
      }
    }
    return (trace.tasks + callouts).sorted { $0.start < $1.start }
  }

  /// How long the inputs of a page held its thread, by their places, and the tasks that answered
  /// none.
  private static func works(
    of trace: ImportedTrace
  ) -> (works: [(Int, Int64)], others: [ImportedTrace.Task]) {
    var works: [(Int, Int64)] = []
    var answers: Set<Int> = []
    let order = trace.inputs.indices.sorted { trace.inputs[$0].began < trace.inputs[$1].began }
    for (place, index) in order.enumerated() {
      let input = trace.inputs[index]
      let task = trace.tasks.partitionIndex { $0.start > input.began } - 1
      let own = input.ended ?? input.began
      guard task >= 0, trace.tasks[task].end > input.began else {
        works.append((index, own - input.began))
        continue
      }
      answers.insert(task)
      // Of several inputs in one task each has what is left until the next.
      let next = place + 1 < order.count ? trace.inputs[order[place + 1]].began : .max
      works.append((index, min(trace.tasks[task].end, next) - input.began))
    }
    return (works, trace.tasks.indices.filter { !answers.contains($0) }.map { trace.tasks[$0] })
  }
}

extension ImportedTrace.Task {
  fileprivate var end: Int64 { start + duration }
}

extension InputAgreement {
  /// An input with what the lab predicts.
  package struct Pair {
    /// What was recorded.
    package let input: ImportedTrace.Input
    /// How long it waits in the lab, in nanoseconds.
    let wait: Int64
    /// How long after its end its frame is seen in the lab, in nanoseconds; `nil` without a frame.
    var presentation: Int64?
    /// Whether no frame shows it: its time ends with its handlers.
    let isUnseen: Bool
    /// The task for which it waits there longest; `nil` if it waits for none.
    let holder: Recording.Task?

    private var work: Int64? { input.ended.map { $0 - input.began } }

    /// How long a quantity was in the recording, in nanoseconds; `nil` if the file does not say.
    package func recorded(_ quantity: TaskQuantity) -> Int64? {
      let shown = isUnseen ? nil : input.shown
      return switch quantity {
      case .wait: input.began - input.arrived
      case .work: work
      case .response: input.ended.map { $0 - input.arrived }
      case .presentation: shown.flatMap { shown in input.ended.map { shown - $0 } }
      case .shown: shown.map { $0 - input.arrived }
      }
    }

    /// How long a quantity is in the lab, in nanoseconds; `nil` if that does not follow.
    ///
    /// The handlers take as long as they did.
    package func predicted(_ quantity: TaskQuantity) -> Int64? {
      switch quantity {
      case .wait: wait
      case .work: work
      case .response: work.map { wait + $0 }
      case .presentation: presentation
      case .shown: work.flatMap { work in presentation.map { wait + work + $0 } }
      }
    }
  }
}
