import LabExperiment
import LabKernel
import LabLanguage
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// What plain `why` promises of its first three changes comes true when the script is written with
/// the change and performed: as much is saved, and no other driver or load is worse off unless that
/// is said, nor is an expectation that held before.
@Suite struct `A fix of a random script` {
  @Test(arguments: FuzzBatch.all("A fix of a random script"))
  func `saves what it says, and harms nobody in silence`(_ batch: FuzzBatch) throws {
    var (troubled, helpless, applied, breaking) = (0, 0, 0, 0)
    for number in batch.numbers {
      let seed = batch.seed &* 1_000_003 &+ UInt64(number)
      let drawn =
        number.isMultiple(of: 2) ? WaitingScript(seed: seed).text : TroubledScript(seed: seed).text
      guard let asked = try? Self.read([("random.lab", drawn)]).plan(replications: 1).asked,
        let script = try? Self.expecting(drawn),
        let experiment = try? Self.read([("random.lab", script)]),
        let plan = try? experiment.plan(replications: 1), let run = plan.first
      else { continue }
      let explanation: Explanation
      do throws(ExperimentFailure) {
        explanation = try Explanation(
          of: run, in: plan, for: Plan.Trouble(run: 0, asked: asked), jobs: 1, budget: 60)
      } catch .run {
        continue
      }
      guard !explanation.helps.isEmpty else { continue }
      troubled += 1
      if explanation.remedies.isEmpty { helpless += 1 }
      let listing = Self.flaws(of: explanation)
      guard listing.isEmpty else {
        Issue.record("script \(number): \(listing)\n\(script)\n\(explanation.text)")
        return
      }
      let base = try Outcome(run, explanation, asked: asked)
      for (change, words) in zip(explanation.remedies, explanation.helps).prefix(3) {
        let better = RemedyScript(
          applying: "\(change)", to: experiment, including: "random.lab"
        ).text
        let other = try Self.read([("better.lab", better), ("random.lab", script)])
        let others = try other.plan(replications: 1)
        applied += 1
        let failing = try Self.failing(others)
        breaking += failing > 0 ? 1 : 0
        let flaws =
          base.flaws(of: try Outcome(others[0], explanation, asked: asked), words)
          + (failing == Self.broken(words) ? [] : ["\(failing) expectations fail"])
        guard flaws.isEmpty else {
          Issue.record("script \(number), \(words): \(flaws)\n\(script)\n\(explanation.text)")
          return
        }
      }
    }
    guard batch.numbers.count >= 100 else { return }
    #expect(applied > troubled && breaking * 20 > applied, "\(breaking) of \(applied)")
    #expect(helpless * 10 <= troubled, "\(helpless) of \(troubled)")
  }

  /// The same script, which expects that nothing gets worse.
  private static func expecting(_ script: String) throws -> String {
    guard let run = try read([("random.lab", script)]).plan(replications: 1).first else {
      return script
    }
    let measurement = RunMeasurement(try Runner(jobs: 1, detail: .everything).trace(of: run))
    return measurement.drivers.reduce(script) { script, driver in
      script + "expect a.\(driver.name).missed <= \(driver.dueInstants.missed)\n"
        + (driver["double_fires"].map { "expect a.\(driver.name).double_fires <= \($0)\n" } ?? "")
    }
  }

  /// How many expectations of a plan fail.
  private static func failing(_ plan: Plan) throws -> Int {
    let measurement = RunMeasurement(
      try Runner(jobs: 1, detail: .everything).trace(of: plan[0]))
    return plan.verdicts { _, name, metric in measurement[metric, of: name] }
      .count { $0.outcome == .fails }
  }

  /// How many a fix is said to break.
  private static func broken(_ words: String) -> Int {
    words.firstMatch(of: #/breaks 'expect [^']+'(?: and ([0-9]+) more)?/#).map {
      1 + ($0.1.flatMap { Int($0) } ?? 0)
    } ?? 0
  }

