import LabWorkload

extension ExplanationWords {
  /// What helps: the best change, the best of other kinds, and one that seems to help and does not.
  var help: String {
    let whole = study.trouble ?? 0
    let helping = helpers
    guard let first = helping.first else {
      return "None of the \(study.rankedCount) changes that were tried saves any of it."
    }
    var sentence = "\(says(first, of: whole))"
    for other in helping.dropFirst() { sentence += "; \(says(other, of: nil))" }
    if let warning = warning(besides: helping) { sentence += "; \(warning)" }
    return sentence.prefix(1).uppercased() + sentence.dropFirst() + "."
  }

  /// The best change that saves anything, and the best ones that set something else: three at most.
  private var helpers: [WhatIfRow] {
    var found: [WhatIfRow] = []
    for row in study.helping where found.count < 3 {
      if !found.contains(where: { $0.change.subject == row.change.subject }) { found.append(row) }
    }
    return found
  }

  private func says(_ row: WhatIfRow, of whole: Double?) -> String {
    let saving = amount(row.saving(study.primary) ?? 0)
    return "'\(row.change)'\(tasksWords(row.change)) saves \(saving)"
      + (whole.map { " of the \(amount($0))" } ?? "") + phaseWords(row.change)
  }

  /// A change that seems to help and does not: what does nothing or harm, else what saves little.
  private func warning(besides helping: [WhatIfRow]) -> String? {
    let whole = study.trouble ?? 0
    let plausible = study.rows.filter { row in
      row.rank != nil && row.change.plausibility != nil
        && !helping.contains { $0.change == row.change }
    }
    let vain = plausible.filter { ($0.saving(study.primary) ?? whole) <= 0 }
    let small = plausible.filter { ($0.saving(study.primary) ?? whole) * 5 < whole }
    let worst = (vain.isEmpty ? small : vain).enumerated().min {
      ($0.element.change.plausibility ?? 0, $0.offset)
        < ($1.element.change.plausibility ?? 0, $1.offset)
    }?.element
    if let worst, let saving = worst.saving(study.primary) {
      if saving < 0 { return "'\(worst.change)' makes it worse by \(amount(-saving))" }
      return "'\(worst.change)' saves \(little(saving, of: whole))"
    }
    guard let task = study.attributed.first, let saving = task.saving, saving * 5 < whole
    else { return nil }
    return "leaving out only \(name(of: task)) saves \(little(saving, of: whole))"
  }

  /// A saving that is small beside the whole: less than a thousandth of it needs no number.
  private func little(_ saving: Double, of whole: Double) -> String {
    if saving == 0 { return amount(saving) }
    return saving * 1000 < whole ? "almost nothing" : "only \(amount(saving))"
  }
}
