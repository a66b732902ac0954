package import LabDisplay
package import LabKernel
package import LabLoop
import LabTrace

/// The timer or display link of a driver, in a loop, as long as the host lives.
package final class DriverHost {
  package struct Call {
    /// The oldest due instant that it answers.
    package let due: Instant
    /// The time for which it is made: the vsync that a link answers, the present for a timer.
    package let timestamp: Instant
    /// The link that calls back; `nil` for a timer.
    package let link: DisplayLink?
    /// The trace's index of the driver.
    package let subject: UInt32
  }

  package enum Source {
    case timer(SimulatedRunLoop.Timer)
    case link(DisplayLink)
  }

  package let name: String
  /// The trace's index of the driver, which no other source has.
  package let subject: UInt32
  package let source: Source
  private let loop: SimulatedRunLoop
  /// How long after each beginning it is due for the first time, if it is no link.
  private let delay: Duration
  /// Whether it makes no callbacks for now.
  private var isResting = false
  /// Whether it has left all modes for ever.
  private var isInvalid = false
  /// Whether it has begun and not ended.
  private var isThere = true
  /// Told each time that it ends, in order.
  var whenEnded: [() -> Void] = []

  /// Makes the timer, link or loop of a driver, and adds it to the driver's modes.
  ///
  /// - Parameters:
  ///   - driver: The driver.
  ///   - loop: The loop in which it calls back.
  ///   - display: The display whose refreshes a link follows.
  ///   - firstFire: When a timer fires first.
  ///   - catchUp: What a timer does about missed dates of which nothing is said.
  ///   - callBack: The callback.
  package init(
    _ driver: borrowing Driver, in loop: SimulatedRunLoop, on display: Display, firstFire: Instant,
    catchUp: CatchUp = .coalesce,
    callBack: @escaping (Call, SimulatedRunLoop) -> Void
  ) {
    self.loop = loop
    let name = driver.name
    self.name = name
    let subject = loop.subject(ofSourceNamed: name)
    self.subject = subject
    let begins = driver.begins
    delay = firstFire > begins ? begins.duration(to: firstFire) : driver.source.interval
    switch driver.source {
    case .timer(let setting):
      let tolerance = setting.tolerance
      require(tolerance >= .zero, "the tolerance of ‘\(name)’, \(tolerance), is negative")
      let timer = loop.makeTimer(
        subject, at: firstFire, every: setting.interval, tolerance: tolerance,
        catchUp: setting.catchUp ?? catchUp, byWallClock: setting.isByWallClock
      ) { loop, occasion in
        callBack(
          Call(due: occasion.due, timestamp: loop.world.now, link: nil, subject: subject), loop)
      }
      for mode in driver.modes { loop.add(timer, to: mode) }
      source = .timer(timer)
    case .link(let setting):
      let link = DisplayLink(
        subject, in: loop, on: display, pace: setting.pace, lateDelivery: setting.lateDelivery,
        keepsPhase: setting.keepsPhase, zeroTimestampOnResume: setting.zeroTimestampOnResume
      ) { link in
        callBack(
          Call(due: link.due, timestamp: link.timestamp, link: link, subject: subject), link.loop)
      }
      for mode in driver.modes { link.add(to: mode) }
      source = .link(link)
    case .loop:
      let timer = loop.makeEndlessTimer(subject, at: firstFire) { loop, occasion in
        callBack(
          Call(due: occasion.due, timestamp: loop.world.now, link: nil, subject: subject), loop)
      }
      for mode in driver.modes { loop.add(timer, to: mode) }
      source = .timer(timer)
    }
  }

  deinit {
    whenEnded = []
    perform(.invalidate)
  }

  /// Ends: it makes no callbacks until it begins again.
  package func end() {
    guard !isInvalid else { return }
    rest()
    noteEnd()
  }

  /// Takes notice that it has ended, once for each time that it was there.
  func noteEnd() {
    guard isThere else { return }
    isThere = false
    for tell in whenEnded { tell() }
  }

  /// Makes no callbacks: a link is paused, a timer fires in the distant future.
  package func rest() {
    guard !isInvalid else { return }
    isResting = true
    switch source {
    case .link(let link): link.pause()
    case .timer(let timer):
      loop.record(.paused(subject))
      loop.setFireDate(of: timer, to: .distantFuture)
    }
  }

  /// Calls back again, as after its first beginning.
  package func run() { run(firstAt: loop.world.now.advanced(by: delay)) }

  /// Calls back again: a link from the next vsync on, a timer from a date on.
  package func run(firstAt date: Instant) {
    guard !isInvalid else { return }
    isResting = false
    switch source {
    case .link(let link):
      isThere = true
      link.resume()
    case .timer(let timer):
      // One that fires once is gone for ever when it has.
      isThere = loop.isValid(timer)
      loop.record(.resumed(subject))
      loop.setFireDate(of: timer, to: date)
    }
  }

  /// Lets something happen to the driver under way.
  ///
  /// One that is paused already stays as it is, and so does one that runs when it is resumed.
  package func perform(_ action: DriverAction.Kind) {
    switch (action, source) {
    case (.pause, .link(let link)): link.pause()
    case (.resume, .link(let link)): link.resume()
    case (.pause, .timer(let timer)): if !isResting, loop.isValid(timer) { rest() }
    case (.resume, .timer(let timer)): if isResting, loop.isValid(timer) { run() }
    case (.invalidate, .link(let link)):
      isInvalid = true
      link.invalidate()
      noteEnd()
    case (.invalidate, .timer(let timer)):
      isInvalid = true
      loop.invalidate(timer)
      noteEnd()
    }
  }
}
