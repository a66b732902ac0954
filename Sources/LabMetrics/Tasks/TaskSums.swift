import LabKernel

/// What is summed over the tasks of a load, in memory that does not grow beyond a bound.
struct TaskSums: Sendable {
  private var columns: [SampleColumn]
  /// How many tasks were beyond the limit of each quantity; also those that the end of the run
  /// found there.
  private(set) var beyond = TaskQuantity.allCases.map { _ in 0 }
  /// Σ (work − 50 ms)⁺.
  private(set) var blockingTime = ExactSum()
  /// What the waits are put down to.
  private(set) var causes = BlameTotals()
  private var interactions = InteractionToNextPaint()

  private static let limits = TaskQuantity.allCases.map { $0.limit.wholeNanoseconds }

  init(room: Int) {
    columns = TaskQuantity.allCases.map { _ in SampleColumn(room: room, for: .tasks) }
  }

  /// Creates columns that find what others could not, given the same numbers.
  init(refining other: TaskSums) {
    columns = other.columns.map { $0.refined() }
  }

  /// Whether there are percentiles that are the middles of buckets.
  var isApproximate: Bool { columns.contains { $0.isApproximate } }

  /// What a quantity comes to; `nil` without a task that has it.
  func distribution(_ quantity: TaskQuantity) -> TaskDistribution? {
    TaskDistribution(columns[quantity.position])
  }

  mutating func add(_ value: Int64, to quantity: TaskQuantity) {
    columns[quantity.position].add(value)
    leaveOpen(value, quantity)
    if quantity == .work {
      blockingTime.add(max(0, value - Self.limits[quantity.position]))
    }
  }

  /// Counts a task of which no more is known than that a quantity is at least so long.
  mutating func leaveOpen(_ value: Int64, _ quantity: TaskQuantity) {
    if value > Self.limits[quantity.position] { beyond[quantity.position] += 1 }
  }

  mutating func blame(_ pieces: [BlameSegment]) { causes.add(pieces, to: .lateFiring) }

  mutating func addInteraction(_ duration: Int64) { interactions.add(duration) }

  /// The interaction to next paint; `nil` without an interaction.
  var interactionToNextPaint: Int64? { interactions.value }
}

extension TaskQuantity {
  fileprivate var position: Int {
    switch self {
    case .wait: 0
    case .work: 1
    case .response: 2
    case .presentation: 3
    case .shown: 4
    }
  }
}
