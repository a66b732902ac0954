import LabKernel
import LabMetrics
import LabText
import LabWorkload

extension ExplanationWords {
  /// What helps: the best change, the best of other kinds, and one that seems to help and does not.
  var help: [String] {
    let whole = study.trouble ?? 0
    let recommended = study.recommended
    guard !recommended.isEmpty else {
      return ["None of the \(study.rankedCount) changes that were tried saves any of it"]
    }
    let first = recommended.first { !asksLess($0) }?.change
    var parts = recommended.map { row in
      asksLess(row) ? askingLess(row) : says(row, of: row.change == first ? whole : nil)
    }
    if recommended.allSatisfy(asksLess) {
      parts.append("none of the other \(study.rankedCount) changes saves any of it")
    }
    return parts + [warning(besides: recommended)].compactMap { $0 }
  }

  /// Whether a change asks for less where that is a price; of frames that show nothing new it is
  /// what was to be saved.
  private func asksLess(_ row: WhatIfRow) -> Bool {
    row.asksLess && study.goal != .metric(.wasted)
  }

  private func says(_ row: WhatIfRow, of whole: Double?) -> String {
    let saving = amount(row.saving ?? 0)
    return (row.change.steps.count > 1 ? "together: " : "")
      + "'\(row.change)'\(tasksWords(row.change)) saves \(saving)"
      + (whole.map { " of the \(amount($0))\(wholeWords($0))" } ?? "")
      + phaseWords(row.change) + (price(of: row).map { " (\($0))" } ?? "")
  }

  /// What a change makes better, and behind it what it makes worse.
  private func price(of row: WhatIfRow) -> String? {
    guard let price = row.price else { return nil }
    let (better, worse) = study.goal.isOfDriver ? price.sides : ([], [])
    let harm = worse + price.harm(beside: study.base.savedTime(row))
    let parts = better + (harm.isEmpty ? [] : ["but \(listed(harm))"])
    guard parts.isEmpty else { return parts.joined(separator: ", ") }
    return study.goal.isOfDriver ? "at the same price" : nil
  }

  /// What a change comes to that asks for less: what it saves of that says little.
  private func askingLess(_ row: WhatIfRow) -> String {
    let stay = row.price?.after.stay.map {
      "no frame longer than \(counted(Int($0), "refresh", "refreshes"))"
    }
    let harm = row.price?.harm(beside: study.base.savedTime(row)) ?? []
    let words =
      [row.price?.words, row.price?.evenness, stay].compactMap { $0 }
      + (harm.isEmpty ? [] : ["but \(listed(harm))"])
    return "'\(row.change)' asks less: \(words.joined(separator: ", "))"
  }

  /// A change that seems to help and does not: what does nothing or harm, else what saves little.
  private func warning(besides helping: [WhatIfRow]) -> String? {
    let whole = study.trouble ?? 0
    let plausible = study.rows.filter { row in
      row.rank != nil && row.change.plausibility != nil
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
    if let worst = (vain.isEmpty ? small : vain).mostPlausible,
      let saving = worst.saving
    {
      if saving < 0 { return "makes it worse by \(amount(-saving)): '\(worst.change)'" }
      if saving == 0 { return "does not help: '\(worst.change)'" }
      return "helps little: '\(worst.change)' saves \(little(saving, of: whole))"
    }
    guard let task = study.attributed.first, let saving = task.saving, saving * 5 < whole
    else { return nil }
    return "leaving out only \(name(of: task)) saves \(little(saving, of: whole))"
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

  /// A saving that is small beside the whole: less than a thousandth of it needs no number.
  private func little(_ saving: Double, of whole: Double) -> String {
    if saving == 0 { return amount(saving) }
    return saving * 1000 < whole ? "almost nothing" : "only \(amount(saving))"
  }
}
