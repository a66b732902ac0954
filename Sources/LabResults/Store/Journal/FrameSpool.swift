import LabMetrics

/// The shown frames of a driver, to be read as often as the rules for bad frames need: 32 bytes a
/// frame, in a file if there are many.
struct FrameSpool {
  /// How long they lasted.
  private(set) var times = FrameTimes()
  private var steps = FrameSteps()
  private let words: Spool

  /// Creates an empty spool.
  ///
  /// - Parameter file: Where the frames lie if there are many; `nil` for in memory.
  init(in file: SpoolFile?) { words = Spool(in: file, keeping: 1 << 16) }

  /// Goes on with an update.
  mutating func append(_ update: PresentedUpdate) {
    guard let step = steps.next(update) else { return }
    times.add(step)
    words.append(step.duration)
    for part in [step.cost, step.overrun, step.animationError] { words.append(part ?? .min) }
  }

  /// Visits all frames in order.
  func visit(_ body: (FrameStep) -> Void) throws(WriteError) {
    var frame: [Int64] = []
    func part(_ index: Int) -> Int64? { frame[index] == .min ? nil : frame[index] }
    try words.forEachNumber { word in
      frame.append(word)
      guard frame.count == 4 else { return }
      body(
        FrameStep(
          duration: frame[0], cost: part(1), overrun: part(2), animationError: part(3)))
      frame.removeAll(keepingCapacity: true)
    }
  }
}
