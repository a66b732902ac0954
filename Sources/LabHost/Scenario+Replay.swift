import LabDisplay
import LabKernel
import LabLoop
package import LabTrace
package import LabWorkload

extension Scenario {
  /// Returns this scenario as a run on the host carried it out: with the vsyncs, arrivals,
  /// durations and costs that were measured, and a wake-up that is always as late as half of those
  /// of the run.
  ///
  /// What the simulation of it says otherwise than the run is the fault of the model; what the
  /// simulation of the plan says otherwise may be the fault of the host.
  package func replaying(_ trace: Trace) -> Scenario {
    var tasks: [TraceSubject: [Recording.Task]] = [:]
    var costs: [TraceSubject: [Duration]] = [:]
    var began: [TraceSubject: Instant] = [:]
    var arrival: [TraceSubject: Instant] = [:]
    var delays: [Int64] = []
    for record in trace.records {
      switch record.event {
      case .calloutBegan(let driver, _, _, _): began[driver] = record.time
      case .calloutEnded(let driver, _, _, _):
        if let begin = began[driver] {
          costs[driver, default: []].append(begin.duration(to: record.time))
        }
      case .taskBegan(let load, _, let date):
        (began[load], arrival[load]) = (record.time, date)
      case .taskEnded(let load, _):
        guard let begin = began[load], let date = arrival[load] else { continue }
        tasks[load, default: []].append(
          Recording.Task(
            arrival: date, duration: begin.duration(to: record.time),
            name: trace.names[Int(load)]))
        began[load] = nil
      case .woke(let delay): delays.append(delay)
      default: break
      }
    }
    var scenario = self
    func subject(_ name: String) -> TraceSubject? {
      trace.names.firstIndex(of: name).map { TraceSubject($0) }
    }
    for index in loads.indices {
      let measured = subject(loads[index].name).flatMap { tasks[$0] } ?? []
      (scenario.loads[index].tasks, scenario.loads[index].begins) = (.recorded(measured), .start)
    }
    for index in drivers.indices {
      guard let measured = subject(drivers[index].name).flatMap({ costs[$0] }) else { continue }
      scenario.drivers[index].cost = .inTurn(measured)
    }
    let vsyncs = trace.records.filter { $0.kind == .vsync }.map(\.time)
    if let last = vsyncs.last {
      // The recording begins again behind the end of the run.
      let end = max(Instant.at(duration), last).advanced(by: .nanoseconds(1))
      scenario.panel = Panel(
        recorded: vsyncs + [end], depth: panel.depth, guardTime: panel.guardTime)
    }
    delays.sort()
    if !delays.isEmpty {
      scenario.wakeUpDelay = .constant(.nanoseconds(delays[delays.count / 2]))
    }
    return scenario
  }

  /// Returns this scenario as it is to be simulated beside a run on this host: with its run loop,
  /// and the law by which a source of timers passes over dates.
  package func onThisHost(by source: HostSource) -> Scenario {
    var scenario = self
    #if !canImport(Darwin)
      scenario.profile = .linux
    #endif
    for index in drivers.indices {
      scenario.drivers[index].source.timer?.catchUp = source.catchUp
    }
    return scenario
  }
}
