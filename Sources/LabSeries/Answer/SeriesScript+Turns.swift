import LabKernel

extension SeriesScript {
  /// The most values that are written in turn.
  static let mostTurns = 120

  /// How late the thread wakes up in turn, at least a thousandth of a millisecond: by how late its
  /// callbacks are.
  ///
  /// The task that holds the thread for a gap has a turn as well, and the callback after it is not
  /// woken up.
  static func delays(_ errors: [Double], gap: Int?) -> [Double] {
    var errors = errors
    if let gap, gap + 1 < errors.count { errors[gap + 1] = median(errors) }
    let row = row(errors)
    let least = row.min() ?? 0
    return row.map { $0 - least + 0.001 }
  }

  /// Values in turn, which come again and again with the same sum as those of the list.
  ///
  /// Of many they are the means of 60 to 120 groups of equal size (the least values, the next, …)
  /// without an order, as many as go into the list most evenly.
  static func row(_ values: [Double]) -> [Double] {
    guard values.count > mostTurns else { return values }
    let sizes = mostTurns / 2...mostTurns
    let size = sizes.min { values.count % $0 < values.count % $1 } ?? mostTurns
    let sorted = values.sorted()
    var groups = (0..<size).map { group in
      let part = sorted[(group * sorted.count / size)..<((group + 1) * sorted.count / size)]
      return part.reduce(0, +) / Double(part.count)
    }
    // In an even order, such as each 23rd, their sum would never stray: a grid.
    var stream = RandomStream(seed: 1, name: "turns of a list")
    for place in groups.indices.dropFirst() {
      groups.swapAt(place, Int(stream.next(in: 0...Int64(place))))
    }
    // The first few come once more than the others, and some groups are larger by one.
    let rounds = Double(values.count / size)
    let sum =
      rounds * groups.reduce(0, +) + groups.prefix(values.count % size).reduce(0, +)
    let missing = (values.reduce(0, +) - sum) / Double(values.count)
    return groups.map { $0 + missing }
  }
}

extension Grid {
  /// How far instants are behind the last date that they may have answered, of which the earliest
  /// come this much before it, and the numbers of dates between them.
  func delays(of times: [Double], from early: Double) -> (errors: [Double], steps: [Int]) {
    let numbers = times.map { (($0 - phase - early) / period).rounded(.down) }
    let steps = zip(numbers, numbers.dropFirst()).map { integer($1 - $0) }
    return (zip(times, numbers).map { $0 - phase - $1 * period }, steps)
  }
}

extension Fit {
  /// The grid of another fit's intervals.
  init(gridOf fit: Fit, _ course: Course) {
    let period = fit.kind == .jitter ? course.usual : fit.interval
    self.init(kind: .grid, bits: fit.bits, period: period, scale: fit.scale)
  }

  /// How late instants are after the dates or refreshes of this fit, and how many of these lie
  /// between two; `nil` of a kind that has none.
  func dates(of times: [Double], as kind: Kind) -> (errors: [Double], steps: [Int])? {
    switch kind {
    case .grid: return Grid(times, near: period, within: 0.0002)?.dates(of: times)
    case .locked, .quantum:
      let grid = Grid(times, near: period, within: 0.001)
      return grid?.delays(of: times, from: -min(0.5 * period, 8 * scale))
    case .anew, .beat, .merged, .jitter: return nil
    }
  }
}
