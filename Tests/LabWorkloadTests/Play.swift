import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import LabWorkload

/// One run of a scenario, and what its trace says in milliseconds.
struct Play {
  let trace: Trace

  /// Plays a scenario on a display of 100 Hz with vsyncs at 0, 10, 20 … ms.
  init(
    for duration: Duration, rate: RefreshRate = .hertz(100), wakeUpDelay: DurationLaw? = nil,
    loads: [Load] = [], gestures: [Gesture] = [], drivers: [Driver] = [], seed: UInt64 = 1,
    profile: Profile = .darwin
  ) throws {
    let scenario = Scenario(
      panel: Panel(rate: rate), duration: duration, wakeUpDelay: wakeUpDelay, loads: loads,
      gestures: gestures, drivers: drivers, profile: profile)
    trace = try Stage(scenario, seed: seed).run()
  }

  /// The records of a kind about somebody.
  func records(_ kind: TraceKind, of name: String) -> [TraceRecord] {
    trace.records.filter { $0.kind == kind && trace.names[Int($0.subject)] == name }
  }

  /// What they say, as it is written in files.
  func rows(_ kind: TraceKind, of name: String) -> [Trace.Row] {
    records(kind, of: name).map(trace.row)
  }

  /// When the callouts of a driver were due, and when they began, in nanoseconds.
  func callouts(of name: String) -> [(due: Int64, began: Int64)] {
    records(.calloutBegan, of: name).compactMap { record in
      guard case .calloutBegan(_, _, let due, _) = record.event else { return nil }
      return (due.nanoseconds, record.time.nanoseconds)
    }
  }

  /// When they were made, in milliseconds.
  func times(_ kind: TraceKind, of name: String) -> [Double] {
    records(kind, of: name).map { Double($0.time.nanoseconds) / 1e6 }
  }

  /// How many callouts of somebody begin in each refresh of the run.
  func calloutsPerRefresh(of name: String) -> [Int] {
    let vsyncs = records(.vsync, of: "display").map(\.time)
    var counts = vsyncs.map { _ in 0 }
    var refresh = 0
    for callout in records(.calloutBegan, of: name) {
      while refresh + 1 < vsyncs.count, vsyncs[refresh + 1] <= callout.time { refresh += 1 }
      counts[refresh] += 1
    }
    return counts
  }
}

extension Load {
  /// A load whose tasks each take a constant time.
  static func work(
    _ arrivals: Arrivals, takes duration: Duration = .zero,
    by delivery: Delivery = .port, in modes: [SimulatedRunLoop.Mode] = [.common],
    named name: String = "load"
  ) -> Load {
    Load(
      name: name, tasks: .drawn(arrivals, takes: .constant(duration)), delivery: delivery,
      modes: modes)
  }
}

extension Driver {
  static func timer(
    every interval: Duration, first: Duration? = nil,
    in modes: [SimulatedRunLoop.Mode] = [.default],
    takes cost: Duration = .zero
  ) -> Driver {
    Driver(
      name: "ball",
      source: .timer(interval: interval, firstFire: .at(first ?? interval), tolerance: .zero),
      modes: modes, cost: .constant(cost))
  }

  static func link(
    every divider: Int = 1, _ lateDelivery: LateDelivery = .pending,
    in modes: [SimulatedRunLoop.Mode] = [.default], takes cost: Duration = .zero
  ) -> Driver {
    Driver(
      name: "ball", source: .link(pace: .every(divider), lateDelivery: lateDelivery), modes: modes,
      cost: .constant(cost))
  }
}
