/// Performs random scenarios on the host's real run loop, one in a process of its own.
///
///     livestage virtual 1 0 100    # scenarios 0 to 99 of seed 1, beside the simulation
///     livestage real 1 0 3         # in real time
///     livestage recorded 1 0 100   # in virtual time, what a recorder on the loop tells
///
/// With a folder behind it, `recorded` also writes the recordings there.
///
/// A line of a scenario begins with its number; a difference from the simulation, a breach of the
/// contract of traces or of a conservation law is said behind it.
#if os(Linux)
  import CVirtualTime
  import Foundation
  import Glibc
  import LabHost
  import LabKernel
  import LabLoop
  import LabMetrics
  import LabRecorder
  import LabTrace
  import LabWorkload
#endif

@main
enum LiveStageTool {
  static func main() {
    #if os(Linux)
      let words = CommandLine.arguments
      let numbers = words.dropFirst(2).compactMap { UInt64($0) }
      guard numbers.count == 3 else {
        return print("usage: livestage virtual|real|recorded SEED FIRST COUNT [FOLDER]")
      }
      let folder = words.count > 5 ? words[5] : nil
      for number in numbers[1]..<numbers[1] + numbers[2] {
        fflush(nil)
        let child = virtual_time_fork()
        if child == 0 { perform(number, numbers[0], words[1], folder) }
        var status: Int32 = 0
        guard child > 0, unsafe waitpid(child, &status, 0) == child, status == 0 else {
          print("\(number): ended with status \(status)")
          continue
        }
      }
    #else
      print("error: only Linux lets a program have its own clock")
    #endif
  }

  #if os(Linux)
    private static func perform(
      _ number: UInt64, _ seed: UInt64, _ clock: String, _ folder: String?
    ) -> Never {
      alarm(20)
      let scenario = RandomScenario.scenario(number, seed: seed)
      do {
        let found =
          switch clock {
          case "virtual": try difference(scenario, number)
          case "recorded": try untold(scenario, number, folder)
          default: try breaches(scenario, number)
          }
        print(([number.description] + found).joined(separator: ": "))
      } catch {
        print("\(number): \(error)")
      }
      fflush(nil)
      _exit(0)
    }

    /// Says where the real loop in virtual time first differs from the simulation.
    private static func difference(_ scenario: Scenario, _ seed: UInt64) throws -> [String] {
      guard virtual_time_enter({ exit(10 + Int32($0.rawValue)) }) else { exit(1) }
      let stage = HostStage(
        scenario, seed: seed, detail: .everything, on: VirtualMachine(), watchingWorst: true)
      let live = try stage.run()
      let simulated = try Stage(scenario, seed: seed, detail: .everything).run()
      guard live.names == simulated.names, simulated.modes.starts(with: live.modes),
        live.header == simulated.header
      else {
        return [
          "the header differs", "\(live.names) \(simulated.names) \(live.modes) \(simulated.modes)",
        ]
      }
      for (place, record) in simulated.records.enumerated() {
        if record.kind == .ended {
          return latest(of: scenario, in: simulated) == stage.worst?.lateness
            ? [] : ["the latest callback is \(String(describing: stage.worst))"]
        }
        guard place < live.records.count else { return ["ends at record \(place)"] }
        guard live.records[place] == record else {
          return ["record \(place)", line(live, place), "simulated", line(simulated, place)]
        }
      }
      return ["no end"]
    }

    /// How late the latest callback of a run began.
    private static func latest(of scenario: Scenario, in trace: Trace) -> Duration? {
      let measurement = RunMeasurement(trace)
      return scenario.drivers.flatMap { measurement.firingRows(of: $0.name).map(\.lateness) }.max()
    }

    /// Says where a recorder on the loop first tells something else than what the simulation does.
    private static func untold(
      _ scenario: Scenario, _ seed: UInt64, _ folder: String?
    ) throws -> [String] {
      guard virtual_time_enter({ exit(10 + Int32($0.rawValue)) }) else { exit(1) }
      let stage = try RecordedStage(scenario, seed: seed)
      let simulated = try Stage(scenario, seed: seed, detail: .everything).run()
      if let folder {
        try stage.recording.write(to: URL(filePath: folder).appending(path: "\(seed).json"))
      }
      let (told, expected) = (stage.told, RecordedStage.expected(of: simulated, scenario))
      let difference = expected.indices.first { $0 >= told.count || told[$0] != expected[$0] }
      guard let difference else { return [] }
      return [told.dropFirst(difference).first ?? "nothing", "simulated", expected[difference]]
    }

    private static func line(_ trace: Trace, _ place: Int) -> String {
      "\(trace.records[place].time.nanoseconds) ns \(trace.row(of: trace.records[place]))"
    }

    /// Says what is wrong with the trace of a run in real time.
    private static func breaches(_ scenario: Scenario, _ seed: UInt64) throws -> [String] {
      let sources = HostSource.allCases
      let source = sources[Int(seed) % sources.count]
      var scenario = scenario
      if source != .timer {
        for index in scenario.drivers.indices { scenario.drivers[index].modes = [.common] }
      }
      if !HostStage.obstacles(to: scenario, source: source).isEmpty {
        // Without a run loop there are no modes, and a queue has one delivery.
        scenario.gestures = []
        for index in scenario.loads.indices { scenario.loads[index].delivery = .mainQueue }
      }
      let trace = try HostStage(scenario, seed: seed, source: source).run()
      let contract = TraceContract.violations(of: trace).map(\.description)
      let conservation = RunMeasurement(trace).verifyConservation().map { "\($0)" }
      let fired = trace.records.count { $0.kind == .update }
      return contract + conservation + (fired == 0 ? ["nothing fired"] : [])
    }
  #endif
}
