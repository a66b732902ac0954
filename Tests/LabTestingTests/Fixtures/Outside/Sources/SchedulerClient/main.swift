import LabDisplay
import LabKernel
import LabMetrics

let scheduler = DeadlineScheduler(on: Panel(rate: .hertz(60)))
for frame in 0..<12 {
  let begins = Instant.milliseconds(17 * frame + 1)
  scheduler.add(
    .init(begins: begins, deadline: begins + .milliseconds(15), takes: .milliseconds(4)))
}
for step in 1...60 { scheduler.advance(to: .milliseconds(4 * step)) }

let trace = scheduler.recorder.trace
let measurement = RunMeasurement(trace)
print(measurement.timeline(of: trace, refreshes: 0..<6)?.text(width: 100) ?? "")
precondition(measurement[driver: "jobs"]?.lateness?.count == 12)
