import LabDisplay
import LabImport
import LabKernel
import LabLoop
import LabMetrics
import LabText
import LabTrace
import LabWorkload

/// The dropped refreshes of the app's own driver beside those that the lab predicts, refresh by
/// refresh.
///
/// That both answered every date in the same refresh does not say that both showed the same: a
/// frame may be committed before a latch in the one, and behind it in the other.
struct DropAgreement: Hashable {
  /// How many refreshes both have.
  let compared: Int
  /// How many of them were dropped in the app alone, and in the lab alone.
  let recorded, predicted: Int
  /// How many refreshes only one of the two has.
  let uncompared: Int

  /// Compares the refreshes of a driver; `nil` if the two have none in common.
  ///
  /// - Complexity: O(n log n).
  init?(_ recorded: [RefreshRow], _ predicted: [RefreshRow]) {
    let vsyncs = predicted.map(\.vsync.nanoseconds)
    let steps = zip(vsyncs.dropFirst(), vsyncs).map { $0 - $1 }.sorted()
    let half = steps.isEmpty ? 0 : steps[steps.count / 2] / 2
    var (app, lab, both) = (0, 0, 0)
    for row in recorded where row.isMeasured {
      let index = vsyncs.refresh(of: row.vsync.nanoseconds + half) - 1
      guard index >= 0, abs(vsyncs[index] - row.vsync.nanoseconds) <= half,
        predicted[index].isMeasured
      else { continue }
      both += 1
      let drops = (app: row.cause != nil, lab: predicted[index].cause != nil)
      if drops.app, !drops.lab { app += 1 }
      if drops.lab, !drops.app { lab += 1 }
    }
    guard both > 0 else { return nil }
    (compared, self.recorded, self.predicted) = (both, app, lab)
    uncompared =
      recorded.count { $0.isMeasured } + predicted.count { $0.isMeasured } - 2 * both
  }

  /// How many refreshes were dropped in one of the two alone.
  var differing: Int { recorded + predicted }

  /// How many differ, in a sentence with the dropped ones of both.
  func words(lab: Int, app: Int) -> String {
    let differ =
      differing == 0
      ? "they drop the same ones"
      : "\(predicted) are dropped in the lab only and \(recorded) in the app only"
    let rest = uncompared > 0 ? "; \(uncompared) more are not compared" : ""
    return "The lab drops \(counted(lab, "refresh", "refreshes")), the app \(app): of the"
      + " \(grouped(compared)) refreshes of both, \(differ)\(rest)."
  }
}

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

/// The frames of a page's main thread beside those that the lab predicts from the other tasks.
///
/// Each is handed over the usual time after its vsync, takes as long as it did, and waits behind
/// the other tasks, which begin when they did. So it shows what keeps a frame, not what a task
/// waits for.
struct MainFrameAgreement {
  /// How many frames are compared.
  let compared: Int
  /// How many begin in the same refresh.
  let sameRefresh: Int
  /// How far the begins are from those predicted, in nanoseconds: half of them, and nine of ten, at
  /// most.
  let half: Int64
  let mostly: Int64
  /// The usual time from a vsync to its frame, in nanoseconds: the median.
  let handover: Int64
  /// How many frames begin more than 1 ms after that.
  let late: Int
  /// How many of them begin within 0.1 ms of the end of a task.
  let lateBehindTask: Int

  /// Compares the frames of a page; `nil` with fewer than six vsyncs or two frames.
  init?(_ page: ImportedTrace.PageFrames, _ tasks: [ImportedTrace.Task]) throws {
    let vsyncs = page.vsyncs
    // Two frames after one vsync answer that one and the one before.
    var wanted = page.mainFrames.map(\.vsync)
    for index in wanted.indices.dropLast().reversed() {
      wanted[index] = min(wanted[index], wanted[index + 1] - 1)
    }
    let frames = Array(page.mainFrames.suffix(wanted.count { $0 >= 0 }))
    guard vsyncs.count >= 6, frames.count >= 2 else { return nil }
    let own = Set(frames.map(\.start))
    let others = tasks.filter { !own.contains($0.start) }
    let handover = frames.map { max(0, $0.start - vsyncs[$0.vsync]) }.sorted()[frames.count / 2]
    let begins = try Self.begins(
      frames, after: wanted.suffix(frames.count).map { vsyncs[$0] }, handover: handover,
      beside: others)
    let differences = zip(frames, begins).map { abs($0.start - $1) }.sorted()
    compared = frames.count
    sameRefresh = zip(frames, begins).count { frame, begin in
      frame.vsync == vsyncs.partitionIndex { $0 > begin } - 1
    }
    half = differences[frames.count / 2]
    mostly = differences[(frames.count * 9 + 9) / 10 - 1]
    self.handover = handover
    let late = frames.filter { $0.start > vsyncs[$0.vsync] + handover + 1_000_000 }
    self.late = late.count
    lateBehindTask = late.count { frame in
      let next = others.partitionIndex { $0.start >= frame.start }
      return next > 0 && frame.start - others[next - 1].end <= 100_000
    }
  }

  /// When the frames begin in the lab.
  private static func begins(
    _ frames: [ImportedTrace.PageFrames.MainFrame], after vsyncs: [Int64], handover: Int64,
    beside tasks: [ImportedTrace.Task]
  ) throws -> [Int64] {
    let recorded = tasks.map { task in
      Recording.Task(
        arrival: Instant(nanoseconds: task.start), duration: .nanoseconds(task.duration),
        name: task.name)
    }
    let last = frames[frames.count - 1]
    let end = max(last.start, vsyncs[vsyncs.count - 1] + handover) + last.duration
    let busy = tasks.reduce(0) { $0 + $1.duration } + frames.reduce(0) { $0 + $1.duration }
    let scenario = Scenario(
      panel: Panel(recorded: vsyncs.map { Instant(nanoseconds: $0) }),
      duration: .nanoseconds(end + busy + 1_000_000),
      loads: [
        Load(name: "page", tasks: .recorded(recorded), delivery: .mainQueue, modes: [.common])
      ],
      drivers: [
        Driver(
          name: "frame",
          source: .link(lateDelivery: .offMain(.timer(after: .nanoseconds(handover)))),
          modes: [.common], cost: .inTurn(frames.map { .nanoseconds($0.duration) }))
      ])
    return try Stage(scenario, seed: 0).run().records.lazy.compactMap { record in
      guard case .calloutBegan(_, .link, _, _) = record.event else { return nil }
      return record.time.nanoseconds
    }.prefix(frames.count).map(\.self)
  }
}

extension ImportedTrace.Task {
  fileprivate var end: Int64 { start + duration }
}
