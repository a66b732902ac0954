import LabMetrics

/// The shown frames of a driver, to be read as often as the rules for bad frames need: 32 bytes a
/// frame, in a file if there are many.
struct FrameSpool {
  /// How long they lasted.
  private(set) var times = FrameTimes()
  private var steps = FrameSteps()
  private var words: WordSpool

  /// Creates an empty spool.
  ///
  /// - Parameter file: Where the frames lie if there are many; `nil` for in memory.
  init(in file: SpoolFile?) { words = WordSpool(in: file) }

  /// Goes on with an update.
  mutating func append(_ update: PresentedUpdate) {
    guard let step = steps.next(update) else { return }
    times.add(step)
    words.append(step.duration)
    words.append(step.cost ?? .min)
    words.append(step.overrun ?? .min)
    words.append(step.animationError ?? .min)
  }

  /// Visits all frames in order.
  func visit(_ body: (FrameStep) -> Void) throws(WriteError) {
    var frame: [Int64] = []
    try words.visit { word in
      frame.append(word)
      guard frame.count == 4 else { return }
      func known(_ word: Int64) -> Int64? { word == .min ? nil : word }
      body(
        FrameStep(
          duration: frame[0], cost: known(frame[1]), overrun: known(frame[2]),
          animationError: known(frame[3])))
      frame.removeAll(keepingCapacity: true)
    }
  }
}

/// Whole numbers that are read as often as wanted: the last ones in memory, the others in a file.
struct WordSpool {
  /// How many bytes are kept in memory.
  private static let limit = 1 << 16

  private var spool: Spool
  private var last: [UInt8] = []

  init(in file: SpoolFile?) { spool = Spool(in: file) }

  mutating func append(_ number: Int64) {
    last.append(word: UInt64(bitPattern: number))
    guard spool.hasFile, last.count >= Self.limit else { return }
    spool.append(last)
    last.removeAll(keepingCapacity: true)
  }

  /// Visits all numbers in order.
  func visit(_ body: (Int64) -> Void) throws(WriteError) {
    try spool.check()
    // The bytes of a part are those of whole numbers.
    try spool.forEachPart { Self.visit($0, body) }
    Self.visit(last, body)
  }

  private static func visit(_ bytes: [UInt8], _ body: (Int64) -> Void) {
    for place in stride(from: 0, to: bytes.count, by: 8) {
      body(Int64(bitPattern: bytes[place...].word(at: 0)))
    }
  }
}
