/// Which mechanism the fits of a list name.
struct Decision {
  /// The fit that describes it shortest.
  let best: Fit
  /// The fit of a grid that describes the list shortest.
  let grid: Fit?
  /// Its mechanism; `nil` if another one is within three bits.
  let mechanism: SeriesMechanism?
  /// The mechanism of the best fit, even if undecided.
  let first: SeriesMechanism
  /// What the list does apart from its gap.
  let rest: SeriesMechanism?
  /// What cannot be told from the mechanism by a list.
  let alike: [SeriesMechanism]
  /// All mechanisms, the shortest description first.
  let candidates: [SeriesCandidate]

  /// So many bits decide.
  static let margin = 3.0
  /// By so many bits a grid and refreshes may differ that are the same instants.
  private static let likeBits = 12.0

  init(_ fits: Fits) {
    let all = fits.all
    let best = all[0]
    self.best = best
    grid = all.first { $0.kind == .grid }
    let hasGap = fits.course.gap != nil && !best.isWhole
    let whole = Self.named(all.filter { $0.isWhole == best.isWhole }, fits)
    let base = whole[0].mechanism
    let name: SeriesMechanism =
      hasGap ? (fits.course.gap?.burst ?? 0) > 1 ? .burst : .gap : base
    var candidates = [SeriesCandidate(mechanism: name, bits: all[0].bits, behind: 0)]
    let others =
      (hasGap ? Self.named(all.filter(\.isWhole), fits) : Array(whole.dropFirst())).map {
        SeriesCandidate(
          mechanism: $0.mechanism, bits: $0.bits, behind: $0.bits - all[0].bits)
      }
    for other in others where !candidates.contains(where: { $0.mechanism == other.mechanism }) {
      candidates.append(other)
    }
    first = name
    let alike = Self.alike(name, best, all, fits)
    self.alike = alike
    // It describes the list as the best fit does, whatever else of its kind was tried.
    for place in candidates.indices where alike.contains(candidates[place].mechanism) {
      candidates[place] = SeriesCandidate(
        mechanism: candidates[place].mechanism, bits: best.bits, behind: 0)
    }
    let rival = candidates.dropFirst().first { !alike.contains($0.mechanism) }
    let isClose = rival.map { $0.behind < Self.margin } ?? false
    mechanism = isClose ? nil : name
    rest = hasGap ? Self.decided(whole, alike: Self.alike(base, best, all, fits)) : nil
    self.candidates = candidates
  }

  private static func decided(
    _ candidates: [SeriesCandidate], alike: [SeriesMechanism]
  ) -> SeriesMechanism? {
    let rival = candidates.dropFirst().first { !alike.contains($0.mechanism) }
    return rival.map { $0.behind < margin } == true ? nil : candidates[0].mechanism
  }

  /// The mechanisms of fits, each with its shortest description.
  private static func named(_ fits: [Fit], _ all: Fits) -> [SeriesCandidate] {
    var named: [SeriesCandidate] = []
    for fit in fits {
      let mechanism = mechanism(of: fit, fits, all)
      if named.contains(where: { $0.mechanism == mechanism }) { continue }
      named.append(
        SeriesCandidate(
          mechanism: mechanism, bits: fit.bits, behind: fit.bits - fits[0].bits))
    }
    return named
  }

  private static func mechanism(of fit: Fit, _ fits: [Fit], _ all: Fits) -> SeriesMechanism {
    switch fit.kind {
    case .anew: all.asked.map { fit.period >= 2 * $0 } == true ? .saturated : .anew
    case .quantum: .quantum
    case .beat, .merged: .beat
    case .jitter: .jitter
    case .locked: isAsked(fit, all) && !all.course.isConstant ? .grid : .locked
    case .grid: fits.contains { isSame(fit, $0, all) } && !isAsked(fit, all) ? .locked : .grid
    }
  }

  /// Whether another fit is the same grid, as refreshes.
  private static func isSame(_ fit: Fit, _ other: Fit, _ all: Fits) -> Bool {
    guard other.kind == .locked, other.share > 0.8 || !other.isExpected else { return false }
    return abs(fit.interval / other.interval - 1) < 0.002 && other.bits < fit.bits + likeBits
  }

  /// Whether a grid of refreshes is what was asked anyway: whole milliseconds, or an interval that
  /// no display was named for.
  private static func isAsked(_ fit: Fit, _ all: Fits) -> Bool {
    let period = fit.interval
    let whole = max(1, period.rounded())
    guard let asked = all.asked else { return abs(period / whole - 1) < 0.0004 }
    guard all.course.isConstant ? all.isTold(asked) : abs(period / asked - 1) < 0.001 else {
      return false
    }
    return all.display == nil || abs(asked - asked.rounded()) < 1e-6
  }

  private static func alike(
    _ name: SeriesMechanism, _ best: Fit, _ fits: [Fit], _ all: Fits
  ) -> [SeriesMechanism] {
    switch name {
    case .anew: (all.asked.map { best.period > 1.05 * $0 } ?? true) ? [.saturated] : []
    case .saturated: [.anew]
    case .grid, .locked:
      fits.contains {
        $0.kind != best.kind && $0.bits < best.bits + likeBits
          && (isSame(best, $0, all) || isSame($0, best, all))
      } ? [name == .grid ? .locked : .grid] : []
    default: []
    }
  }
}

extension Fit {
  /// The usual interval of a grid.
  var interval: Double { kind == .locked ? period * Double(multiple) : period }
}
