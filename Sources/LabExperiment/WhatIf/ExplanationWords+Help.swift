import LabKernel
import LabMetrics
import LabText
import LabWorkload

extension ExplanationWords {
  /// What helps: the best change, the best of other kinds, and one that seems to help and does not.
  var help: [String] {
    let recommended = study.recommended
    guard !recommended.isEmpty else {
      return ["None of the \(study.rankedCount) changes that were tried helps"]
    }
    let first = recommended.first { !asksLess($0) }?.change
    var parts = recommended.map { row in
      asksLess(row) ? askingLess(row) : says(row, isFirst: row.change == first)
    }
    if recommended.allSatisfy(asksLess) {
      parts.append("None of the other \(study.rankedCount) changes helps")
    }
    return parts + [warning(besides: recommended)].compactMap { $0 }
  }

  /// What to do; of two changes that are listed, each by its number.
  private func titleWords(_ change: Change) -> String {
    let singles = study.recommended.map { $0.change }.filter { $0.steps.count == 1 }
    let places = change.steps.compactMap { step in singles.firstIndex { $0.steps == [step] } }
    guard change.steps.count > 1, places.count == change.steps.count else {
      return study.title(of: change).imperative
    }
    return places.count == 2 && singles.count == 2
      ? "Both" : "\(listed(places.sorted().map { "\($0 + 1)" })) together"
  }

  /// Whether a change asks for less where that is a price; of frames that show nothing new it is
  /// what was to be saved.
  private func asksLess(_ row: WhatIfRow) -> Bool {
    row.asksLess && study.goal != .metric(.wasted)
  }

  private func says(_ row: WhatIfRow, isFirst: Bool) -> String {
    let gain = Gain(study)
    return titleWords(row.change) + tasksWords(row.change)
      + ": \(gain.words(row))\(isFirst ? gain.whole(row) : "")"
      + phaseWords(row.change) + (price(of: row).map { " (\($0))" } ?? "") + " [\(row.change)]"
  }

  /// What a change makes better, and behind it what it makes worse; `nil` if neither.
  private func price(of row: WhatIfRow) -> String? {
    guard let price = row.price else { return nil }
    let (better, worse) = study.goal.isOfDriver ? price.sides : ([], [])
    let harm = worse + price.harm(beside: study.base.savedTime(row))
    let gain = Gain(study).words(row)
    let parts = better.filter { $0 != gain } + (harm.isEmpty ? [] : ["but \(listed(harm))"])
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// What a change comes to that asks for less: what it saves of that says little.
  private func askingLess(_ row: WhatIfRow) -> String {
    let stay = row.price?.after.stay.map {
      "no frame longer than \(counted(Int($0), "refresh", "refreshes"))"
    }
    let harm = row.price?.harm(beside: study.base.savedTime(row)) ?? []
    let words =
      (row.price?.words ?? []) + [row.price?.evenness, stay].compactMap { $0 }
      + (harm.isEmpty ? [] : ["but \(listed(harm))"])
    return study.title(of: row.change).imperative + ", which asks for less"
      + (words.isEmpty ? "" : ": \(words.joined(separator: ", "))") + " [\(row.change)]"
  }

  /// A change that seems to help and does not: what does nothing or harm, else what saves little.
  ///
  /// What is no change that an app can make is none: less work may meet the same vsyncs.
  private func warning(besides helping: [WhatIfRow]) -> String? {
    let whole = study.trouble ?? 0
    let plausible = study.rows.filter { row in
      row.rank != nil && row.change.plausibility != nil && !row.change.isProbe
        && (row.change.kind != "link" || linkIsAsked && asksTheSame(row.change))
        && !helping.contains { $0.change == row.change }
    }
    let vain = plausible.filter { ($0.saving ?? whole) <= 0 }
    // What is advised is not said to help little, nor what saves as much.
    let least =
      helping.filter { $0.change.steps.count == 1 && !asksLess($0) }
      .compactMap { $0.saving }.min() ?? whole
    let small = plausible.filter {
      ($0.saving ?? whole) * 5 < whole && 2 * ($0.saving ?? whole) <= least
    }
    guard let row = (vain.isEmpty ? small : vain).mostPlausible, let saving = row.saving else {
      return nil
    }
    let (gain, words) = (Gain(study), study.title(of: row.change).gerund)
    if saving == 0 { return "Does not help: \(words) [\(row.change)]" }
    let amount =
      saving > 0 && saving * 1000 < whole ? "almost nothing" : gain.words(saving, row)
    return "\(saving < 0 ? "Makes it worse" : "Helps little"): \(words), \(amount) [\(row.change)]"
  }

  /// Whether a display link would do what is asked of the driver: frames are wanted of it, and
  /// not fewer callbacks.
  private var linkIsAsked: Bool {
    study.base.troubles.contains { $0.symptoms.draws } && study.goal != .metric(.extra)
  }

  /// Whether as much is asked of the driver with a change.
  private func asksTheSame(_ change: Change) -> Bool {
    let base = study.base.bases[0]
    func target(_ scenario: Scenario?) -> TargetCadence? {
      scenario?.drivers.first { $0.name == study.base.driver }?.targetCadence
    }
    let changed = try? change.applied(to: base.scenario, seed: base.run.seed)
    return target(changed) == target(base.scenario)
  }
}
