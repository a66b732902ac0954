package protocol ChangeTrial {
  var change: Change { get }
  /// How much less planned work the thread has with it.
  var removedWork: Duration { get }
  /// Whether less is asked of the driver with it, so that it is listed apart.
  var asksLess: Bool { get }
}

extension ChangeTrial {
  package var asksLess: Bool { false }
}

/// Tries changes, each by itself and then pairs of the best, and ranks them: those that save
/// anything and that an app can make before probes, then by what they save, then by how little they
/// interfere.
package struct ChangeSearch<Trial: ChangeTrial> {
  /// How many of the best changes are tried in pairs.
  private static var mostPaired: Int { 4 }

  /// What a trial saves of the metrics that count, the first one first; `nil` where undefined.
  private let savings: (Trial) -> [Double?]

  package init(rankedBy savings: @escaping (Trial) -> [Double?]) { self.savings = savings }

  /// Tries changes, then pairs of the best of them.
  ///
  /// - Parameters:
  ///   - changes: What is tried first.
  ///   - others: What is tried as well, but not in pairs.
  ///   - choose: Chooses what is tried in pairs before the others.
  ///   - perform: Tries some changes, and returns those that apply.
  /// - Returns: The trials in the order of the changes, then those of the pairs.
  /// - Throws: What `perform` throws.
  package func trials<Thrown: Error>(
    of changes: [Change], besides others: [Change] = [],
    pairing choose: ([Trial]) -> [Trial] = { _ in [] },
    perform: ([Change]) throws(Thrown) -> [Trial]
  ) throws(Thrown) -> [Trial] {
    let trials = try perform(changes + others)
    let tried = Set(trials.map { $0.change })
    let excluded = Set(others)
    let best = sorted(trials.filter { !excluded.contains($0.change) && !$0.asksLess })
    return trials + (try perform(pairs(of: choose(best) + best).filter { !tried.contains($0) }))
  }

  /// Returns the trials whose first saving is defined, the best first, and probes behind what an
  /// app can make, if both save anything; equals keep their order.
  package func sorted(_ trials: [Trial]) -> [Trial] {
    var ranked: [(place: Int, rank: Int, trial: Trial, savings: [Double?])] = []
    for (place, trial) in trials.enumerated() {
      let savings = savings(trial)
      guard let saving = savings.first ?? nil else { continue }
      ranked.append((place, saving <= 0 ? 2 : trial.change.isProbe ? 1 : 0, trial, savings))
    }
    ranked.sort { one, other in
      if one.rank != other.rank { return one.rank < other.rank }
      for (own, others) in zip(one.savings, other.savings) where own != others {
        return own ?? -.infinity > others ?? -.infinity
      }
      let (a, b) = (one.trial, other.trial)
      if a.change.size != b.change.size { return a.change.size < b.change.size }
      return (a.removedWork, one.place) < (b.removedWork, other.place)
    }
    return ranked.map { $0.trial }
  }

  /// The pairs of the best changes of different things that leave no tasks out and that not only
  /// the lab can make, those first that an app can make, be it that one alone saves nothing: what
  /// is worst may have two causes.
  private func pairs(of ranked: [Trial]) -> [Change] {
    let single = ranked.filter {
      $0.change.steps.count == 1 && $0.change.size.0 < .removal && !$0.change.isOfLab
    }
    let best = (single.filter { !$0.change.isProbe } + single.filter { $0.change.isProbe })
      .first(Self.mostPaired) { $0.change.changesSame(as: $1.change) }.map { $0.change }
    return best.indices.flatMap { first in
      best[(first + 1)...].map { best[first] + $0 }
    }
  }
}

extension Array where Element: ChangeTrial {
  /// The first trials of which no two are the same in something, in order.
  package func first(_ most: Int, differing isSame: (Element, Element) -> Bool) -> [Element] {
    var found: [Element] = []
    for trial in self where found.count < most && !found.contains(where: { isSame($0, trial) }) {
      found.append(trial)
    }
    return found
  }

  /// The change that one would try first, the first of equals; `nil` if no one would try any.
  package var mostPlausible: Element? {
    enumerated().compactMap { place, trial in
      trial.change.plausibility.map { (rank: ($0, place), trial: trial) }
    }.min { $0.rank < $1.rank }?.trial
  }
}
