import LabKernel
import LabMetrics
import LabText

/// How much better a run is with a change, in the unit of what is wrong with it.
struct Gain {
  private let study: WhatIfStudy
  /// What all wrong pictures of the base are: the symptom of the first sentence, if there are as
  /// many of it; `nil` for none.
  private let symptom: Symptom?

  /// Finds the unit in which changes are told.
  init(_ study: WhatIfStudy) {
    self.study = study
    let metric = study.base.worstMetric
    let counts = study.base.troubles.compactMap(metric.value)
    let mean = Double(counts.reduce(0, +)) / Double(max(1, counts.count))
    let isSame =
      counts.count == study.base.troubles.count && study.trouble.flatMap(study.refreshes) == mean
    symptom = isSame ? metric.symptom.flatMap { $0.isTime ? nil : $0 } : nil
  }

  /// The name that wrong pictures have with a change: that of the symptom if as many of it are
  /// left, whatever other changes leave; `nil` for none.
  private func symptom(of row: WhatIfRow) -> Symptom? {
    let left = row.values[study.base.worstMetric]?.after
    return left != nil && left == row.goal.flatMap { study.refreshes($0.after) } ? symptom : nil
  }

  private var goal: Goal { study.goal }

  /// What a change makes better: ‘68 fewer drops’; ‘no drops’ where it leaves none.
  func words(_ row: WhatIfRow) -> String {
    guard let value = row.goal else { return "no difference" }
    if value.saving > 0, value.after < goal.least, let none = none(row) { return none }
    return difference(row)
  }

  /// The same, as a difference where nothing is left as well.
  func difference(_ row: WhatIfRow) -> String {
    let saving = row.saving ?? 0
    let amount = amount(abs(saving))
    let isFewer = saving >= 0
    if let noun = noun(symptom(of: row)) {
      return "\(amount) \(isFewer ? "fewer" : "more") \(noun(amount != "1"))"
    }
    let (less, more) = (isFewer ? "less" : "more", isFewer ? "more" : "fewer")
    return switch goal {
    case .unanswered: "\(amount) \(more) callback\(amount == "1" ? "" : "s") in time"
    case .tasks, .wait:
      "\(amount) \(less) " + (goal.isTime ? waiting : "of \(goal.name)")
    case .hangs: "\(amount) \(less) of hangs"
    case .wrongPicture: "\(amount) \(less) of wrong pictures"
    case .metric(.symptom(.behind)): "\(amount) \(less) behind the clock"
    case .metric(.symptom(.speed)): "\(amount) \(less) off the time that passes"
    case .metric(.hitchTime): "\(amount) \(less) hitch time"
    case .metric(.lateness): "\(amount) \(less) late in the 99th percentile"
    case .metric(.wallLateness): "\(amount) \(less) late by the clock on the wall"
    case .metric(.animationError): "jumps of \(amount) \(less) in the 99th percentile"
    case .metric(.tickToPhoton): "\(amount) \(less) from callback to screen"
    case .metric: "\(amount) \(less)"
    }
  }

  /// That nothing is left with a change; `nil` where there are no words for it.
  private func none(_ row: WhatIfRow) -> String? {
    // As many as half of them are no symptom.
    if goal == .metric(.symptom(.wasted)) { return "less than half of the frames wasted" }
    if let noun = noun(symptom(of: row)) { return "no \(noun(true))" }
    return switch goal {
    case .unanswered: "every callback in time"
    case .tasks, .wait: goal.isTime && !waiting.hasPrefix("from") ? "no \(waiting)" : nil
    case .hangs: "no hangs"
    case .wrongPicture: "no wrong pictures"
    case .metric(.symptom(.behind)): "on time"
    case .metric(.wallLateness): "on time by the clock on the wall"
    case .metric(.symptom(.speed)): "the right speed"
    case .metric(.hitchTime): "no hitches"
    case .metric: nil
    }
  }

  /// What all of the trouble is, behind what a change saves; empty where the first sentence has it.
  func whole(_ row: WhatIfRow) -> String {
    guard let value = row.goal, value.after >= goal.least else { return "" }
    switch goal {
    case .wrongPicture where symptom(of: row) != nil && isCounted: return ""
    case .wrongPicture: return ", of \(amount(value.before))"
    case .unanswered: return ", of \(amount(value.before))"
    case .metric, .tasks, .wait, .hangs: return ""
    }
  }

  /// An amount: of pictures on a display of one rate how many refreshes that is.
  func amount(_ value: Double) -> String {
    guard value != 0 else { return goal.isTime && !isCounted ? "0 ms" : "0" }
    if let count = study.refreshes(value) { return shortWords(count) }
    guard !goal.isTime else { return timeWords(.nanoseconds(Int64(value.rounded()))) }
    return goal.unit.isEmpty ? shortWords(value) : "\(shortWords(value)) \(goal.unit)"
  }

  /// Whether an amount is less than a reader can see, or 0 as it is written.
  func isNothing(_ value: Double) -> Bool {
    abs(value) < goal.least || ["0", "0 ms"].contains(amount(abs(value)))
  }

  /// How much there is of it in a run; `nil` where it is undefined.
  func value(_ trouble: RunTrouble) -> Double? {
    guard let symptom, let value = SavingMetric.symptom(symptom).value(trouble) else {
      return goal.values(Rerun(trouble: trouble, fingerprint: nil))[0]
    }
    // As many refreshes as times.
    return Double(value) / (study.refreshes(1) ?? 1)
  }

  /// What the amounts are of: ‘drops’; ‘of wrong pictures’ behind a time.
  var things: String {
    if let noun = noun(symptom) { return noun(true) }
    return switch goal {
    case .wrongPicture: "of wrong pictures"
    case .unanswered: "callbacks late or never"
    default: "of \(goal.name)"
    }
  }

  private var isCounted: Bool { study.refreshes(0) != nil }

  /// What is waited for less, of tasks.
  private var waiting: String {
    guard case .tasks(let question) = study.base.subject else { return "waiting" }
    return switch question.quantity {
    case .wait: "waiting"
    case .work: "work"
    case .response: "from arrival to end"
    case .presentation: "from end to screen"
    case .shown: "from arrival to screen"
    }
  }

  /// What is counted, several of them or one; `nil` for what is a time, and for callbacks.
  ///
  /// - Parameter symptom: What wrong pictures are called; `nil` for these.
  /// - Returns: The noun, given whether there are several.
  private func noun(_ symptom: Symptom?) -> ((Bool) -> String)? {
    let draws = study.base.troubles.contains { $0.symptoms.draws }
    switch goal {
    case .wrongPicture where isCounted:
      guard let symptom else {
        return { ($0 ? "refreshes" : "refresh") + " with a wrong picture" }
      }
      return { symptom.noun(for: $0 ? 2 : 1, draws: draws) }
    case .metric(.doubleFires): return { Symptom.doubled.noun(for: $0 ? 2 : 1) }
    case .metric(let metric):
      guard let symptom = metric.symptom, !symptom.isTime else { return nil }
      return { symptom.noun(for: $0 ? 2 : 1, draws: draws) }
    default: return nil
    }
  }
}
