package import LabMetrics
package import LabPictures

/// What is drawn: in signs where there is only text, else as a picture.
package enum Figure: Hashable, Sendable {
  /// Refreshes of a run; and the same in fewer columns for a narrow screen.
  case timeline(Timeline, narrow: Timeline? = nil)
  /// Counts over the values of an instant, in nanoseconds.
  case bar(PhaseBars.Bar, over: Range<Int64>)
  /// Intervals in turn, against the multiples of a period.
  case strip(IntervalStrip)
  /// Anything else, such as a plot.
  case picture(Picture)
}
