import LabDisplay
import LabKernel
import LabLanguage
import LabMetrics
import LabWorkload

extension [WhatIfRow] {
  /// How many changes are recommended.
  private static var mostRecommended: Int { 3 }

  /// The changes of one step without a flaw that save as much as a reader can see, those before the
  /// others that take no tasks away.
  func helping(_ goal: Goal) -> [WhatIfRow] {
    let single = filter {
      $0.rank != nil && $0.change.steps.count == 1 && ($0.saving ?? 0) >= goal.least
        && $0.flaw == nil
    }
    return single.filter { !$0.change.isProbe }
      + single.filter { $0.change.isProbe && $0.intervention < .removal }
      + single.filter { $0.intervention == .removal }
  }

  /// What saves a twentieth of the trouble or more, else what saves anything.
  ///
  /// Of those that save the same, what an app can change comes first.
  private func worthwhile(_ goal: Goal) -> [WhatIfRow] {
    let possible = helping(goal)
    let enough = possible.filter { ($0.saving ?? 0) * 20 >= $0.goal?.before ?? 0 }
    let rows = enough.isEmpty ? possible : enough
    let isSame = { (one: WhatIfRow, other: WhatIfRow) in
      one.saving == other.saving && one.change.isProbe == other.change.isProbe
        && (one.intervention < .removal) == (other.intervention < .removal)
    }
    return rows.indices.sorted { first, second in
      let (one, other) = (rows[first], rows[second])
      guard isSame(one, other), one.change.isOfDisplay != other.change.isOfDisplay else {
        return first < second
      }
      return other.change.isOfDisplay
    }.map { rows[$0] }
  }

  /// The best changes of different things, three at most.
  func singles(_ goal: Goal) -> [WhatIfRow] {
    let helping = worthwhile(goal)
    return helping.first(Self.mostRecommended) {
      $0.change.changesSame(as: $1.change)
        && ($0.intervention == $1.intervention || goal.isOfDriver)
    }.map { row in
      let equals = helping.filter {
        $0.change.changesSame(as: row.change)
          && ($0.saving ?? 0) * 20 >= (row.saving ?? 0) * 19
      }
      // Of what saves as much, about, dates on the grid that was asked for are better than others,
      // and to move tasks away is easier than to make them shorter.
      let better = equals.first { $0.change.keepsGrid }
      guard better == nil, row.change.shortensTasks, goal.isOfDriver else { return better ?? row }
      return equals.first { !$0.change.shortensTasks && $0.intervention < .removal } ?? row
    }
  }

  /// The best changes of different things, in the order of what they save, of equals those first
  /// that make nothing worse; then the best two at once, if they leave none where each alone leaves
  /// some, or save more than the best of these by a twentieth of the trouble.
  func best(_ goal: Goal) -> [WhatIfRow] {
    let found = singles(goal).map { inCommon($0, goal) }.enumerated().sorted { one, other in
      (other.element.saving ?? 0, one.element.harms ? 1 : 0, one.offset)
        < (one.element.saving ?? 0, other.element.harms ? 1 : 0, other.offset)
    }.map { $0.element }
    let most = found.compactMap { $0.saving }.max() ?? 0
    let pair = first { row in
      guard row.rank != nil, row.change.steps.count > 1, !row.change.isProbe, row.flaw == nil,
        let value = row.goal
      else { return false }
      let more = value.saving - most
      return value.saving >= goal.least && more >= goal.least
        && (value.after < goal.least || more * 20 >= value.before)
    }
    return found + [pair].compactMap { $0 }
  }

  /// Returns a display link in the common modes in place of one in the modes of its timer, if it
  /// saves more.
  private func inCommon(_ row: WhatIfRow, _ goal: Goal) -> WhatIfRow {
    first { other in
      other.rank != nil && other.flaw == nil && other.change.isLinkInCommon
        && row.change.steps.contains { $0.ofDrivers == .link }
        && other.change.steps.contains(row.change.steps[0])
        && (other.saving ?? 0) - (row.saving ?? 0) >= goal.least
    } ?? row
  }

  /// Returns what runs in chunks where a recommended change moves the same work away, if it saves
  /// more than half as much or a fifth of the trouble: work that needs the UI cannot be moved.
  func alternative(to row: WhatIfRow, among recommended: [WhatIfRow], _ goal: Goal) -> WhatIfRow? {
    helping(goal).first { other in
      let saving = other.saving ?? 0
      return other.change.isAlternative(to: row.change)
        && (2 * saving > row.saving ?? 0 || 5 * saving >= other.goal?.before ?? .infinity)
        && !recommended.contains { $0.change == other.change }
    }
  }

  /// Chooses what to try.
  ///
  /// - Parameters:
  ///   - goal: What is to be saved.
  ///   - trouble: How much of it there is.
  /// - Returns: Those first with which the expectation holds that fails; of these and of the others
  ///   the best first, each that moves work away before the same work in chunks; behind
  ///   them one that asks for less, which saves nothing that can be compared but frames that show
  ///   nothing new, and last two at once. If another one saves a half, what asks for less is named
  ///   only of a driver that draws.
  func recommended(_ goal: Goal, of trouble: Double) -> [WhatIfRow] {
    let chosen = chosen(goal, of: trouble)
    let rows = chosen.flatMap { row in
      [row] + [alternative(to: row, among: chosen, goal)].compactMap { $0 }
    }
    return rows.filter { $0.price?.mends == true } + rows.filter { $0.price?.mends != true }
  }

