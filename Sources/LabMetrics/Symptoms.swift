/// What went wrong with a driver, each beside how often it could have, to choose what is worst.
///
/// A driver draws if it has a target: it is judged by its dropped slots and its double fires,
/// since the dates that it misses are the same moments. One that does not draw is judged by its
/// dates, and by double fires if it has about a date a refresh or fewer: a faster one fires twice
/// by design.
public struct Symptoms: Hashable, Sendable {
  /// How often something went wrong.
  public struct Share: Hashable, Sendable, Comparable {
    /// The metric that counts it.
    public let metric: SavingMetric
    /// How often it went wrong.
    public let wrong: Int
    /// How often it could have; at least 1.
    public let all: Int

    /// Whether it went wrong less often, of as many times.
    public static func < (lhs: Share, rhs: Share) -> Bool {
      lhs.wrong * rhs.all < rhs.wrong * lhs.all
    }

    /// Whether it is at least a part of another one.
    ///
    ///     wrong ÷ all ≥ numerator ÷ denominator × other.wrong ÷ other.all
    public func isAtLeast(_ numerator: Int, of denominator: Int, _ other: Share) -> Bool {
      wrong * other.all * denominator >= other.wrong * all * numerator
    }
  }

  /// What went wrong at least once; dates first, then slots, then double fires.
  public let shares: [Share]

  /// Counts what a driver has.
  ///
  /// - Parameters:
  ///   - dropped: Its dropped slots; `nil` if it does not draw.
  ///   - slots: How many slots there were, or refreshes if it does not draw.
  ///   - doubleFires: The refreshes in which two or more callbacks began; `nil` without a display.
  ///   - fires: The dates with a callback of their own.
  ///   - missed: Those without.
  public init(dropped: Int?, slots: Int, doubleFires: Int?, fires: Int, missed: Int) {
    let isFast = dropped == nil && (fires + missed) * 4 > slots * 5
    shares = [
      (SavingMetric.missed, dropped == nil ? missed : 0, fires + missed),
      (.dropped, dropped ?? 0, slots), (.doubleFires, isFast ? 0 : doubleFires ?? 0, fires),
    ].compactMap { metric, wrong, all in
      wrong > 0 && all > 0 ? Share(metric: metric, wrong: wrong, all: all) : nil
    }
  }

  /// The symptoms of a run.
  public init(_ trouble: RunTrouble) { self.init([trouble]) }

  /// The symptoms of several runs together.
  public init(_ troubles: [RunTrouble]) {
    func sum(_ count: (RunTrouble) -> Int) -> Int { troubles.reduce(0) { $0 + count($1) } }
    self.init(
      dropped: troubles.contains { $0.dropped != nil } ? sum { $0.dropped ?? 0 } : nil,
      slots: sum { $0.refreshes }, doubleFires: sum { $0.doubleFires ?? 0 },
      fires: sum { $0.fires }, missed: sum { $0.missed })
  }

  /// The greatest share; of those that are within a factor of 1.25 of it the first of ``shares``.
  public var worst: Share? {
    guard let greatest = shares.max() else { return nil }
    return shares.first { $0.isAtLeast(4, of: 5, greatest) }
  }
}
