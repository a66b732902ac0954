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
