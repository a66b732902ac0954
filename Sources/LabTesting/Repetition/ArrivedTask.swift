import LabKernel
import LabTrace
import LabWorkload

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
