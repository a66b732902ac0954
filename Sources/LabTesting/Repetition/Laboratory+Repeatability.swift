import LabDisplay
public import LabKernel
public import LabTicks
import LabTrace
import LabWorkload

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Expects that the states of a simulation do not depend on when its ticks came.
  ///
  ///     Laboratory.expectRepeatability(for: .seconds(2)) { ticks in
  ///       Game(ticks: ticks)
  ///     } progress: { game in
  ///       game.stepsMade
  ///     } state: { game in
  ///       game.bodies
  ///     }
  ///
  /// The simulation is made anew for each of five histories of its ticks: punctual ones; late ones,
  /// by up to 4 ms; those beside a task of 100 ms; and those of displays with half the rate and
  /// with 59.94 in 60 of it. After each tick its progress and its state are noted. Of two
  /// histories, the states at an equal progress must be equal. A simulation in fixed steps fulfills
  /// this, and one whose steps are as long as its ticks are apart does not.
  ///
  /// - Parameters:
  ///   - duration: How long it runs in each history.
  ///   - rate: The refresh rate of the display in the first three.
  ///   - fileID: Where a failure is reported.
  ///   - filePath: The same.
  ///   - line: The same.
  ///   - column: The same.
  ///   - make: Makes the simulation and starts it; the laboratory keeps it as long as it runs.
  ///   - progress: How far it is, as a number of steps.
  ///   - state: What must be equal at equal progress; of numbers, equal to the last bit.
  public static func expectRepeatability<Simulation, Progress: Hashable, State: Equatable>(
    for duration: Duration, display rate: RefreshRate = .hertz(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, of make: (any TickSource) -> Simulation,
    progress: @escaping (Simulation) -> Progress, state: @escaping (Simulation) -> State
  ) {
    require(duration > .zero, "a simulation of \(duration) has no states to compare")
    let place = Place(fileID, filePath, line, column)
    var first: [Progress: State] = [:]
    for history in TickHistory.allCases {
      let samples = history.samples(
        for: duration, display: rate, at: place, of: make, progress: progress, state: state)
      guard history != .punctual else {
        first = Dictionary(samples) { $1 }
        continue
      }
      let common = samples.filter { first[$0.progress] != nil }
      let problem: String
      if let wrong = common.first(where: { first[$0.progress] != $0.state }) {
        problem = "after a progress of \(wrong.progress) its state is another one"
      } else if common.isEmpty {
        problem = "none of its \(samples.count) states has the progress of one with punctual ticks"
      } else {
        continue
      }
      let text = "the simulation does not repeat with \(history.rawValue): \(problem)"
      return IssueReporter.report(text, at: place)
    }
  }
}

/// When the ticks of a simulation come.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
private enum TickHistory: String, CaseIterable {
  case punctual = "punctual ticks"
  case late = "late ticks"
  case blocked = "a blocked thread"
  case halved = "half the refresh rate"
  case drifting = "a slower display"

  /// Lets a simulation run, and returns its states, tick by tick.
  func samples<Simulation, Progress, State>(
    for duration: Duration, display rate: RefreshRate, at place: Place,
    of make: (any TickSource) -> Simulation, progress: @escaping (Simulation) -> Progress,
    state: @escaping (Simulation) -> State
  ) -> [(progress: Progress, state: State)] {
    let desk = IssueCollector(holdsBack: false, at: place)
    let lab = Laboratory(
      Scenario(panel: Panel(rate: display(rate)), duration: .zero), seed: 1, desk: desk)
    defer { lab.close() }
    switch self {
    case .punctual, .halved, .drifting: break
    case .late:
      var stream = RandomStream(seed: 1, name: "late ticks")
      lab.loop.wakeUpDelay = { .nanoseconds(stream.next(in: 0...4_000_000)) }
    case .blocked:
      lab.load("block", at: .at(duration / 4), takes: .milliseconds(100))
    }
    let ticks = NotedTicks(lab.link("simulation", in: .common))
    let simulation = make(ticks)
    var samples: [(progress: Progress, state: State)] = []
    ticks.note = { samples.append((progress(simulation), state(simulation))) }
    lab.advance(by: duration)
    ticks.stop()
    return samples
  }

  private func display(_ rate: RefreshRate) -> RefreshRate {
    switch self {
    case .punctual, .late, .blocked: rate
    case .halved: RefreshRate(rate.numerator, per: rate.denominator * 2)
    case .drifting: RefreshRate(rate.numerator * 999, per: rate.denominator * 1000)
    }
  }
}

