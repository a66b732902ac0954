/// The even grid behind the vsyncs that a compositor noted when it got to them.
struct FrameGrid {
  /// The vsyncs on the grid, in nanoseconds.
  let vsyncs: [Int64]
  /// The period in nanoseconds.
  let period: Int64
  /// How far from the grid nine of ten vsyncs were noted at most, in nanoseconds.
  let deviation: Int64

  /// Whether the notes are near enough to a grid: nine of ten within a tenth of the period.
  var isEven: Bool { deviation <= period / 10 }

  /// Fits a grid: its period is the median distance, and half of the notes are late on it.
  ///
  /// - Parameter notes: When the vsyncs were noted, in ascending order, each once. Fewer than six
  ///   make no grid.
  init?(_ notes: [Int64]) {
    let gaps = zip(notes.dropFirst(), notes).map { $0 - $1 }.sorted()
    guard gaps.count >= 5 else { return nil }
    let period = gaps[gaps.count / 2]
    self.period = period
    // A note that comes late is followed by a short distance; both count as one period at least.
    var numbers = [Int64(0)]
    for (note, before) in zip(notes.dropFirst(), notes) {
      numbers.append(numbers[numbers.count - 1] + max(1, (note - before + period / 2) / period))
    }
    let origins = zip(notes, numbers).map { $0 - $1 * period }.sorted()
    let origin = origins[origins.count / 2]
    vsyncs = numbers.map { origin + $0 * period }
    let deviations = zip(notes, vsyncs).map { abs($0 - $1) }.sorted()
    deviation = deviations[(deviations.count * 9 + 9) / 10 - 1]
  }
}
