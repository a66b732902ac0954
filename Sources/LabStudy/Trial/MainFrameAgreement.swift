import LabDisplay
import LabImport
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload

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
  ///
  /// - Parameters:
  ///   - page: The frames.
  ///   - tasks: The tasks of the thread, with those of its frames.
  /// - Throws: Why the frames could not be simulated.
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