/// Ticks that are noted after they were handled.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
private final class NotedTicks: TickSource {
  private let ticks: Ticker
  var note: () -> Void = {}

  init(_ ticks: Ticker) { self.ticks = ticks }

  var isRunning: Bool { ticks.isRunning }

  func start(_ handler: @escaping (Tick) -> Void) {
    ticks.start { [unowned self] tick in
      handler(tick)
      note()
    }
  }

  func stop() { ticks.stop() }
}

/// One task of a load, as it arrived.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct ArrivedTask: Hashable {
  /// The name of its load.
  let load: String
  let delivery: Delivery
  let modes: [SimulatedRunLoop.Mode]
  let isInput: Bool
  /// The driver that shows what it did.
  let driver: String?
  var arrival: Int64
  var duration: Int64

  /// Every task that arrived in a laboratory, in order.
  static func all(in lab: Laboratory) -> [ArrivedTask] {
    let trace = lab.stage.recorder.trace
    return trace.records.compactMap { record in
      guard case .arrived(let subject, _, let duration) = record.event,
        let load = lab.loads.first(where: { $0.name == trace.names[Int(subject)] })
      else { return nil }
      return ArrivedTask(
        load: load.name, delivery: load.delivery, modes: load.modes, isInput: load.isInput,
        driver: load.driver, arrival: record.time.nanoseconds, duration: duration)
    }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension [ArrivedTask] {
  /// Loads that bring these tasks: one for all tasks of a load that take the same time.
  var loads: [Load] {
    var loads: [Load] = []
    for (index, task) in enumerated() {
      let isMate = { (other: ArrivedTask) in
        (other.load, other.duration, other.delivery) == (task.load, task.duration, task.delivery)
      }
      guard !self[..<index].contains(where: isMate) else { continue }
      let number = loads.count { $0.name.hasPrefix("\(task.load)-") || $0.name == task.load }
      loads.append(
        Load(
          name: number == 0 ? task.load : "\(task.load)-\(number + 1)",
          tasks: .drawn(
            .at(filter(isMate).map { Instant(nanoseconds: $0.arrival) }),
            takes: .constant(.nanoseconds(task.duration))),
          delivery: task.delivery, modes: task.modes, isInput: task.isInput,
          shownThrough: task.driver))
    }
    return loads
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Trace {
  /// Returns a record as one line of text, the same for equal events of different runs.
  ///
  ///     16.666666 ms callout_began ball timer in default, 16666666, 16666666
  func line(_ record: TraceRecord) -> String {
    let row = row(of: record)
    let words = ["\(record.time)", row.what, row.who ?? "", row.detail].filter { !$0.isEmpty }
    let mode = modes.indices.contains(Int(record.mode)) ? " in \(modes[Int(record.mode)])" : ""
    let numbers = [
      row.place.map { "\($0)" }, row.first.map { "\($0)" }, row.second.map { "\($0)" },
    ]
    return ([words.joined(separator: " ") + mode] + numbers.compactMap(\.self))
      .joined(separator: ", ")
  }

  /// Every record as a line of text.
  var eventLines: [String] { records.map(line) }

  /// Returns the first event that differs from the lines of an earlier run; `nil` if none does.
  func divergence(fromLines recorded: [String]) -> Divergence? {
    let lines = eventLines
    guard lines != recorded else { return nil }
    let index = zip(lines, recorded).prefix { $0 == $1 }.count
    let end = "nothing happens any more"
    return Divergence(
      number: index, before: index > 0 ? lines[index - 1] : "the run begins",
      first: index < recorded.count ? recorded[index] : end,
      second: index < lines.count ? lines[index] : end)
  }

  /// Returns the first event in which two runs differ, each in words; `nil` if they do not.
  ///
  /// - Complexity: O(1) for equal runs, else O(n) for n records.
  static func divergence(_ first: Trace, _ second: Trace) -> Divergence? {
    first.fingerprint == second.fingerprint ? nil : second.divergence(fromLines: first.eventLines)
  }

  /// The first event in which two runs differ.
  struct Divergence {
    let number: Int
    let before: String
    let first: String
    let second: String

    /// What to tell the author, line by line.
    func lines(_ firstName: String, _ secondName: String) -> [String] {
      [
        "  event \(number), after: \(before)",
        "  \(firstName): \(first)",
        "  \(secondName): \(second)",
      ]
    }
  }
}
