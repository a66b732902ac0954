/// How long a thread of a Firefox profile was running, by its samples.
///
/// Each sample tells the processor time since the one before. Between two samples it is taken to
/// pass evenly, so that a slice that is shorter than a sample is known as precisely as the samples
/// are close.
struct FirefoxProcessorTime {
  /// The times of the samples, and the processor time up to each, in nanoseconds.
  private var samples: [(time: Int64, total: Int64)] = []

  init(_ deltas: [(time: Int64, delta: Int64)], unit: Int64, shift: Int64) {
    var total: Int64 = 0
    for (time, delta) in deltas {
      let (at, isLost) = time.addingReportingOverflow(shift)
      let (step, isTooLong) = delta.multipliedReportingOverflow(by: unit)
      guard !isLost, at.magnitude <= UInt64(Decimal.timeLimit), samples.last?.time ?? .min < at
      else { continue }
      // The thread cannot run for longer than time has passed.
      let passed = samples.last.map { at - $0.time } ?? 0
      total += isTooLong ? passed : min(max(0, step), passed)
      samples.append((at, total))
    }
  }

  /// Sets the processor time of the complete slices that lie within the samples.
  func fill(_ slices: inout [RawSlice]) {
    guard let first = samples.first, let last = samples.last else { return }
    for index in slices.indices where slices[index].phase == .complete {
      let (start, end) = (slices[index].start, slices[index].start + slices[index].duration)
      guard start >= first.time, end <= last.time else { continue }
      slices[index].cpu = total(at: end) - total(at: start)
    }
  }

  /// The processor time up to an instant.
  private func total(at time: Int64) -> Int64 {
    let next = samples.partition { $0.time > time }
    guard next < samples.count else { return samples.last?.total ?? 0 }
    guard next > 0 else { return 0 }
    let (before, after) = (samples[next - 1], samples[next])
    let part = Int128(after.total - before.total) * Int128(time - before.time)
    return before.total + Int64(part / Int128(after.time - before.time))
  }
}
