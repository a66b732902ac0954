import LabKernel

/// The parts of a run that a page holds in full: callbacks, tasks and the times of frames.
///
/// The outcomes of refreshes and the hitches are whole on every page.
struct PageDetail {
  /// The parts in ascending order, in microseconds; `nil` for all of the run.
  let parts: [Range<Int64>]?

  /// How much of a point a page holds, the most first; a page that is too large takes the next.
  enum Level {
    /// The whole run, if it is not long, else what is about all listed hitches.
    case whole
    /// What is about so many of the worst hitches of every driver, with so much on both sides, and
    /// the first window.
    case hitches(Int, pad: Int64)
    /// Nothing.
    case none
  }

  /// The levels of the point that is shown first, and of the others.
  static let levels: [(first: Level, others: Level)] = [
    (.whole, .whole), (.hitches(40, pad: 500_000), .hitches(40, pad: 250_000)),
    (.hitches(40, pad: 250_000), .hitches(10, pad: 250_000)),
    (.hitches(20, pad: 250_000), .hitches(5, pad: 250_000)),
    (.hitches(10, pad: 250_000), .hitches(1, pad: 250_000)), (.hitches(10, pad: 250_000), .none),
    (.hitches(5, pad: 150_000), .none), (.hitches(1, pad: 150_000), .none),
  ]

  /// The longest run that has all detail, in microseconds.
  private static let wholeLimit: Int64 = 64_000_000

  init(_ level: Level, of point: PagePoint) {
    switch level {
    case .none: parts = []
    case .whole where point.end.wholeNanoseconds.microseconds <= Self.wholeLimit: parts = nil
    case .whole: parts = Self.merged(point, 40, 500_000)
    case .hitches(let count, let pad): parts = Self.merged(point, count, pad)
    }
  }

  /// The stretches about hitches and the first window; those that meet are one.
  private static func merged(_ point: PagePoint, _ count: Int, _ pad: Int64) -> [Range<Int64>] {
    let end = point.end.wholeNanoseconds.microseconds + 1
    let window =
      point.window.lowerBound.nanoseconds.microseconds..<point.window.upperBound.nanoseconds
      .microseconds + 1
    let all = point.runs.flatMap { $0.stretches(ofHitches: count, pad: pad) } + [window]
    return all.map { $0.clamped(to: 0..<end) }.sorted { $0.lowerBound < $1.lowerBound }
      .reduce(into: []) { merged, part in
        guard let last = merged.last, part.lowerBound <= last.upperBound else {
          return merged.append(part)
        }
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
      }
  }

  /// Whether a time lies in one of the parts.
  func contains(_ time: Int64) -> Bool { overlaps(time, time + 1) }

  /// Whether a stretch has time in common with one of the parts.
  func overlaps(_ begin: Int64, _ end: Int64) -> Bool {
    guard let parts else { return true }
    // The first part that ends behind the beginning.
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].upperBound <= begin { low = middle + 1 } else { high = middle }
    }
    return low < parts.count && parts[low].lowerBound < end
  }

  /// Returns the unbroken runs of rows whose times lie in the parts.
  func pieces<Row>(of rows: [Row], time: (Row) -> Int64) -> [ArraySlice<Row>] {
    var pieces: [ArraySlice<Row>] = []
    var begin: Int?
    for index in rows.indices {
      let isInside = contains(time(rows[index]))
      if isInside, begin == nil { begin = index }
      if !isInside, let first = begin {
        pieces.append(rows[first..<index])
        begin = nil
      }
    }
    if let begin { pieces.append(rows[begin...]) }
    return pieces
  }

  /// The parts as JSON.
  var json: String {
    guard let parts else { return "null" }
    return "[" + parts.map { "[\($0.lowerBound),\($0.upperBound)]" }.joined(separator: ",") + "]"
  }
}