  /// What is wrong with the list: the changes stand in the order of what they save, in one unit
  /// and in wrong pictures where that is not all that they come to, but for those in place of one
  /// that moves work away, and two at once last, which name the right ones.
  private static func flaws(of explanation: Explanation) -> [String] {
    var (units, amounts): ([String], [Double]) = ([], [])
    for (change, words) in zip(explanation.remedies, explanation.helps)
    where change.isSingle {
      if words.contains("asks for less") || words.contains(", if it needs the ") { continue }
      guard
        let found = words.firstMatch(of: #/: ([0-9.]+)((?: ms| s)?) (?:fewer |less )(?:of )?(.*)/#)
      else { continue }
      amounts.append((Double(found.1) ?? .nan) * (found.2 == " s" ? 1000 : 1))
      let unit = found.3.prefix { !"(,[".contains($0) }.split(separator: " ").prefix(2)
      let names = unit.prefix { $0 != "of" }.map {
        $0.hasSuffix("s") ? String($0.dropLast()) : "\($0)"
      }
      units.append(names.joined(separator: " "))
    }
    var flaws: [String] = []
    if Set(units).subtracting(["wrong picture", "refresh with", "refreshe with"]).count > 1 {
      flaws.append("several units: \(units)")
    }
    if amounts != amounts.sorted(by: >) { flaws.append("not in order: \(amounts)") }
    let ofPictures = zip(explanation.remedies, explanation.helps).contains { _, words in
      words.firstMatch(of: #/: [0-9.]+(?: ms| s)? (?:fewer|less) [a-z ]*wrong picture/#) != nil
    }
    let told = explanation.helps.joined().ranges(of: #/wrong pictures?, of [0-9]/#).count
    if told != (ofPictures ? 1 : 0) { flaws.append("all wrong pictures are told \(told) times") }
    let pairs = explanation.remedies.indices.filter { !explanation.remedies[$0].isSingle }
    if let first = pairs.first, first < explanation.remedies.count - 1 {
      flaws.append("two at once are not last")
    }
    for (change, words) in zip(explanation.remedies, explanation.helps) {
      guard let pair = words.firstMatch(of: #/Changes ([0-9]) and ([0-9]) together/#)
      else { continue }
      let steps = [pair.1, pair.2].flatMap { explanation.remedies[(Int($0) ?? 1) - 1].steps }
      if Set(steps) != Set(change.steps) { flaws.append("\(words) is no '\(change)'") }
    }
    let itself = ["timer", "link", "loop"].map { "\($0) \(explanation.driver) " }
    if let others = explanation.others, itself.contains(where: others.contains) {
      flaws.append("it stands beside itself: \(others)")
    }
    return flaws
  }

  private static func read(_ files: [(name: String, text: String)]) throws -> Experiment {
    try Experiment(path: files[0].name) { path in
      files.first { $0.name == path }.map { Array($0.text.utf8) } ?? RandomScript.vsyncs
    }
  }
}

/// What a run comes to, by what is asked, and for everybody.
private struct Outcome {
  /// The measure of the explanation, as it is written: in milliseconds, refreshes or times.
  let value: Double?
  /// For how long each driver, each load that is waited for, and the thread lose, in nanoseconds.
  let lost: [String: Int64]
  /// How often each thing that is counted goes wrong with the driver that is judged.
  private let counts: [Symptom: Int64]
  /// How many of its callbacks share a refresh with one before.
  private let surplus: Int64
  private let isTime: Bool
  /// Whether it is for how long wrong pictures are shown.
  private let isOfPictures: Bool
  /// Whether it is about a driver.
  private let explainsDriver: Bool
  /// How many new frames are shown and wanted, and how late they are shown in milliseconds, of a
  /// driver that draws.
  private let shown: (frames: Double, wanted: Double, latency: Double)?

  init(_ run: RunSpec, _ explanation: Explanation, asked: [String]) throws {
    let trace = try Runner(jobs: 1, detail: .everything).trace(of: run)
    let measurement = RunMeasurement(trace)
    let trouble = RunTrouble(of: explanation.driver, in: trace)
    var lost: [String: Int64] = [:]
    for driver in measurement.drivers {
      lost["driver \(driver.name)"] = measurement.lostTime(of: driver.name).wholeNanoseconds
    }
    let waiters = run.scenario.waiters(asked: asked)
    for waiter in waiters {
      lost["load \(waiter.load)"] = measurement.judgedWait(of: waiter).wholeNanoseconds
    }
    lost["thread"] = measurement.hangs.time.wholeNanoseconds
    self.lost = lost
    let symptoms = trouble?.symptoms
    surplus = symptoms?[.doubled]?.wrong ?? 0
    let judged = Symptom.allCases.filter { symptom in
      symptom != .wasted && !symptom.isTime
        && !(symptom == .late && symptoms?.draws == true)
        && Symptoms.judges(symptom, draws: symptoms?.draws == true)
    }
    counts = Dictionary(
      uniqueKeysWithValues: judged.compactMap { symptom in
        // Of one that draws it is told in how many refreshes.
        let fires =
          symptom == .doubled && symptoms?.draws == true
          ? trouble.flatMap { SavingMetric.doubleFires.value($0) } : nil
        return (symptoms?[symptom]).map { (symptom, fires ?? $0.wrong) }
      })
    isTime = explanation.unit == "ms"
    isOfPictures = explanation.metric == "wrong_picture"
    explainsDriver = !["wait", "hangs"].contains(explanation.metric) && trouble != nil
    let own = measurement.drivers.first { $0.name == explanation.driver }
    func number(_ metric: String) -> Double? {
      MetricDictionary.metric(named: metric).flatMap { metric in own.flatMap { metric.value($0) } }?
        .number
    }
    shown = number("new").flatMap { frames in
      number("slots").flatMap { wanted in
        number("due_to_photon_p50").map { (frames, wanted, $0) }
      }
    }
    switch explanation.metric {
    case "wrong_picture":
      value = (trouble?.wrongPicture?.wholeNanoseconds).map { Double($0) / 1e6 }
    case "unanswered": value = (trouble?.unanswered).map { Double($0) }
    case "wait": value = lost["load \(explanation.driver)"].map { Double($0) / 1e6 }
    case "hangs": value = lost["thread"].map { Double($0) / 1e6 }
    case let name:
      let metric = SavingMetric(named: name)
      let number = trouble.flatMap { trouble in metric.flatMap { $0.value(trouble) } }
      value = number.map { metric?.isTime == true ? Double($0) / 1e6 : Double($0) }
    }
  }

  /// What is not as it was promised.
  func flaws(of other: Outcome, _ words: String) -> [String] {
    guard let before = value, let after = other.value else { return ["no value"] }
    var flaws: [String] = []
    if after > before + 1e-6 { flaws.append("\(before) → \(after) is worse") }
    if words.firstMatch(of: #/: (?:no [a-z]|every callback)/#) != nil {
      if after * 1000 > before { flaws.append("\(after) is left of \(before)") }
    } else if !words.contains("asks for less"),
      let promise = words.firstMatch(of: #/: ([0-9.]+)( ms| s)? (?:fewer|less|more)/#)
    {
      let number = Double(promise.1) ?? .nan
      let saving = before - after
      // A number without a unit beside a time is one of refreshes, which are 20 ms at most.
      let isCounted = isTime && promise.2 == nil
      let scale = promise.2 == " s" ? 1000.0 : 1
      if !isCounted, abs(saving - number * scale) > (isTime ? max(20, scale * 0.06) : 1) {
        flaws.append("saves \(saving)")
      }
      if isCounted, saving < number * 4 - 20 || saving > (number + 1) * 45 {
        flaws.append("saves \(saving) ms")
      }
    }
    if let mine = shown, let others = other.shown, !words.contains("asks for less"),
      isOfPictures
    {
      // Another frame fewer at an end of the run is no loss.
      let lost = mine.frames - others.frames * mine.wanted / max(1, others.wanted) - 1
      if lost > 1, lost * 8 >= before - after { flaws.append("\(lost) frames fewer are shown") }
      let later = others.latency - mine.latency
      if later > 0, later >= before - after + 0.1 { flaws.append("frames are \(later) ms later") }
      let isSilent = !words.contains("but ")
      if isSilent, later > 0.2 { flaws.append("is silent about frames \(later) ms later") }
    }
    for (symptom, count) in counts where explainsDriver {
      // Fewer callbacks too many in more refreshes are not worse.
      guard let more = other.counts[symptom], more > count,
        symptom != .doubled || other.surplus > surplus
      else { continue }
      if !words.contains("more \(symptom.noun(for: more - count))") {
        flaws.append("is silent about \(more - count) more \(symptom.noun(for: 2))")
      }
    }
    guard !words.contains("but "), !words.contains("asks for less") else { return flaws }
    let saved = Int64((before - after) * 1e6)
    for (name, time) in lost.sorted(by: { $0.key < $1.key }) where isTime {
      let rise = (other.lost[name] ?? 0) - time
      if rise > 0, rise * 10 >= saved + 1000 { flaws.append("\(name) loses \(rise) ns more") }
    }
    return flaws
  }
}
