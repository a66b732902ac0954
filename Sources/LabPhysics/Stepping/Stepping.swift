import LabKernel

/// How a driver turns the times of its callbacks into steps of a simulation.
///
/// A value without a clock: told what time it is, it answers which steps to make.
///
///     var stepping = Stepping(.fixed(.listing))
///     for length in stepping.advance(to: now) { world.step(nanoseconds: length) }
public struct Stepping: Hashable, Sendable {
  /// Which steps to make.
  public enum Policy: Hashable, Sendable {
    /// One step as long as the time since the last callback: listings 11.3 and 11.4.
    case variable
    /// One such step, but no longer than a limit in nanoseconds; the rest is dropped.
    case capped(at: Int64)
    /// As many steps as the time since the last callback needs, none longer than a limit in
    /// nanoseconds; the last one is what remains.
    case semiFixed(atMost: Int64)
    /// Steps of a grid until the simulation has caught up with the callback: listing 11.5. It then
    /// runs ahead of the callback by less than a step.
    case fixed(StepGrid)
    /// The same steps, drawn between the last two of them at the time of the callback.
    case interpolated(StepGrid)
    /// The same steps, but at most some in one callback; the rest is dropped, or owed to the
    /// callbacks that follow.
    case clamped(StepGrid, steps: Int, owesRest: Bool = false)
  }

  /// Which steps to make.
  public let policy: Policy
  /// The instant that the simulation began at, later by all the time that it has rested.
  public private(set) var start: Int64
  /// The last callback.
  public private(set) var latest: Int64
  /// The steps of the grid that are made or dropped.
  private var step: Int64 = 0
  /// The steps made so far.
  public private(set) var stepsMade = 0
  /// The steps of a grid that were dropped so far.
  public private(set) var stepsDropped: Int64 = 0
  /// The time that was dropped so far, in nanoseconds: how far the simulation is behind for good.
  public private(set) var timeDropped: Int64 = 0

  /// Makes a stepping that begins at an instant, in nanoseconds.
  ///
  /// - Precondition: Limits are positive.
  public init(_ policy: Policy, startingAt start: Int64 = 0) {
    switch policy {
    case .variable, .fixed, .interpolated: break
    case .capped(let limit), .semiFixed(let limit):
      require(limit > 0, "A limit of \(limit) ns lets nothing move")
    case .clamped(_, let limit, _): require(limit > 0, "\(limit) steps let nothing move")
    }
    self.policy = policy
    self.start = start
    latest = start
  }

  /// Returns the steps to make in a callback at an instant, in nanoseconds.
  ///
  /// - Precondition: The instant is no earlier than that of the last callback.
  public mutating func advance(to now: Int64) -> StepPlan {
    require(now >= latest, "A callback at \(now) ns after one at \(latest) ns")
    let elapsed = now - latest
    latest = now
    var plan: StepPlan
    switch policy {
    case .variable:
      plan = StepPlan(lengths: .even(elapsed, last: elapsed), count: elapsed > 0 ? 1 : 0)
    case .capped(let limit):
      let length = min(elapsed, limit)
      plan = StepPlan(lengths: .even(length, last: length), count: length > 0 ? 1 : 0)
      plan.timeDropped = elapsed - length
    case .semiFixed(let limit):
      let count = (elapsed + limit - 1) / limit
      plan = StepPlan(
        lengths: .even(limit, last: elapsed - limit * max(count - 1, 0)), count: Int(count))
    case .fixed(let grid): plan = catchUp(on: grid)
    case .interpolated(let grid):
      plan = catchUp(on: grid)
      plan.blend = blend(on: grid)
    case .clamped(let grid, let limit, let owesRest):
      plan = catchUp(on: grid, atMost: limit, owingRest: owesRest)
    }
    stepsMade += plan.count
    stepsDropped += plan.stepsDropped
    timeDropped += plan.timeDropped
    return plan
  }

  /// Goes on after a rest: the time since the last callback is not simulated.
  ///
  /// - Precondition: The instant is no earlier than the last callback.
  public mutating func resume(at now: Int64) {
    require(now >= latest, "A rest until \(now) ns after a callback at \(latest) ns")
    start += now - latest
    latest = now
  }

