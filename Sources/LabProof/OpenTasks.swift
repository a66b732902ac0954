import LabKernel
package import LabWorkload

/// Up to so many equal tasks, each at any instant of a grid.
package struct OpenTasks: Hashable, Sendable {
  /// How many there are at most.
  package var most: Int
  /// How long each takes.
  package var duration: Duration
  /// The distance of two instants of the grid.
  package var step: Duration
  /// Where the grid ends; the end is not one of its instants.
  package var within: Duration
  /// How they are delivered.
  package var delivery: Delivery

  /// Creates tasks.
  ///
  /// - Precondition: The step and the end are positive, and the number is not negative.
  package init(
    upTo most: Int, of duration: Duration, every step: Duration = .nanoseconds(1),
    within: Duration, as delivery: Delivery = .mainQueue
  ) {
    require(most >= 0 && step > .zero && within > .zero, "\(most) tasks within \(within)")
    (self.most, self.duration, self.step) = (most, duration, step)
    (self.within, self.delivery) = (within, delivery)
  }

  /// How many instants the grid has.
  package var places: Int64 { (within.wholeNanoseconds - 1) / step.wholeNanoseconds + 1 }

  /// In how many ways so many tasks or fewer can arrive: Σ C(n + k − 1, k) on n instants.
  package func arrangements(of most: Int) -> Double {
    var (ways, sum) = (1.0, 1.0)
    for count in stride(from: 1, through: most, by: 1) {
      ways = ways * (Double(places) + Double(count) - 1) / Double(count)
      sum += ways
    }
    return sum
  }
}