  private func chosen(_ goal: Goal, of trouble: Double) -> [WhatIfRow] {
    let best = best(goal)
    let savesHalf = 2 * (best.compactMap { $0.saving }.max() ?? 0) >= trouble
    guard let less = askingLess(goal), !savesHalf || less.price?.after.judder != nil else {
      return best
    }
    let singles = best.filter { $0.change.isSingle }.prefix(Self.mostRecommended - 1)
    let pairs = best.filter { !$0.change.isSingle }
    // Fewer frames that show nothing new are what was to be saved.
    guard goal == .metric(.symptom(.wasted)) else { return singles + [less] + pairs }
    let worse = singles.firstIndex { $0.saving ?? 0 < less.saving ?? 0 } ?? singles.endIndex
    return singles[..<worse] + [less] + singles[worse...] + pairs
  }

  /// The change that asks for less and leaves the motion most even, of several that do the one with
  /// the most frames.
  ///
  /// What it saves of what it asks for says little. It must halve the unevenness, or lessen it and
  /// leave a tenth of what is wrong at most, and no frame may stay longer than before, but for its
  /// own pace; of a driver that does not draw it must save
  /// three quarters, and a half of frames that show nothing new, of which the fewest are best.
  /// `nil` if none does.
  func askingLess(_ goal: Goal) -> WhatIfRow? {
    let possible = possiblyAskingLess(goal)
    guard goal != .metric(.symptom(.wasted)) else {
      return possible.min { ($0.goal?.after ?? 0) < ($1.goal?.after ?? 0) }
    }
    let better = possible.filter { row in
      guard let price = row.price else { return false }
      guard let judder = price.before.judder, let after = price.after.judder else {
        // Half as many dates are missed half as often anyway.
        let value = row.goal
        return (value?.saving ?? 0) > 0 && 4 * (value?.saving ?? 0) >= 3 * (value?.before ?? 0)
      }
      // At its own pace a frame stays for whole steps of that.
      let pace = Double(row.change.pace ?? 1)
      let most = ((price.before.stay ?? 0) / pace).rounded(.up) * pace
      let isEven = 2 * after <= judder || after < judder && row.goal?.leavesTenth == true
      return judder > 0 && isEven
        && price.after.stay ?? .infinity <= Swift.max(most, pace)
    }
    func order(_ row: WhatIfRow) -> (Double, Double) {
      let after = row.price?.after
      return (((after?.judder ?? 0) * 10).rounded(), -(after?.rate ?? 0))
    }
    return better.min { order($0) < order($1) }
  }

  /// The changes of one step that ask for less, and may be recommended by what they save.
  fileprivate func possiblyAskingLess(_ goal: Goal) -> [WhatIfRow] {
    filter { row in
      guard goal.isOfDriver, row.asksLess, row.change.steps.count == 1 else { return false }
      guard goal == .metric(.symptom(.wasted)) else {
        return !row.change.isOfLab && row.saving ?? 0 >= 0
      }
      return row.goal.map { $0.before > 0 && 2 * $0.saving >= $0.before } ?? false
    }
  }
}

extension WhatIf {
  /// Returns rows with the prices of those that may be recommended.
  func priced(_ rows: [WhatIfRow]) throws(ExperimentFailure) -> [WhatIfRow] {
    guard let before = reading(measurement) else { return rows }
    let best = rows.best(goal)
    let alternatives = best.compactMap { rows.alternative(to: $0, among: best, goal) }
    let changes = Set(
      (best + alternatives + rows.possiblyAskingLess(goal)).map { $0.change })
    return try rows.map { row throws(ExperimentFailure) in
      guard changes.contains(row.change) else { return row }
      let changed = try measurement(with: row.change)
      guard let after = reading(changed) else { return row }
      var row = row
      let price = Tradeoff(
        before: before, after: after,
        broken: plan?.broken(in: runs[0].index, by: changed, beside: measurement) ?? [],
        mends: failing.flatMap { plan?.holds($0, in: runs[0].index, by: changed) })
      let delay = (after.latency ?? 0) - (before.latency ?? 0)
      row.harms =
        !price.harm.isEmpty || delay >= bases[0].scenario.panel.rate.period / .milliseconds(1)
      row.price = price
      return row
    }
  }
}

/// A script that includes another one and performs it with a change.
package struct RemedyScript: Sendable {
  /// The script.
  package let text: String

  /// Writes a script.
  ///
  /// - Parameters:
  ///   - change: The change, by its name.
  ///   - experiment: What is changed, with the values that took the place of its own.
  ///   - path: How the script that is written names the other one.
  package init(applying change: String, to experiment: Experiment, including path: String) {
    let lines =
      ["# \(path), with ‘\(change)’ wherever it applies.", "include \(path)"]
      + experiment.overriding.map { "set \($0.name) = \($0.values)" } + ["apply \(change)"]
    text = lines.joined(separator: "\n") + "\n"
  }
}

extension Experiment {
  /// Why the script cannot be performed with a change of a name: there is none, or it changes no
  /// arm; `nil` if it can.
  package func objection(toApplying name: String) -> String? {
    guard let path = inputs.first?.path, !name.contains("\n") else { return "this is no change." }
    let script = RemedyScript(applying: name, to: self, including: path).text
    // No file has an empty name.
    let input = Input(path: "", bytes: Array(script.utf8))
    do throws(ScriptError) {
      _ = try Experiment(inputs: [input] + inputs, overriding: [])
      return nil
    } catch {
      return error.diagnostics.first?.said
    }
  }
}

extension WhatIfRow.Value {
  /// Whether a tenth is left at most.
  fileprivate var leavesTenth: Bool { 10 * after <= before }
}
