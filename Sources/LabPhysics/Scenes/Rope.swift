import LabKernel

/// A dashed line between two items, laid out anew when one of them has moved.
///
///     n = min(most, number of dashes that fit strictly),  gap = (distance − n h)/(n + 1)
///
/// The dashes stand on the line with equal gaps between them and at both ends.
public struct Rope: Hashable, Sendable {
  /// The length of a dash, in points.
  public let dash: Double
  /// The most dashes that are shown.
  public let most: Int

  /// Makes a rope.
  public init(dash: Double, most: Int = 4) {
    require(dash > 0 && dash.isFinite && most >= 0, "\(most) dashes of \(dash) pt")
    self.dash = dash
    self.most = most
  }

  /// The number of dashes that are shown at a distance, in points.
  public func count(at distance: Double) -> Int {
    var count = 0
    while count < most && Double(count + 1) * dash < distance { count += 1 }
    return count
  }

  /// The gap between two dashes at a distance, in points.
  public func gap(at distance: Double) -> Double {
    let count = Double(count(at: distance))
    return (distance - count * dash) / (count + 1)
  }

  /// Returns the centers of the dashes between two points.
  public func layout(from start: Vector, to end: Vector) -> [Vector] {
    let distance = (end - start).length
    guard distance > 0 else { return [] }
    let gap = gap(at: distance)
    return (0..<count(at: distance)).map { index in
      start + (end - start) * (((gap + dash) * Double(index) + gap + dash / 2) / distance)
    }
  }
}
