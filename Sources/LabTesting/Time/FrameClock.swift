import LabDisplay
public import LabKernel
import LabLoop
public import LabTicks
import LabTrace
import LabWorkload

/// A clock by which an animation sleeps: a driver, whose pictures the laboratory measures.
///
///     let clock = lab.clock("ball", every: .nanoseconds(16_666_666))
///     lab.task { try await animate(clock) }
///     lab.advance(to: .seconds(2))
///     lab.expect("ball", \.dropped <= 2)
///
/// The deadline of a sleep is a due instant. The task that is resumed is the callout: it begins
/// when the task first spends time, and ends where the task sleeps by this clock again, or ends;
/// then the picture is complete, and the loop commits it before it sleeps. Dates between two
/// deadlines are missed. A deadline in the past is answered at once.
///
/// One task at a time sleeps by it. Code that waits for others in the midst of a picture, having
/// spent time before and spending more afterwards, makes one callout for each part.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public final class FrameClock: Clock, @unchecked Sendable {
  // Unchecked, since a laboratory is used by one thread at a time.

  /// A point in virtual time.
  public typealias Instant = LabKernel.Instant

  /// What the trace, reports and timelines call it.
  public var name: String { driver.name }

  /// Computes for which time the picture was drawn, counted from the start.
  ///
  /// `nil` stands for the beginning of the callout, as for a timer.
  public var animationTime: (() -> Duration)?

  let driver: Driver
  /// How long its callouts took.
  var spent = CostRange()
  /// The first due instant.
  private(set) var firstDue: Instant?

  private enum State {
    /// No task sleeps or draws.
    case resting
    /// A task sleeps until a due instant, or is about to be resumed.
    case asleep(Frame)
    /// The task was resumed, and has spent no time yet.
    case resumed(Frame)
    /// The callout is under way.
    case drawing(Frame, since: Instant)
  }

  /// A picture of a task.
  private struct Frame {
    let task: String
    let due: Instant
    /// How many dates before the due instant were left out.
    let missed: Int64
  }

  private var state = State.resting
  private unowned let lab: Laboratory
  /// Kept, since a task may ask for it when the laboratory is gone.
  private let time: LaboratoryTime
  private let host: DriverHost
  private let subject: UInt32
  private var costs: RandomStream

  init(_ driver: Driver, in lab: Laboratory) {
    self.driver = driver
    self.lab = lab
    time = lab.clock
    costs = driver.costStream(seed: lab.seed)
    lab.stage.recorder.describe { $0.targets[driver.name] = driver.targetCadence }
    // A timer that never fires: it says what the driver is, and in which modes.
    host = DriverHost(driver, in: lab.loop, on: lab.display, firstFire: .distantFuture) { _, _ in }
    subject = host.subject
    host.rest()
  }

  /// The current instant of virtual time.
  public var now: Instant { time.now }

  /// A nanosecond, the grain of virtual time.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Completes the picture of the task, and sleeps until its next one is due.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled, or the laboratory ends.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    if !Task.isCancelled, !time.isClosed, let task = time.current?.task {
      plan(deadline, of: task)
    }
    do {
      try await time.sleep(until: deadline) { self.wake() }
    } catch {
      if !time.isClosed, case .asleep = state { rest() }
      throw error
    }
  }

  /// Whether a task has been resumed, and its picture is not complete.
  func isDrawing(in task: String) -> Bool { frame.map { $0.task == task } ?? false }

  /// The picture that is being made.
  private var frame: Frame? {
    switch state {
    case .resting, .asleep: nil
    case .resumed(let frame), .drawing(let frame, _): frame
    }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension FrameClock {
  private func wake() {
    if case .asleep(let frame) = state { state = .resumed(frame) }
  }

  /// Begins the callout, if the task that runs was resumed by this clock.
  func begin(in task: String) {
    guard case .resumed(let frame) = state, frame.task == task else { return }
    state = .drawing(frame, since: lab.now)
    lab.loop.record(.calloutBegan(subject, .timer, due: frame.due, newest: frame.due))
  }

  /// A job of a task has ended.
  ///
  /// One that leaves no job behind has ended its task, or waits for something else: the picture is
  /// complete. Else the picture goes on in another job, which is a callout of its own.
  func jobEnded(of task: String, goesOn: Bool) {
    guard isDrawing(in: task) else { return }
    guard goesOn else { return complete(task) { $0.rest() } }
    guard case .drawing(let frame, _) = state else { return }
    lab.loop.record(.rephased(subject, to: frame.due))
    endCallout(next: frame.due, missed: frame.missed)
    state = .resumed(Frame(task: task, due: frame.due, missed: 0))
  }

  /// Makes the update of the picture, and lets the callout end as a closure has it.
  private func complete(_ task: String, _ end: (FrameClock) -> Void) {
    begin(in: task)
    guard case .drawing(let frame, let began) = state else { return }
    lab.stage.world.spend(driver.cost.draw(from: &costs))
    spent.note(began.duration(to: lab.now))
    lab.stage.transaction.update(
      by: subject, animationTime: .at(animationTime?() ?? began.sinceStart), due: frame.due)
    lab.stage.transaction.present(in: lab.loop)
    end(self)
  }

  /// Ends the picture of a task, if it has one, with the next due instant.
  private func plan(_ deadline: Instant, of task: String) {
    guard !isDrawing(in: task) else {
      return complete(task) { $0.endPicture(before: deadline, task) }
    }
    guard case .resting = state else { return time.isShared(name) }
    firstDue = firstDue ?? deadline
    lab.loop.record(.resumed(subject))
    lab.loop.record(.rephased(subject, to: deadline))
    state = .asleep(Frame(task: task, due: deadline, missed: 0))
  }

  private func endPicture(before deadline: Instant, _ task: String) {
    guard case .drawing(let frame, _) = state else { return }
    let interval = driver.source.interval.wholeNanoseconds
    let distance = deadline.nanoseconds - frame.due.nanoseconds
    // How many dates lie in between, to the nearest: deadlines may be rounded.
    let (whole, rest) = distance.quotientAndRemainder(dividingBy: interval)
    let missed = max(1, rest >= interval - rest ? whole + 1 : whole) - 1
    let next = Instant(nanoseconds: deadline.nanoseconds - missed * interval)
    if next != frame.due.advanced(by: driver.source.interval) {
      lab.loop.record(.rephased(subject, to: next))
    }
    endCallout(next: next, missed: frame.missed)
    state = .asleep(Frame(task: task, due: deadline, missed: missed))
  }

  private func endCallout(next: Instant, missed: Int64) {
    lab.loop.record(.calloutEnded(subject, .timer, next: next, missed: missed))
  }

  /// Nothing is due any more, until a task sleeps again.
  private func rest() {
    if case .resting = state { return }
    lab.loop.record(.paused(subject))
    lab.loop.record(.rephased(subject, to: .distantFuture))
    if case .drawing(let frame, _) = state {
      endCallout(next: .distantFuture, missed: frame.missed)
    }
    state = .resting
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension FrameClock {
  /// The timer that would call as the task does.
  var scriptDriver: Driver {
    var driver = driver
    driver.source = .timer(interval: driver.source.interval, firstFire: firstDue)
    return driver
  }
}

/// The ticks of a display, for code that draws in a loop; see
/// ``Laboratory/frames(_:every:takes:)``.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public struct FrameSequence: AsyncSequence, Sendable {
  private let clock: FrameClock
  private let panel: Panel
  private let count: Int

  init(_ clock: FrameClock, _ panel: Panel, every count: Int) {
    self.clock = clock
    self.panel = panel
    self.count = count
  }

  /// Creates what the ticks are taken from.
  public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

  /// What the ticks are taken from.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let sequence: FrameSequence
    /// The vsync of the last tick.
    private var last: Int?

    fileprivate init(sequence: FrameSequence) { self.sequence = sequence }

    /// Completes the picture before, and waits for the next tick; `nil` once the task is cancelled.
    public mutating func next() async -> Tick? {
      let (clock, panel, count) = (sequence.clock, sequence.panel, sequence.count)
      var index = (last ?? -1) + (last == nil ? 1 : count)
      // Before the first tick no vsync has been left out; afterwards the newest is answered.
      if last == nil {
        while panel.vsync(index) < clock.now { index += 1 }
      } else {
        while panel.vsync(index + count) <= clock.now { index += count }
      }
      last = index
      let vsync = panel.vsync(index)
      do {
        try await clock.sleep(until: vsync, tolerance: nil)
      } catch {
        return nil
      }
      return Tick(
        timestamp: vsync.sinceStart, target: panel.vsync(index + count).sinceStart)
    }
  }
}
