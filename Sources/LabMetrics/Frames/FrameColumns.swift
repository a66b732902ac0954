/// What is to be said of the shown frames of a driver, number by number.
///
/// Gathered in one walk, since it is memory that costs the time.
struct FrameColumns: ~Copyable {
  /// R − began of every shown frame.
  let fromBeginning: [Int64]
  /// R − due of every shown frame.
  let fromDue: [Int64]
  /// R − τ of every shown frame.
  let ages: [Int64]
  /// How long each step from one shown frame to the next took, from display to display.
  let durations: [Int64]
  /// The animation error of each step.
  var errors: [Int64]
  /// How far each step departs from the target interval, where there is one.
  var deviations: [Int64]
  /// How late the frames were that were late.
  let latenesses: [Int64]
  /// Σ (R − ended), Σ (R − commit) and Σ (R − latch) of all shown frames.
  let fromEnd: Int128
  let fromCommit: Int128
  let fromLatch: Int128

  init(_ analysis: DriverAnalysis, _ buffers: inout BufferPool) {
    let count = min(analysis.times.window.count, analysis.log.updates.count)
    var fromBeginning = buffers.take(count)
    var fromDue = buffers.take(count)
    var ages = buffers.take(count)
    var durations = buffers.take(count)
    var errors = buffers.take(count)
    var deviations = buffers.take(count)
    var latenesses: [Int64] = []
    let (times, presentation) = (analysis.times, analysis.presentation)
    var beginning = fromBeginning.mutableSpan
    var due = fromDue.mutableSpan
    var age = ages.mutableSpan
    var duration = durations.mutableSpan
    var error = errors.mutableSpan
    var deviation = deviations.mutableSpan
    var (fromEnd, fromCommit, fromLatch) = (ExactSum(), ExactSum(), ExactSum())
    var targets = TargetIntervals(analysis)
    let expectation = FrameExpectation(analysis.log, times)
    var (frames, steps, aims) = (0, 0, 0)
    for frame in analysis.shownFrames {
      let (update, firing) = (frame.update, frame.firing)
      beginning[frames] = frame.photon - firing.began
      due[frames] = frame.photon - firing.due
      age[frames] = frame.photon - update.animationTime
      frames += 1
      let timing = presentation.timing(of: update)
      fromEnd.add(frame.photon - update.ended)
      fromCommit.add(frame.photon - timing.committed)
      fromLatch.add(frame.photon - times.latch(presentation.latched(update)))
      if let lateness = expectation.lateness(of: frame) { latenesses.append(lateness) }
      guard frame.isStep else { continue }
      duration[steps] = frame.duration
      error[steps] = frame.error
      steps += 1
      let target = targets.interval(from: frame.start)
      guard target > 0 else { continue }
      deviation[aims] = frame.duration - target
      aims += 1
    }
    self.fromEnd = fromEnd.value
    self.fromCommit = fromCommit.value
    self.fromLatch = fromLatch.value
    fromBeginning.truncate(to: frames)
    fromDue.truncate(to: frames)
    ages.truncate(to: frames)
    durations.truncate(to: steps)
    errors.truncate(to: steps)
    deviations.truncate(to: aims)
    self.fromBeginning = fromBeginning
    self.fromDue = fromDue
    self.ages = ages
    self.durations = durations
    self.errors = errors
    self.deviations = deviations
    self.latenesses = latenesses
  }

  /// Gives the memory back.
  consuming func giveBack(to buffers: inout BufferPool) {
    buffers.put(fromBeginning)
    buffers.put(fromDue)
    buffers.put(ages)
    buffers.put(durations)
    buffers.put(errors)
    buffers.put(deviations)
  }
}
