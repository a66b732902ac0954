/// Chooses the vsyncs among all that a file tells.
struct VsyncChooser {
  /// Vsyncs in nanoseconds from the start of the window, what they were read from, and what the
  /// reader should know of others.
  typealias Choice = (times: [Int64], source: String?, notes: [String])

  private let raw: RawTrace
  private let window: ClosedRange<Int64>

  init(_ raw: RawTrace, _ window: ClosedRange<Int64>) {
    (self.raw, self.window) = (raw, window)
  }

  /// Returns the vsyncs of a compositor, if there are enough of them for a display, else those of
  /// which the file tells most.
  ///
  /// A compositor notes a vsync when it gets to it. Its notes are taken if they lie on a grid, and
  /// moved onto it.
  func choose(of compositor: RawPage.Owner?) -> Choice {
    var best: Choice = ([], nil, [])
    var notes: [String] = []
    for (source, times) in raw.vsyncs {
      let times = times.distinct(in: window)
      if times.count > best.times.count { best = (times, source, []) }
    }
    for (owner, noted) in raw.page.begins.sorted(by: { $0.key < $1.key }) {
      let times = noted.distinct(in: window)
      let grid = FrameGrid(times)
      if let grid, !grid.isEven {
        notes.append(Self.note(owner, times.count, grid))
        continue
      }
      let own: Choice = (grid?.vsyncs ?? times, source(owner, grid), [])
      if owner == compositor, grid != nil {
        best = own
        break
      }
      if times.count > best.times.count { best = own }
    }
    let times = best.times.map { $0 - window.lowerBound }
    return (times.filter { $0 >= 0 }, best.source.map { Label.clean($0) }, notes)
  }

  private func source(_ owner: RawPage.Owner, _ grid: FrameGrid?) -> String {
    let isOne = raw.page.begins.keys.count { $0.process == owner.process } == 1
    let source =
      "BeginFrame of process \(owner.process)" + (isOne ? "" : ", layer tree \(owner.layerTree)")
    guard let grid, grid.deviation > 0 else { return source }
    return source + ", on a grid (p90 \(microseconds(grid.deviation)))"
  }

  private static func note(_ owner: RawPage.Owner, _ count: Int, _ grid: FrameGrid) -> String {
    "The \(count) BeginFrame events of process \(owner.process) are too uneven for vsyncs: nine of ten"
      + " lie within \(microseconds(grid.deviation)) of a grid of \(microseconds(grid.period)), and"
      + " a tenth of that is the most."
  }
}

private func microseconds(_ nanoseconds: Int64) -> String { "\((nanoseconds + 500) / 1000) us" }

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
