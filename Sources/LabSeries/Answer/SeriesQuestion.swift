package import LabKernel

/// What is known of a list beside its numbers.
package struct SeriesQuestion: Hashable, Sendable {
  /// The interval that was asked for; `nil` to estimate it.
  package let asked: Duration?
  /// The refresh rate of the display; `nil` to estimate it.
  package let display: RefreshRate?

  /// What can be asked for.
  package static let intervals = Duration.microseconds(1)...Duration.seconds(86_400)

  /// Creates a question; what was asked is one of ``intervals``.
  package init(asked: Duration? = nil, display: RefreshRate? = nil) {
    precondition(
      asked.map(Self.intervals.contains) ?? true,
      "An interval of \(asked ?? .zero) is not between 1 us and 1 day.")
    (self.asked, self.display) = (asked, display)
  }

  /// What was asked, in milliseconds.
  package var askedMilliseconds: Double? {
    asked.map { Double($0.wholeNanoseconds) / 1_000_000 }
  }

  /// The period of the display in milliseconds.
  var displayMilliseconds: Double? { display.map { 1000 / $0.hertz } }
}
