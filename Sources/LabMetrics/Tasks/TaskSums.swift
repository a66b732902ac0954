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
  private(set) var interactions = 0
  /// The longest interactions, the longest first; ten at most.
  private var longest: [Int64] = []

  private static let limits = TaskQuantity.allCases.map(\.limit.wholeNanoseconds)

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

  mutating func addInteraction(_ duration: Int64) {
    interactions += 1
    guard longest.count < 10 || duration > longest[9] else { return }
    longest.insert(duration, at: longest.firstIndex { $0 < duration } ?? longest.endIndex)
    if longest.count > 10 { longest.removeLast() }
  }

  /// The interaction to next paint.
  ///
  ///     the (⌊n / 50⌋ + 1)-th longest of n interactions, at most the tenth
  ///
  /// - Source: web-vitals, `onINP` and `estimateP98LongestInteraction`.
  var interactionToNextPaint: Int64? {
    longest.isEmpty ? nil : longest[min(longest.count - 1, interactions / 50)]
  }
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
