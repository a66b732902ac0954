/// A set of points: all whole numbers x₁ … xₙ with xᵢ − xⱼ ≤ bᵢⱼ, where x₀ is always 0.
///
/// Zones are closed: every bound is as tight as the others make it, so that each can be reached.
///
/// - Source: Bengtsson and Yi, "Timed Automata: Semantics, Algorithms and Tools" (2004), section 4:
///   difference bound matrices.
struct Zone {
  /// How many numbers a point has, with x₀.
  let size: Int
  private(set) var isEmpty = false
  /// bᵢⱼ at i × size + j; `unbounded` for none.
  private var bounds: [Int64]

  private static let unbounded = Int64.max / 4

  /// Creates the zone of all points.
  init(dimensions: Int) {
    size = dimensions + 1
    let size = size
    bounds = (0..<size * size).map { $0 % (size + 1) == 0 ? 0 : Self.unbounded }
  }

  /// Creates the zone of all points between two, coordinate by coordinate.
  init(_ ranges: [ClosedRange<Int64>]) {
    self.init(dimensions: ranges.count)
    for (index, range) in ranges.enumerated() {
      tighten(index + 1, 0, to: range.upperBound)
      tighten(0, index + 1, to: -range.lowerBound)
    }
    close()
  }

  /// The most that xᵢ is greater than xⱼ.
  subscript(i: Int, j: Int) -> Int64 { bounds[i * size + j] }

  /// The values of a coordinate, counted from 0.
  func range(of coordinate: Int) -> ClosedRange<Int64> {
    -self[0, coordinate + 1]...self[coordinate + 1, 0]
  }

  /// The point of the zone whose coordinates are the least.
  var leastPoint: [Int64] { (1..<size).map { -bounds[$0] } }

  /// Whether a point lies in it.
  func contains(_ point: [Int64]) -> Bool {
    for i in 1..<size where point[i - 1] > self[i, 0] || -point[i - 1] > self[0, i] { return false }
    for i in 1..<size {
      for j in 1..<size where point[i - 1] - point[j - 1] > self[i, j] { return false }
    }
    return true
  }

  /// Keeps the points with xᵢ − xⱼ ≤ a bound; the zone has to be closed afterwards.
  mutating func tighten(_ i: Int, _ j: Int, to bound: Int64) {
    bounds[i * size + j] = min(bounds[i * size + j], bound)
  }

  /// Keeps the points with xᵢ − xⱼ ≤ a bound, in a zone that is closed and stays so.
  ///
  /// - Complexity: O(n²).
  mutating func keep(_ i: Int, _ j: Int, to bound: Int64) {
    guard bound < self[i, j] else { return }
    if bound + self[j, i] < 0 { isEmpty = true }
    for k in 0..<size where self[k, i] < Self.unbounded {
      let way = self[k, i] + bound
      for l in 0..<size where self[j, l] < Self.unbounded {
        let whole = way + self[j, l]
        if whole < self[k, l] { bounds[k * size + l] = whole }
      }
    }
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
    isEmpty = (0..<size).contains { bounds[$0 * size + $0] < 0 }
  }

  /// Leaves out the edges of a closed zone that hold no point whose coordinates are multiples of
  /// their steps.
  ///
  /// Two coordinates of one step differ by a multiple of it as well. The least point is one of
  /// them.
  mutating func snap(to steps: [Int64]) {
    var isSnapped = false
    while !isSnapped, !isEmpty {
      isSnapped = true
      for i in 0..<size {
        for j in 0..<size where i != j && self[i, j] < Self.unbounded {
          let (a, b) = (i == 0 ? 0 : steps[i - 1], j == 0 ? 0 : steps[j - 1])
          let step = max(a, b)
          guard step > 1, a == 0 || b == 0 || a == b else { continue }
          let rest = self[i, j] % step
          guard rest != 0 else { continue }
          bounds[i * size + j] -= rest < 0 ? rest + step : rest
          isSnapped = false
        }
      }
      if !isSnapped { close() }
    }
  }

  /// The points that two zones share and whose coordinates are multiples of their steps.
  func intersection(_ other: Zone, steps: [Int64]) -> Zone {
    var shared = self
    for place in bounds.indices { shared.bounds[place] = min(bounds[place], other.bounds[place]) }
    shared.close()
    shared.snap(to: steps)
    return shared
  }

  /// The points of this zone that are not in another: zones that share none.
  ///
  /// - Complexity: O(n⁴) at worst.
  func subtracting(_ other: Zone) -> [Zone] {
    var rest = self
    var pieces: [Zone] = []
    for i in (0..<size).reversed() {
      for j in (0..<size).reversed() where i != j && other[i, j] < rest[i, j] {
        var outside = rest
        outside.keep(j, i, to: -other[i, j] - 1)
        if !outside.isEmpty { pieces.append(outside) }
        rest.keep(i, j, to: other[i, j])
        if rest.isEmpty { return [self] }
      }
    }
    return pieces
  }
}

extension Zone {
  /// The distance between two instants: base + xᵢ − xⱼ.
  struct Gap {
    let i: Int
    let j: Int
    let base: Int64
  }

  /// The largest distance in the zone, if it exceeds some value, and the points that have it.
  func latest(
    _ gap: Gap, above least: Int64, steps: [Int64]
  ) -> (value: Int64, zone: Zone)? {
    func zone(atLeast value: Int64) -> Zone? {
      var zone = self
      zone.keep(gap.j, gap.i, to: gap.base - value)
      zone.snap(to: steps)
      return zone.isEmpty ? nil : zone
    }
    var high = gap.base + self[gap.i, gap.j]
    guard high > least else { return nil }
    if let zone = zone(atLeast: high) { return (high, zone) }
    // A bound between two instants on different grids need not be reached.
    var low = least + 1
    guard var found = zone(atLeast: low) else { return nil }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if let zone = zone(atLeast: middle) { (low, found) = (middle, zone) } else { high = middle }
    }
    return (low, found)
  }

  /// A point of the zone whose coordinates are as round as can be, the last one first.
  func roundestPoint(steps: [Int64]) -> [Int64] {
    var zone = self
    for index in steps.indices.reversed() {
      zone = zone.fixed(index, to: zone.roundest(index, steps), steps) ?? zone
    }
    return zone.leastPoint
  }

  /// The roundest value of a coordinate that some point of the zone has.
  private func roundest(_ index: Int, _ steps: [Int64]) -> Int64 {
    let range = range(of: index)
    var unit: Int64 = 100_000_000
    while unit > 1 {
      for unit in [unit, unit / 2] {
        let value = (range.lowerBound + unit - 1) / unit * unit
        if range.contains(value), value % steps[index] == 0, fixed(index, to: value, steps) != nil {
          return value
        }
      }
      unit /= 10
    }
    return range.lowerBound
  }

  /// The points that have a value of a coordinate; `nil` if there is none.
  private func fixed(_ index: Int, to value: Int64, _ steps: [Int64]) -> Zone? {
    var zone = self
    zone.keep(index + 1, 0, to: value)
    zone.keep(0, index + 1, to: -value)
    zone.snap(to: steps)
    return zone.isEmpty ? nil : zone
  }
}