  /// Makes the steps of a grid that begin before the last callback.
  private mutating func catchUp(
    on grid: StepGrid, atMost limit: Int = .max, owingRest owesRest: Bool = false
  ) -> StepPlan {
    let needed = max(step, grid.firstStep(endingAtOrAfter: latest - start))
    let made = step + min(needed - step, Int64(limit))
    var plan = StepPlan(lengths: .grid(grid, from: step), count: Int(made - step))
    let last = owesRest ? made : needed
    plan.stepsDropped = last - made
    plan.timeDropped = grid.end(of: last) - grid.end(of: made)
    plan.lead = start + grid.end(of: last) - latest
    step = last
    return plan
  }

  /// Returns where the last callback lies between the ends of the last two steps.
  private func blend(on grid: StepGrid) -> Double {
    guard step > 0 else { return 1 }
    let (before, after) = (grid.end(of: step - 1), grid.end(of: step))
    return Double(latest - start - before) / Double(after - before)
  }
}

/// The ends of equal steps, each on a whole nanosecond computed from its number.
///
///     end(k) = floor(k · 10⁹ · seconds / steps)
///
/// Adding up a rounded step would drift: three steps of 8,333,333 ns fit into one refresh of 60 Hz.
public struct StepGrid: Hashable, Sendable {
  /// The number of steps in `seconds`.
  public let steps: Int64
  /// The number of seconds that hold `steps`.
  public let seconds: Int64

  /// Makes the grid of a number of steps in a number of seconds.
  ///
  /// - Precondition: Both are positive, and at most a million steps fit into a second.
  public init(_ steps: Int64, per seconds: Int64 = 1) {
    require(
      steps > 0 && (1...1_000_000).contains(seconds) && steps / seconds <= 1_000_000,
      "a grid has 1 to 1,000,000 steps a second, not \(steps) in \(seconds) s")
    self.steps = steps
    self.seconds = seconds
  }

  /// The grid of the listings: 120 steps a second.
  public static let listing = StepGrid(120)

  /// Returns the end of a step, in nanoseconds after the start; step 0 ends at the start.
  public func end(of step: Int64) -> Int64 {
    let product = step.multipliedFullWidth(by: 1_000_000_000 * seconds)
    return steps.dividingFullWidth(product).quotient
  }

  /// Returns the first step that ends at an instant or after it.
  public func firstStep(endingAtOrAfter instant: Int64) -> Int64 {
    guard instant > 0 else { return 0 }
    let product = (instant - 1).multipliedFullWidth(by: steps)
    var step = (1_000_000_000 * seconds).dividingFullWidth(product).quotient
    while end(of: step) < instant { step += 1 }
    return step
  }
}

/// The steps to make in one callback: their lengths, in nanoseconds, and what else there is to
/// know.
public struct StepPlan: RandomAccessCollection, Hashable, Sendable {
  enum Lengths: Hashable, Sendable {
    /// Equal steps, but for the last.
    case even(Int64, last: Int64)
    /// The steps of a grid, from a step on.
    case grid(StepGrid, from: Int64)
  }

  let lengths: Lengths
  /// The number of steps.
  public let count: Int
  /// The steps of the grid that this callback drops.
  public internal(set) var stepsDropped: Int64 = 0
  /// The time that this callback drops, in nanoseconds.
  public internal(set) var timeDropped: Int64 = 0
  /// How far the simulation runs ahead of the callback after these steps, in nanoseconds.
  public internal(set) var lead: Int64 = 0
  /// Where to draw between the state before the last step, 0, and the state after it, 1.
  public internal(set) var blend = 1.0

  init(lengths: Lengths, count: Int) {
    self.lengths = lengths
    self.count = count
  }

  /// The place of the first step.
  public var startIndex: Int { 0 }
  /// The place after the last step.
  public var endIndex: Int { count }

  /// The length of a step, in nanoseconds.
  public subscript(_ index: Int) -> Int64 {
    require((0..<count).contains(index), "No step \(index) among \(count)")
    switch lengths {
    case .even(let length, let last): return index == count - 1 ? last : length
    case .grid(let grid, let first):
      let step = first + Int64(index)
      return grid.end(of: step + 1) - grid.end(of: step)
    }
  }
}
