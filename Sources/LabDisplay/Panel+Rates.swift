public import LabKernel

extension Panel {
  /// The phone that chooses among twelve rates, all of them 240 Hz / n.
  ///
  /// - Source: Apple, "Optimizing iPhone and iPad apps to support ProMotion displays".
  public static let promotionPhone = Panel(
    rate: .hertz(120), steps: ([120, 80] + phoneRates).map { .hertz($0) })

  /// The same phone for an app without the key `CADisableMinimumFrameDurationOnPhone`.
  ///
  /// - Source: Apple, "Optimizing iPhone and iPad apps to support ProMotion displays"; SDL, issue
  ///   13882.
  public static let promotionPhoneWithoutKey = Panel(
    rate: .hertz(60), steps: phoneRates.map { .hertz($0) })

  private static let phoneRates: [Int64] = [60, 48, 40, 30, 24, 20, 16, 15, 12, 10]

  /// Whether this is that phone.
  public var isPhoneWithoutKey: Bool { timing == Self.promotionPhoneWithoutKey.timing }

  /// The rate at which the phone serves a link that asks for nothing; `nil` for other panels, which
  /// serve it at every refresh.
  ///
  /// - Source: SDL, issue 13882, and MoltenVK, issue 2816: 60 Hz without a range.
  public var rateOfUnasked: RefreshRate? {
    timing == Self.promotionPhone.timing ? .hertz(60) : nil
  }

  /// The tablet that chooses among five rates.
  ///
  /// - Source: Apple, "Optimizing iPhone and iPad apps to support ProMotion displays".
  public static let promotionPad = Panel(
    rate: .hertz(120), steps: [120, 60, 40, 30, 24].map { .hertz($0) })

  /// Returns the rate at which the panel serves links with certain preferred rates.
  ///
  /// The slowest of its rates of which every preferred rate is a whole fraction, so that each link
  /// is called as often as it wants and no oftener than that the panel lights up. The fastest if
  /// there is no such rate, if there is no link, or if one has no preference (`nil`). No
  /// manufacturer says how it decides; that a rate is shared by all who draw, and that it cannot be
  /// forced, is all that is documented.
  ///
  /// - Source: Apple, "Optimizing iPhone and iPad apps to support ProMotion displays"; the choice
  ///   itself is the lab's own.
  public func rate(serving preferred: [RefreshRate?]) -> RefreshRate {
    let wishes = preferred.compactMap { $0 }
    guard !wishes.isEmpty, wishes.count == preferred.count else { return rate }
    switch timing {
    case .rate, .recorded: return rate
    case .steps(let steps):
      return steps.last { step in wishes.allSatisfy(step.isMultiple) } ?? rate
    case .adaptive(let slowest):
      return commonMultiple(of: wishes, atLeast: slowest) ?? rate
    }
  }

  /// Returns the slowest rate in the panel's range that is a multiple of some others, if any is.
  private func commonMultiple(
    of wishes: [RefreshRate], atLeast slowest: RefreshRate
  ) -> RefreshRate? {
    var common: (numerator: Int64, denominator: Int64) = (1, 0)
    for wish in wishes {
      // lcm(a/b, c/d) = lcm(a, c) / gcd(b, d)
      let shared = greatestCommonDivisor(common.numerator, wish.numerator)
      common.numerator = common.numerator / shared * wish.numerator
      common.denominator = greatestCommonDivisor(common.denominator, wish.denominator)
      guard common.numerator <= 1_000_000_000 else { return nil }
    }
    let wanted = slowest.numerator * common.denominator
    let offered = slowest.denominator * common.numerator
    let factor = max(1, wanted / offered + (wanted % offered == 0 ? 0 : 1))
    let (numerator, overflow) = common.numerator.multipliedReportingOverflow(by: factor)
    guard !overflow, numerator <= 1_000_000_000 else { return nil }
    let candidate = RefreshRate(numerator, per: common.denominator)
    return candidate.isFaster(than: rate) ? nil : candidate
  }
}

extension RefreshRate {
  func isMultiple(of other: RefreshRate) -> Bool {
    (numerator * other.denominator).isMultiple(of: denominator * other.numerator)
  }

  func isFaster(than other: RefreshRate) -> Bool {
    numerator * other.denominator > other.numerator * denominator
  }
}
