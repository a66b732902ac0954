public import LabDisplay
public import LabKernel
public import LabLoop
public import LabTicks
public import LabWorkload

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Makes a repeating timer, which calls a handler, or the code that starts it.
  ///
  /// It calls first at `first` (default: one interval and about half a refresh after it is started,
  /// as a timer of a script does, so that no date falls on a vsync). In the default mode alone it
  /// is silent while the user scrolls. Without a handler it stands still until it is started.
  ///
  /// - Precondition: The interval is positive, and nothing else in the laboratory has the name.
  @discardableResult
  public func timer(
    _ name: String, every interval: Duration, first: Instant? = nil,
    in modes: SimulatedRunLoop.Mode..., options: TimerOptions = TimerOptions(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, handler: ((Tick) -> Void)? = nil
  ) -> Ticker {
    require(interval > .zero, "the interval of ‘\(name)’, \(interval), is not positive")
    let first = first ?? panel.firstDate(ofTimerEvery: interval, after: now)
    return make(
      Driver(
        name: name,
        source: .timer(
          interval: interval, firstFire: first, tolerance: options.tolerance,
          catchUp: options.catchUp),
        modes: modes.isEmpty ? [.default] : modes, cost: options.cost,
        targetCadence: options.target), at: Place(fileID, filePath, line, column), handler)
  }

  /// Makes a display link, which calls a handler, or the code that starts it.
  ///
  /// `pace` says how often it wants to call. In the default mode alone it is silent while the user
  /// scrolls. Without a handler it stands still until it is started.
  @discardableResult
  public func link(
    _ name: String, pace: LinkPace = .every(1), in modes: SimulatedRunLoop.Mode...,
    options: LinkOptions = LinkOptions(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    handler: ((Tick) -> Void)? = nil
  ) -> Ticker {
    make(
      Driver(
        name: name, source: .link(pace: pace, lateDelivery: options.policy),
        modes: modes.isEmpty ? [.default] : modes, cost: options.cost,
        targetCadence: options.target), at: Place(fileID, filePath, line, column), handler)
  }

  /// Makes the ticker of a driver, changed as a rerun wants it.
  func make(
    _ driver: Driver, at place: Place, _ handler: ((Tick) -> Void)? = nil
  ) -> Ticker {
    checkIsFree(driver.name)
    let driver = driverChanges.reduce(driver) { $1.changed($0, on: panel) }
    let ticker = Ticker(driver, in: self, at: place, handler: handler)
    tickers.append(ticker)
    return ticker
  }

  /// Returns a timer or link by its name, such as one of a script.
  ///
  /// - Precondition: The laboratory has it.
  public func ticker(_ name: String) -> Ticker {
    let ticker = tickers.first { $0.name == name }
    let known = tickers.map { "‘\($0.name)’" }.joined(separator: ", ")
    require(ticker != nil, "there is no timer or display link ‘\(name)’, but \(known)")
    return ticker ?? tickers[0]
  }

  /// Lets tasks compete for the thread.
  ///
  /// Each is a block of the main queue (as `DispatchQueue.main.async` makes one) unless `delivery`
  /// says otherwise, and runs in the common modes: while a finger scrolls, too.
  ///
  /// - Parameters:
  ///   - name: What reports call them.
  ///   - arrivals: When they arrive.
  ///   - cost: How long each takes.
  ///   - delivery: How they reach the thread.
  public func load(
    _ name: String, _ arrivals: Arrivals, takes cost: DurationLaw,
    as delivery: Delivery = .mainQueue
  ) {
    place(
      Load(name: name, tasks: .drawn(arrivals, takes: cost), delivery: delivery, modes: [.common]))
  }

  /// Lets tasks arrive at some instants, as blocks of the main queue in the common modes unless
  /// `delivery` says otherwise; see ``load(_:_:takes:as:)``.
  public func load(
    _ name: String, at instants: Instant..., takes cost: DurationLaw,
    as delivery: Delivery = .mainQueue
  ) {
    load(name, .at(instants), takes: cost, as: delivery)
  }

  /// Lets tasks arrive again and again, the first after one interval, as blocks of the main queue
  /// in the common modes unless `delivery` says otherwise; see ``load(_:_:takes:as:)``.
  public func load(
    _ name: String, every interval: Duration, takes cost: DurationLaw,
    as delivery: Delivery = .mainQueue
  ) {
    load(name, .every(interval, first: .at(interval)), takes: cost, as: delivery)
  }

  /// Lets a task follow each task of another load: it arrives when that one has ended, or `delay`
  /// later.
  ///
  ///     lab.load("fetch", at: .milliseconds(100), takes: .milliseconds(8))
  ///     lab.load("decode", after: "fetch", delayedBy: .milliseconds(5), takes: .milliseconds(3))
  ///
  /// - Precondition: The laboratory has the other load.
  public func load(
    _ name: String, after leader: String, delayedBy delay: Duration = .zero,
    takes cost: DurationLaw, as delivery: Delivery = .mainQueue
  ) {
    require(loads.contains { $0.name == leader }, "there is no load ‘\(leader)’")
    let tasks = Following(leader, delay: .constant(delay), takes: cost)
    place(Load(name: name, tasks: .following(tasks), delivery: delivery, modes: [.common]))
  }

  /// Lets the tasks of any load compete for the thread.
  public func place(_ load: Load) { place([load]) }

  /// Lets the tasks of loads compete for the thread, which may follow one another.
  func place(_ placed: [Load]) {
    for load in placed {
      checkIsFree(load.name)
      loads.append(load)
    }
    if substitute == nil { stage.place(placed, seed: seed) }
  }

  /// Lets a finger scroll: while it is down, the loop runs nested in the tracking mode.
  public func scroll(at begin: Instant, for duration: Duration, name: String = "scroll") {
    place(Gesture(name: name, begins: begin, lasts: duration))
  }

  /// Lets a finger fling: it is tracked while it is dragged at a speed in points per second, and
  /// after it has lifted until the view has come to rest.
  public func fling(
    at begin: Instant, for duration: Duration, speed: Double, name: String = "fling"
  ) {
    place(Gesture(name: name, begins: begin, lasts: duration, kind: .fling(speed: speed)))
  }

  /// Lets a finger do anything.
  public func place(_ gesture: Gesture) {
    defer { placedGestures += 1 }
    guard !omittedGestures.contains(placedGestures) else { return }
    gestures.append(gesture)
    stage.place(gesture)
  }

  func checkIsFree(_ name: String) {
    require(!isTaken(name), "there is a timer, link, clock or load ‘\(name)’ already")
  }

  /// Whether a driver or a load has a name.
  func isTaken(_ name: String) -> Bool {
    tickers.contains { $0.name == name } || frameClocks.contains { $0.name == name }
      || loads.contains { $0.name == name }
  }
}
