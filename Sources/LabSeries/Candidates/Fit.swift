/// A mechanism fitted to a list, with the length of the description of the list by it.
struct Fit {
  /// What makes the intervals.
  enum Kind: Hashable {
    /// Dates on a grid of its own.
    case grid
    /// Each interval counts from the one before.
    case anew
    /// On refreshes, the same number apart.
    case locked
    /// On multiples of a clock's step.
    case quantum
    /// A rate seen through another: two multiples of a refresh in a fixed order.
    case beat
    /// Two rates in one list.
    case merged
    /// No order.
    case jitter
  }

  var kind: Kind
  /// What made it; `nil` of a list with its gap.
  var maker: Fits.Maker?
  /// The bits of the list.
  var bits: Double
  /// The period of its grid, or the usual interval.
  var period: Double
  /// The scale of the errors in milliseconds.
  let scale: Double
  /// The second period, of the rate that is seen through the first.
  var other: Double?
  /// How many periods lie between two instants, mostly.
  var multiple = 1
  /// The share of intervals that have this multiple.
  var share = 1.0
  /// Whether a display that was told, or a period that was asked, is what was fitted.
  var isExpected = true
  /// Whether it describes the list with its gap, as if that were none.
  var isWhole = false

  /// Takes over which multiple is the commonest; several instants on one date have none.
  mutating func take(_ order: KTEstimator) {
    guard let commonest = order.commonest(above: 0) else { return }
    let total = order.shares.reduce(0) { $0 + $1.count }
    (multiple, share) = (commonest.number, Double(commonest.count) / Double(total))
  }

  /// The same for a list whose gap is none; a gap that saves less than this is no finding.
  var withGap: Fit {
    var fit = self
    fit.isWhole = true
    fit.bits -= 5
    return fit
  }
}
