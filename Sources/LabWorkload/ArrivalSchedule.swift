import LabKernel

/// The tasks of a load one after the other: when each arrives and how long it takes.
///
/// Arrivals and durations draw from streams of their own, named for the load, so that neither
/// another load nor another arm of the experiment changes them.
struct ArrivalSchedule {
  /// How long the task takes whose arrival ``next()`` returned last.
  private(set) var duration = Duration.zero

  private let tasks: Load.Tasks
  private var index = 0
  private var previous = Instant.start
  private var arrivals: RandomStream
  private var durations: RandomStream

  init(_ load: Load, seed: UInt64) {
    if case .drawn(.at(let instants), let takes) = load.tasks {
      tasks = .drawn(.at(instants.sorted()), takes: takes)
    } else {
      tasks = load.tasks
    }
    arrivals = RandomStream(seed: seed, name: "arrivals of \(load.name)")
    durations = RandomStream(seed: seed, name: "durations of \(load.name)")
  }

  /// Moves on to the next task and returns when it arrives; `nil` if there is none.
  mutating func next() -> Instant? {
    defer { index += 1 }
    switch tasks {
    case .drawn(let law, let takes):
      guard let arrival = arrival(by: law) else { return nil }
      duration = takes.draw(from: &durations)
      previous = arrival
      return arrival
    case .recorded(let recorded):
      guard index < recorded.count else { return nil }
      duration = recorded[index].duration
      return recorded[index].arrival
    }
  }

  private mutating func arrival(by law: Arrivals) -> Instant? {
    switch law {
    case .at(let instants):
      return index < instants.count ? instants[index] : nil
    case .every(let interval, let first):
      let (distance, overflow) = interval.wholeNanoseconds.multipliedReportingOverflow(
        by: Int64(index))
      return overflow ? nil : first.advanced(byNanoseconds: distance)
    case .poisson(let perSecond):
      let gap = arrivals.nextExponential() / perSecond * 1e9
      guard gap < 0x1p62 else { return nil }
      return previous.advanced(byNanoseconds: Int64(gap))
    }
  }
}
