import LabKernel
import LabTrace

/// What a run that is over comes to, and what identities that breaks.
struct RunNumbers {
  let drivers: [DriverMetrics]
  /// What lists need, if nothing of the run is forgotten.
  let analyses: [DriverAnalysis]
  /// How long the measured refreshes lasted, or the run if it had no display.
  let window: Duration
  let violations: [ConservationViolation]

  init(
    _ meter: borrowing RunMeter, _ times: RefreshTimes, _ header: Trace.Header, keepsAll: Bool
  ) {
    let thread = meter.walk.thread
    let end = meter.walk.window.end
    var drivers: [DriverMetrics] = []
    var analyses: [DriverAnalysis] = []
    var violations = meter.walk.violations + thread.violations
    if thread.busy + thread.free != end {
      violations.append(
        ConservationViolation(
          .threadTime, of: nil, "busy + free = run", thread.busy + thread.free, end))
    }
    for index in meter.drivers.indices {
      let (log, measurement) = (meter.walk.logs[index], meter.drivers[index])
      let content = ScreenContent(
        log, measurement.presentation, times, header.trajectories[log.name])
      let scene = SceneMetrics(log.motion.scene, header.scenes[log.name])
      let metrics = DriverMetrics(log, measurement, meter, times, content, scene)
      violations += ConservationCheck(log, measurement, metrics, times).violations
      drivers.append(metrics)
      if keepsAll { analyses.append(DriverAnalysis(log, measurement, times, content)) }
    }
    self.drivers = drivers
    self.analyses = analyses
    self.violations = violations
    window = .nanoseconds(
      times.window.isEmpty
        ? end : times.vsyncs[times.window.upperBound] - (meter.windowBegin ?? 0))
  }
}
