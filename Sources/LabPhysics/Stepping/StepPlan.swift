import LabKernel

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
