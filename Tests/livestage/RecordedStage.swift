#if os(Linux)
  import CVirtualTime
  import CoreFoundation
  import Foundation
  import LabDisplay
  import LabHost
  import LabKernel
  import LabRecorder
  import LabTrace
  import LabWorkload

  /// A stage on the real loop in virtual time, with a recorder on the loop: what the recorder
  /// tells, and what it should tell by the trace of the simulation.
  struct RecordedStage {
    let recording: LoopRecording
    /// What the clock of the recorder shows at the start of the run.
    private let offset: UInt64

    init(_ scenario: Scenario, seed: UInt64) throws {
      let recorder = try LoopRecorder.start(
        onLoop: CFRunLoopGetCurrent(), inFile: nil, 1 << 18, scenario.panel.rate.hertz)
      offset = recorder.recording.begin &- virtual_time_now()
      let machine = RecordedMachine(recorder, offset: offset)
      _ = try HostStage(scenario, seed: seed, detail: .everything, on: machine).run()
      recorder.stop()
      var recording = recorder.recording
      // The clock is virtual, and the machine's time is not.
      recording.machine = nil
      self.recording = recording
    }

    /// Everything that the recorder tells, a line each.
    var told: [String] {
      recording.events.map { event in
        let mode = recording.modes[event.mode]
        let place = "\(mode == "kCFRunLoopDefaultMode" ? "default" : mode) \(event.depth)"
        return "\(event.instant &- offset) \(Self.word(event.what)) \(place)"
      }
    }

    private static func word(_ what: RecordedEvent.What) -> String {
      switch what {
      case .activity(let number, let isLast, _):
        word(TraceActivity(rawValue: 1 << number), isLast: isLast)
      case .committed: "committed"
      case .began: "began"
      case .ended: "ended"
      case .input: "input"
      }
    }

    private static func word(_ activity: TraceActivity?, isLast: Bool) -> String {
      "\(isLast ? "last" : "first") \(activity?.name ?? "?")"
    }

    /// What it should tell, up to the end of the run: each work counts as one of a driver.
    static func expected(of trace: Trace, _ scenario: Scenario) -> [String] {
      let drivers = Set(scenario.drivers.map(\.name))
      var lines: [String] = []
      var hasChanges = false
      for record in trace.records {
        func add(_ word: String) {
          let place = "\(trace.modes[Int(record.mode)]) \(record.depth)"
          lines.append("\(record.time.nanoseconds) \(word) \(place)")
        }
        switch record.event {
        case .activity(let activity):
          add(word(activity, isLast: false))
          if hasChanges, activity == .beforeWaiting || activity == .exit {
            add("committed")
            hasChanges = false
          }
          add(word(activity, isLast: true))
        case .calloutBegan(let subject, _, _, _) where drivers.contains(trace.names[Int(subject)]):
          add("began")
        case .taskBegan: add("began")
        case .update, .taskEnded:
          add("ended")
          hasChanges = true
        case .ended: return lines
        default: break
        }
      }
      return lines
    }
  }

  /// A machine in virtual time whose work is recorded.
  private final class RecordedMachine: HostMachine {
    private let machine = VirtualMachine()
    private let recorder: LoopRecorder
    private let slot: UInt32
    private let offset: UInt64

    init(_ recorder: LoopRecorder, offset: UInt64) {
      (self.recorder, self.offset) = (recorder, offset)
      slot = recorder.slot(of: "work")
    }

    func occupy(until instant: Int64) -> Int64 {
      _ = recorder.begin(.timer, slot, (.due, offset &+ UInt64(machine.now)))
      defer { recorder.end(slot, of: .timer) }
      return machine.occupy(until: instant)
    }

    var now: Int64 { machine.now }
    func prepare() { machine.prepare() }
    func enter() { machine.enter() }
    func start(_ agents: [any HostAgent]) { machine.start(agents) }
    func stop() { machine.stop() }
    func clock(of instant: Int64) -> UInt64 { machine.clock(of: instant) }
    func date(of instant: Int64) -> Double { machine.date(of: instant) }
  }
#endif
