import LabDisplay
public import LabKernel
import LabLoop
public import LabWorkload

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Makes a clock for an animation that sleeps by it: a driver, as a timer is.
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - interval: How often a picture is due, by which dates between two deadlines are counted.
  ///   - cost: How long each picture takes beside what the code spends.
  ///   - target: How often new content is due (default: at every refresh).
  /// - Returns: The clock; it counts as paused until a task sleeps by it.
  /// - Precondition: The interval is positive, and nothing else in the laboratory has the name.
  public func clock(
    _ name: String, every interval: Duration, takes cost: DurationLaw = .constant(.zero),
    target: TargetCadence? = nil
  ) -> FrameClock {
    require(interval > .zero, "the interval of ‘\(name)’, \(interval), is not positive")
    checkIsFree(name)
    let frames = FrameClock(
      Driver(
        name: name, source: .timer(interval: interval), modes: [.common], cost: cost,
        targetCadence: target),
      in: self)
    frameClocks.append(frames)
    return frames
  }

  /// Makes the ticks of a display as a sequence, whose `next()` completes the picture before.
  ///
  ///     for await tick in lab.frames("ball") { draw(at: tick.target) }
  ///
  /// As a display link has one callback pending at most, so what comes late gets the newest tick.
  /// Each sequence is a driver; iterate over it once.
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - count: At every how many refreshes a picture is due.
  ///   - cost: How long each picture takes beside what the code spends.
  /// - Returns: The ticks, from the first vsync on at which they are asked for.
  /// - Precondition: The rate of the display is fixed; the count is positive, and nothing else in
  ///   the laboratory has the name.
  public func frames(
    _ name: String, every count: Int = 1, takes cost: DurationLaw = .constant(.zero)
  ) -> FrameSequence {
    require(count >= 1, "‘\(name)’ cannot come every \(count) refreshes")
    require(
      !panel.isAdaptive, "‘\(name)’ follows a display of fixed rate; on this one use ‘lab.link’")
    return FrameSequence(
      clock(name, every: panel.rate.period * count, takes: cost, target: .refreshes(count)),
      panel, every: count)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Begins `async` code on the simulated main loop, and returns at once; it runs while time moves
  /// on.
  ///
  /// What it calls and begins runs there as well, also what is isolated to the main actor, provided
  /// that the test is. An error that it throws is a failure, its cancellation is not.
  ///
  /// Tasks that code begins by itself, by `Task { … }`, run on the simulated loop if they are begun
  /// here, in a callback, or anywhere in the body of a `Laboratory.test`. Those that a test with a
  /// laboratory of its own begins between two advances are real.
  public func task(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, operation: @escaping @concurrent () async throws -> Void
  ) {
    clock.begin(operation, at: Place(fileID, filePath, line, column))
  }
}
