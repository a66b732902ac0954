import LabKernel

/// The columns of some refreshes, all refreshes having equally many of them.
///
///     column(t) = c × (k − first) + floor(c × (t − V(k)) / (V(k+1) − V(k))),  V(k) ≤ t < V(k+1)
struct TimelineGrid {
  let refreshes: Range<Int>
  let columns: Int
  /// The beginning of every refresh in the picture, and the end of the last.
  private let vsyncs: [Int64]

  var count: Int { refreshes.count * columns }
  var span: TimeSpan { TimeSpan(begin: vsyncs[0], end: vsyncs[vsyncs.count - 1]) }

  /// Creates a grid of refreshes that have an end.
  init(_ refreshes: Range<Int>, columns: Int, vsyncs: SlidingArray<Int64>) {
    self.refreshes = refreshes
    self.columns = columns
    self.vsyncs = Array(vsyncs[refreshes.lowerBound...refreshes.upperBound])
  }

  /// Returns the column of an instant within ``span``.
  func column(of time: Int64) -> Int {
    let cell = vsyncs.partitionIndex { $0 > time } - 1
    let (begin, end) = (vsyncs[cell], vsyncs[cell + 1])
    return cell * columns + Int(Int64(columns) * (time - begin) / (end - begin))
  }

  /// Returns the columns that a stretch touches; one for an instant, none outside the picture.
  func columns(of part: TimeSpan) -> Range<Int> {
    let begin = max(part.begin, span.begin)
    let end = min(max(part.end, part.begin + 1), span.end)
    return begin < end ? column(of: begin)..<column(of: end - 1) + 1 : 0..<0
  }

  /// Returns the instants that fall into a column: those before the next one's and not before its
  /// own.
  ///
  ///     begin(j) = V(k) + ⌈j × (V(k+1) − V(k)) / c⌉
  func span(ofColumn column: Int) -> TimeSpan {
    let (cell, part) = column.quotientAndRemainder(dividingBy: columns)
    let (begin, length) = (vsyncs[cell], vsyncs[cell + 1] - vsyncs[cell])
    let count = Int64(columns)
    let edges = [Int64(part), Int64(part) + 1].map { begin + ($0 * length + count - 1) / count }
    return TimeSpan(begin: edges[0], end: edges[1])
  }

  /// Divides a line of characters into the cells of the refreshes.
  func cells(_ line: [Character]) -> [String] {
    stride(from: 0, to: line.count, by: columns).map { String(line[$0..<$0 + columns]) }
  }

  /// When the refreshes begin, in milliseconds to a thousandth.
  var times: [String] {
    vsyncs.dropLast().map { Duration.nanoseconds(($0 + 500) / 1_000 * 1_000).millisecondText }
  }
}
