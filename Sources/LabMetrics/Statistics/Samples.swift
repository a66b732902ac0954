/// A quantity of a driver of which percentiles are asked.
enum Quantity: Int, CaseIterable, Sendable {
  /// began − due of every firing.
  case lateness
  /// began minus the newest due instant that had come; unused as long as they are all equal.
  case latestLateness
  /// The share of dropped slots in every second, in parts per billion.
  case slotShare
  /// R − began of every shown frame.
  case fromBeginning
  /// R − due of every shown frame.
  case fromDue
  /// R − τ of every shown frame.
  case contentAge
  /// How long each step from one shown frame to the next took, from display to display.
  case duration
  /// The magnitude of the animation error of each step.
  case animationError
  /// By how much each step departs from the target interval, where there is one.
  case departure
  /// How late the frames were that were late.
  case frameLateness
  /// The latency of every answer to an input.
  case inputLatency

  /// What is asked of it.
  var marks: SampleMarks {
    switch self {
    case .slotShare: .worstTwentieth
    case .duration: .tail
    default: .distribution
    }
  }
}

/// The numbers of every quantity of a driver.
struct Samples: Sendable {
  private var columns: [SampleColumn]
  /// Frames that are not added yet; empty but while they are looked at.
  var block = FrameBlock()

  init(room: Int) {
    columns = Quantity.allCases.map { SampleColumn(room: room, for: $0.marks) }
  }

  /// Creates columns that find what others could not, given the same numbers.
  init(refining other: Samples) {
    columns = other.columns.map { $0.refined() }
  }

  /// Creates columns in the memory of others, whose numbers are forgotten.
  init(room: Int, inMemoryOf other: inout Samples) {
    swap(&block, &other.block)
    columns = other.columns
    other.columns = []
    for place in columns.indices { columns[place].removeAll(room: room) }
  }

  /// Whether there are percentiles that are the middles of buckets.
  var isApproximate: Bool { columns.indices.contains { columns[$0].isApproximate } }

  /// What all quantities come to, in their order; `nil` for one without numbers, or of which
  /// another percentile is asked.
  mutating func distributions() -> [Distribution?] {
    var (distributions, sorted): ([Distribution?], [Int64]) = ([], [])
    distributions.reserveCapacity(columns.count)
    for place in columns.indices {
      distributions.append(Distribution(&columns[place], sorting: &sorted))
    }
    return distributions
  }

  @inline(__always)
  subscript(quantity: Quantity) -> SampleColumn {
    _read { yield columns[quantity.rawValue] }
    _modify { yield &columns[quantity.rawValue] }
  }
}
