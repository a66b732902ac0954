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
