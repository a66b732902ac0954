/// The steps from one shown update to the next in the window, except across pauses.
struct ShownSteps: Sendable {
  /// The refresh at the beginning of each step.
  private(set) var starts: [Int32] = []
  /// The refresh at the end of each step.
  private(set) var refreshes: [Int32] = []
  /// How long each step took, from light to light.
  private(set) var durations: [Int64] = []
  /// The animation error of each step.
  private(set) var errors: [Int64] = []
  /// The steps of animation time and of light between both ends of every unbroken run of steps.
  private(set) var travelled: Int128 = 0

  init(_ log: DriverLog, _ presentation: Presentation, _ times: RefreshTimes) {
    starts.reserveCapacity(times.window.count)
    refreshes.reserveCapacity(times.window.count)
    durations.reserveCapacity(times.window.count)
    errors.reserveCapacity(times.window.count)
    var first: (offset: Int64, epoch: Int32)?
    var previous: (offset: Int64, refresh: Int32) = (0, 0)
    for refresh in times.window where presentation.shown[refresh] >= 0 {
      let update = log.updates[Int(presentation.shown[refresh])]
      let epoch = log.firings[Int(update.firing)].epoch
      let offset = update.animationTime - times.vsyncs[refresh]
      if let first, first.epoch == epoch {
        starts.append(previous.refresh)
        refreshes.append(Int32(refresh))
        durations.append(times.vsyncs[refresh] - times.vsyncs[Int(previous.refresh)])
        errors.append(offset - previous.offset)
      } else {
        travelled += Int128(previous.offset) - Int128(first?.offset ?? previous.offset)
        first = (offset, epoch)
      }
      previous = (offset, Int32(refresh))
    }
    travelled += Int128(previous.offset) - Int128(first?.offset ?? previous.offset)
  }
}
