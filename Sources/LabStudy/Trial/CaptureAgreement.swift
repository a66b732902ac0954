import LabImport
import LabKernel
import LabMetrics

/// The frames of a capture beside those that the lab predicts from the tasks of the same capture.
///
/// A frame belongs to the vsync nearest to its start, and is in time if it was shown, wholly or in
/// part, and not late. It is predicted to be in time if the refresh a number of vsyncs later shows
/// something new. That number is the depth of the capture's pipeline, which files do not tell: of 0
/// to 4 the number is taken with which most frames agree. Refreshes for which the capture wanted no
/// frame are not compared, nor are frames of which it does not say what became of them.
struct CaptureAgreement {
  /// A frame that turned out otherwise than predicted.
  struct Disagreement: Hashable {
    /// The vsync to which it belongs.
    let vsync: Instant
    /// The vsync after that.
    let end: Instant
    /// Whether it was in time in the capture.
    let wasInTime: Bool
  }

  /// How many frames are compared.
  let compared: Int
  /// How many of them were in time in the capture.
  let inTime: Int
  /// How many of them are predicted to be.
  let predicted: Int
  /// How many are the same in both.
  let agreeing: Int
  /// The vsyncs from a frame to the refresh that shows it.
  let depth: Int
  /// The first frame that is not the same.
  let first: Disagreement?

  /// Compares frames with the refreshes of a run on the capture's own vsyncs.
  ///
  /// - Returns: `nil` if there is no frame to compare.
  init?(_ frames: [ImportedTrace.Frame], _ rows: [RefreshRow]) {
    let vsyncs = rows.map(\.vsync.nanoseconds)
    var wasInTime: [Int: Bool] = [:]
    for frame in frames where frame.outcome != .idle && frame.outcome != .unknown {
      guard let index = Self.nearest(frame.start, in: vsyncs) else { continue }
      let isInTime = frame.outcome == .presented || frame.outcome == .partial
      wasInTime[index] = (wasInTime[index] ?? false) || isInTime
    }
    let all = wasInTime.sorted { $0.key < $1.key }
    let candidates = (0...4).map { depth in
      let known = all.filter { $0.key + depth < rows.count && rows[$0.key + depth].isMeasured }
      return (depth, known, known.count { rows[$0.key + depth].isNew == $0.value })
    }
    // A larger depth must agree in more frames to be taken.
    var best = candidates[0]
    for candidate in candidates where candidate.2 > best.2 { best = candidate }
    guard !best.1.isEmpty else { return nil }
    let (depth, known, agreeing) = best
    self.depth = depth
    self.agreeing = agreeing
    compared = known.count
    inTime = known.count { $0.value }
    predicted = known.count { rows[$0.key + depth].isNew }
    first = known.first { rows[$0.key + depth].isNew != $0.value }.map { frame in
      let next = min(frame.key + 1, rows.count - 1)
      return Disagreement(
        vsync: rows[frame.key].vsync, end: rows[next].vsync, wasInTime: frame.value)
    }
  }

  /// The vsync nearest to an instant, within half of a refresh.
  private static func nearest(_ instant: Int64, in vsyncs: [Int64]) -> Int? {
    let next = vsyncs.partitionIndex { $0 > instant }
    guard next > 0, next < vsyncs.count else { return nil }
    return instant - vsyncs[next - 1] <= vsyncs[next] - instant ? next - 1 : next
  }
}
