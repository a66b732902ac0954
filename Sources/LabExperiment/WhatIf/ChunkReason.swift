import LabDisplay
import LabKernel
import LabMetrics
import LabText
import LabWorkload

extension ExplanationWords {
  /// Why it helps little or not at all to split tasks into chunks, as a clause, from what happens
  /// with them; `nil` for any other change, and where that does not tell.
  func reason(against row: WhatIfRow) -> String? {
    let change = row.change
    guard change.steps.count == 1,
      case .tasks(let selection, .chunks(let length)) = change.steps[0],
      let after = try? study.base.measurement(with: change)
    else { return nil }
    return study.goal.isOfDriver
      ? dropReason(after, selection.load, chunks: length, isHarm: row.saving ?? 0 < 0)
      : waitReason(after, selection.load)
  }

  /// What frames or callbacks wait for that are wrong with chunks.
  private func dropReason(
    _ after: RunMeasurement, _ load: String, chunks length: Duration, isHarm: Bool
  ) -> String? {
    let symptom = study.goal.counted ?? study.base.worstMetric.symptom ?? .dropped
    func blames(_ measurement: RunMeasurement) -> [BlameCount] {
      measurement.culprits(of: symptom, driver: study.base.driver) ?? []
    }
    func counts(_ blames: [BlameCount]) -> (all: Int64, own: Int64) {
      let own = blames.filter { $0.cause == .tasks && $0.owner == load }
      return (blames.reduce(0) { $0 + $1.count }, own.reduce(0) { $0 + $1.count })
    }
    let remaining = blames(after)
    let (left, own) = counts(remaining)
    let before = counts(blames(study.base.measurement))
    guard left > 0, !symptom.isTime else { return nil }
    let things = symptom.noun(for: left)
    let drops = symptom == .dropped ? after.drops(of: study.base.driver, behind: load) : nil
    let isOfCommits = drops.map { $0.commits >= $0.callbacks } ?? false
    guard own * 2 >= left else {
      // Who is behind what was there before does not tell where more comes from.
      guard !isHarm else { return nil }
      // What is attributed to a load may be less than what goes without it: then it is no reason.
      let most = study.rows.filter { $0.change.taskSelections?.map { $0.load } == [load] }
        .compactMap { $0.saving(.symptom(symptom)) }.max()
      guard most ?? 0 <= Double(max(own, before.own)) else { return nil }
      guard before.own * 2 < before.all else { return others(remaining, symptom, besides: load) }
      let few = "\(before.own) of the \(before.all) \(symptom.noun(for: before.all))"
      let only = "only \(few) \(before.own == 1 ? "is" : "are") behind \(load.asName)"
      guard own > 0, own >= before.own else {
        guard before.own > 0 else {
          return before.all == 1
            ? "the one \(symptom.noun(for: 1)) is not behind \(load.asName)"
            : "none of the \(before.all) \(symptom.noun(for: 2)) is behind \(load.asName)"
        }
        return only
      }
      return "\(only), and chunks leave \(before.own == 1 ? "it" : "them")"
    }
    func share(_ part: Int64) -> String {
      if left == 1 { return "in the one \(things) left" }
      return part == left
        ? "in all \(left) \(things) left" : "in \(part) of the \(left) \(things) left"
    }
    let period = study.base.bases[0].scenario.panel.rate.period
    if length > period {
      return "each chunk still takes longer than a refresh of \(timeWords(period))"
    }
    guard isOfCommits, let drops else {
      let who =
        left == 1
        ? "the one \(things) that is left waits"
        : "\(own == left ? "all" : "\(own) of the") \(left) \(things) that are left wait"
      return "\(who) behind a chunk"
    }
    return "\(share(Int64(drops.commits))) the frame is complete, but its commit waits behind the"
      + " next chunk"
  }

  /// Behind whom is what goes wrong with chunks of a load, if that is another one.
  private func others(
    _ blames: [BlameCount], _ symptom: Symptom, besides load: String
  ) -> String? {
    let left = blames.reduce(0) { $0 + $1.count }
    let most = blames.max { $0.count < $1.count }
    guard let most, most.cause == .tasks, let owner = most.owner, owner != load,
      2 * most.count >= left
    else { return nil }
    return "\(most.count) of the \(left) \(symptom.noun(for: left)) left"
      + " \(most.count == 1 ? "is" : "are") behind \(owner.asName)"
  }

  /// What the longest task waits for with chunks, if those are not of what it waits for.
  private func waitReason(_ after: RunMeasurement, _ load: String) -> String? {
    guard let asked = study.base.subject.load,
      let worst = after.longestTask(of: asked, .response)
    else { return nil }
    let cause = after.causes(ofWait: worst, in: asked).first
    if let cause, let owner = cause.owner, cause.time * 2 >= worst[.response] ?? .zero,
      owner != load
    {
      return cause.cause == .starved
        ? "\(asked) waits for the end of \(owner) mode" : "\(asked) waits for \(owner)"
    }
    let before = study.base.measurement.longestTask(of: asked, .work)?[.work]
    guard load == asked, let before, let now = after.longestTask(of: asked, .work)?[.work],
      now > before
    else { return nil }
    return "others run between its chunks"
  }
}
