import LabKernel

/// Returns the binary logarithm of a positive number, the same on every platform.
func bits(_ number: Double) -> Double { naturalLogarithm(number) * 1.4426950408889634 }

/// Returns the bits of a location that is told to a fraction of a scale, from so many values.
///
///     max(1, log₂(range × √n / scale))
func bits(of range: Double, to scale: Double, from count: Int) -> Double {
  max(1, bits(max(1, range * Double(count).squareRoot() / scale)))
}

/// Returns the bits of the period of a grid, known to a share, from so many dates on it.
///
///     max(1, log₂(range × n √n / (√12 scale)))
///
/// A line through n dates of equal error tells its slope with a standard error of √12 × error /
/// n√n.
func bits(ofSlope range: Double, to scale: Double, from count: Int) -> Double {
  let dates = Double(count)
  return max(1, bits(max(1, range * dates * dates.squareRoot() / (scale * 3.4641016151377544))))
}
