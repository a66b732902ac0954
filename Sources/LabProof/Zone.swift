import LabKernel

/// A set of points: all whole numbers x₁ … xₙ with xᵢ − xⱼ ≤ bᵢⱼ, where x₀ is always 0.
///
/// Zones are closed: every bound is as tight as the others make it, so that each can be reached.
struct Zone: Hashable {
  /// How many numbers a point has, with x₀.
  let size: Int
  /// bᵢⱼ at i × size + j; `unbounded` for none.
  private var bounds: [Int64]

  static let unbounded = Int64.max / 4

  /// Creates the zone of all points.
  init(dimensions: Int) {
    size = dimensions + 1
    bounds = Array(repeating: Self.unbounded, count: size * size)
    for index in 0..<size { bounds[index * size + index] = 0 }
  }

  /// The most that xᵢ is greater than xⱼ.
  subscript(i: Int, j: Int) -> Int64 { bounds[i * size + j] }

  /// The values of a coordinate, counted from 0.
  func range(of coordinate: Int) -> ClosedRange<Int64> {
    -self[0, coordinate + 1]...self[coordinate + 1, 0]
  }

  /// Keeps the points with xᵢ − xⱼ ≤ a bound; the zone has to be closed afterwards.
  mutating func tighten(_ i: Int, _ j: Int, to bound: Int64) {
    bounds[i * size + j] = min(bounds[i * size + j], bound)
  }

  /// Makes every bound as tight as the others make it.
  ///
  /// - Complexity: O(n³).
  mutating func close() {
    for k in 0..<size {
      for i in 0..<size where bounds[i * size + k] < Self.unbounded {
        for j in 0..<size where bounds[k * size + j] < Self.unbounded {
          let way = bounds[i * size + k] + bounds[k * size + j]
          if way < bounds[i * size + j] { bounds[i * size + j] = way }
        }
      }
    }
  }
}
