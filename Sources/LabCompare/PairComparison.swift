import LabMetrics

/// One recording before and one after a change of the app: what is due to the change, and what to
/// the work that there was.
///
/// With W the work, S the setting of the driver and P its phase, of the recordings A and B:
///
///     change = ½ [(W_A S_B − W_A S_A) + (W_B S_B − W_B S_A)]
///     work   = ½ [(W_B S_A − W_A S_A) + (W_B S_B − W_A S_B)]
///     rest   = measured − change − work − phase
///
/// Where kind and interval are equal on both sides, the phase is luck and a third part: each part
/// is its mean over the six orders in which W, S and P can be exchanged.
package struct PairComparison: Sendable {
  /// What really happened before and after.
  package let measured: [Double]
  /// What the replays say of the same.
  package let replayed: [Double]
  /// What the change does, negative if there is less; `nil` if the driver was not changed.
  package let change: Double?
  /// What is due to the phase; `nil` where it goes with the setting.
  package let phase: Double?
  /// What is due to other work.
  package let work: Double
  /// What the change does in the old work and in the new.
  package let inWorks: [Double]
  /// The least and the most that the change does at other phases; `nil` if the phase is its own
  /// part, or set by the app.
  package let atPhases: ClosedRange<Double>?

  /// The difference that was measured.
  package var difference: Double { measured[1] - measured[0] }
  /// What neither explains.
  package var rest: Double { difference - (change ?? 0) - work - (phase ?? 0) }
  /// How differently the change does in the two works.
  package var interaction: Double { inWorks[1] - inWorks[0] }
  /// Whether the rest is too large for the change to be told.
  package var isUndecided: Bool { change.map { abs(rest) > abs($0) && rest != 0 } ?? false }
  /// Whether the change does so differently in the two works that the order matters.
  package var ordersMatter: Bool { change.map { abs(interaction) > abs($0) } ?? false }

  /// How many phases are tried where the app did not set it.
  private static let phases: Int64 = 8

  /// How a pair is taken apart.
  enum Manner {
    /// The driver was not changed.
    case unchanged
    /// The phase is a part of its own.
    case phaseApart
    /// The phase goes with the setting; it may be tried at others, before and after.
    case phaseWithin(open: [CounterfactualReplay.Side])
  }

  init(_ crossing: CounterfactualReplay, _ manner: Manner, period: Int64) throws {
    let values = [crossing.before, crossing.after].map { recording in
      [recording.real, recording.replayed].map { Double(crossing.metric.value($0) ?? 0) }
    }
    measured = values.map { $0[0] }
    replayed = values.map { $0[1] }
    switch manner {
    case .unchanged:
      (change, phase, inWorks, atPhases) = (nil, nil, [0, 0], nil)
      work = replayed[1] - replayed[0]
    case .phaseApart:
      let cube = try Self.cube(crossing)
      (change, phase, atPhases) = (Self.share(of: 1, in: cube), Self.share(of: 2, in: cube), nil)
      work = Self.share(of: 0, in: cube)
      inWorks = [
        (cube[0b010] - cube[0b000] + cube[0b110] - cube[0b100]) / 2,
        (cube[0b011] - cube[0b001] + cube[0b111] - cube[0b101]) / 2,
      ]
    case .phaseWithin(let open):
      let crossed = [
        try crossing.value(work: .before, setting: .after),
        try crossing.value(work: .after, setting: .before),
      ]
      inWorks = [crossed[0] - replayed[0], replayed[1] - crossed[1]]
      change = (inWorks[0] + inWorks[1]) / 2
      work = ((crossed[1] - replayed[0]) + (replayed[1] - crossed[0])) / 2
      phase = nil
      atPhases = try Self.range(crossing, open, replayed: replayed, crossed, period)
    }
  }

  /// The eight replays: bit 0 is the work, bit 1 the setting, bit 2 the phase of the one after.
  private static func cube(_ crossing: CounterfactualReplay) throws -> [Double] {
    try (0..<8).map { number in
      func side(_ bit: Int) -> CounterfactualReplay.Side {
        number >> bit & 1 == 1 ? .after : .before
      }
      return try crossing.value(work: side(0), setting: side(1), phase: side(2))
    }
  }

  /// The mean of what one part does over the six orders in which three are exchanged.
  private static func share(of part: Int, in cube: [Double]) -> Double {
    let bit = 1 << part
    let others = [0, 1, 2].filter { $0 != part }.map { 1 << $0 }
    func gain(_ rest: Int) -> Double { cube[rest | bit] - cube[rest] }
    return (2 * gain(0) + gain(others[0]) + gain(others[1]) + 2 * gain(others[0] | others[1])) / 6
  }

  /// What the change does at other phases of the sides whose phase was not set by the app.
  private static func range(
    _ crossing: CounterfactualReplay, _ open: [CounterfactualReplay.Side], replayed: [Double],
    _ crossed: [Double],
    _ period: Int64
  ) throws -> ClosedRange<Double>? {
    var changes: [Double] = []
    for side in open {
      for phase in 1..<phases {
        let later = period * phase / phases
        let old = try crossing.value(work: .before, setting: side, later: later)
        let new = try crossing.value(work: .after, setting: side, later: later)
        changes.append(
          side == .after
            ? ((old - replayed[0]) + (new - crossed[1])) / 2
            : ((crossed[0] - old) + (replayed[1] - new)) / 2)
      }
    }
    guard let least = changes.min(), let most = changes.max() else { return nil }
    return least...most
  }
}
