import LabKernel

extension Duration {
  /// This duration in seconds, for the formulas of animations, which are in floating point.
  ///
  /// From whole nanoseconds, correctly rounded up to 104 days.
  package var inSeconds: Double { Double(wholeNanoseconds) / 1e9 }
}
