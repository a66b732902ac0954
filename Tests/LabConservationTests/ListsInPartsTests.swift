import Foundation
import LabExperiment
import LabKernel
import LabTrace
import LabWorkload
import TestSupport
import Testing

@testable import LabMetrics
@testable import LabResults

/// Lists that are written while a run is made have the bytes of those made of the whole run.
@Suite struct `Lists of a run in parts` {
  @Test(arguments: FuzzBatch.all(.lists))
  func `have the same bytes, whatever the parts`(_ batch: FuzzBatch) throws {
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      let stage = RandomStage(seed: seed)
      try expectSameLists(stage, inPartsOf: [1, 7, 1000, 1 << 20], "stage \(seed)")
    }
  }

  /// With little room most rows of refreshes are handed out the second time that a run is made.
  @Test(arguments: FuzzBatch.all(.movingLists))
  func `have the same bytes where something moves, with however little room`(
    _ batch: FuzzBatch
  ) throws {
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      let stage = RandomStage.moving(seed)
      try expectSameLists(stage, inPartsOf: [1, 7, 1000], "stage \(seed)")
      try expectSameLists(stage, inPartsOf: [1, 50], room: 40, "stage \(seed) with little room")
    }
  }

  /// The stages above move nothing; here a motion begins again, ends, and runs to the end of the
  /// run.
  @Test(arguments: [
    "stutter-jump", "film-on-a-phone", "crates-repeat", "carousel", "fling", "replay",
  ])
  func `have the same bytes where something moves`(name: String) throws {
    let experiment = try Experiment(
      path: Checkout.experiment(name).path)
    for run in try experiment.plan(replications: 1).prefix(experiment.arms.count) {
      var stage = RandomStage(scenario: run.scenario, seed: run.seed)
      stage.scenario.duration = min(stage.scenario.duration, .seconds(2))
      try expectSameLists(stage, inPartsOf: [300], run.words())
    }
  }

  @Test func `need no more memory the longer it is`() throws {
    let most = try [3, 30].map { seconds in
      let lists = RunLists(of: RunSpec(Scenario.busy(.zero)), PerRunFiles.all, drivers: 2, in: nil)
      let stage = RandomStage(scenario: .busy(.seconds(seconds)), seed: 1)
      return try stage.stream(keeping: 200, room: 100, listing: lists.receiver).stream.mostKept
    }
    #expect(most[0] <= 2000)
    #expect(most[1] <= most[0] + 200)
  }

  @Test func `need no more memory the longer something moves`() throws {
    let most = try [1, 4].map { seconds in
      let lists = RunLists(
        of: RunSpec(Scenario.moving(.zero)), PerRunFiles.all, drivers: 2, in: nil)
      let stage = RandomStage(scenario: .moving(.seconds(seconds)), seed: 1)
      var stream = try stage.stream(keeping: 200, room: 100, listing: lists.receiver).stream
      #expect(stream.isIncomplete)
      let most = stream.mostKept
      stream = try stage.stream(keeping: 200, refining: stream).stream
      return max(most, stream.mostKept)
    }
    #expect(most[0] <= 2000)
    #expect(most[1] <= most[0] + 200)
  }

  private func expectSameLists(
    _ stage: RandomStage, inPartsOf counts: [Int], room: Int = RunStream.usualRoom, _ place: String
  ) throws {
    let run = RunSpec(stage.scenario, seed: stage.seed)
    let trace = try Stage(stage.scenario, seed: stage.seed, detail: .everything).run()
    let whole = try WholeLists(of: run, trace).lists
    for count in counts {
      let lists = try stage.lists(of: run, keeping: count, room: room)
      for (name, bytes) in whole where lists[name] != bytes {
        let (old, new) = (text(bytes), text(lists[name] ?? []))
        let line = zip(old, new).enumerated().first { $1.0 != $1.1 }
        Issue.record(
          """
          \(place) in parts of \(count): \(name) has \(new.count) lines for \(old.count), \
          line \(line?.offset ?? -1) is ‘\(line?.element.1 ?? "")’ for ‘\(line?.element.0 ?? "")’
          """)
        return
      }
    }
  }

  private func text(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}

extension PerRunFiles {
  /// Every list that there is.
  fileprivate static let all = PerRunFiles(
    experiment: "random", sweeps: [], lists: Set(TraceList.allCases), presentMon: .v2)

  /// The lists by the names of their files, without `runs.csv` and `loads.csv`.
  fileprivate func byName(_ rows: some Sequence<[UInt8]>) -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: zip(files.map(\.name).dropFirst(2), rows))
  }
}

extension RandomStage {
  /// The lists of the run, made so many records at a time.
  fileprivate func lists(
    of run: RunSpec, keeping count: Int, room: Int
  ) throws -> [String: [UInt8]] {
    let files = PerRunFiles.all
    let lists = RunLists(of: run, files, drivers: scenario.drivers.count, in: nil)
    let stage = Stage(scenario, seed: seed, detail: .everything, keeping: count)
    var stream = RunStream(
      until: scenario.duration.wholeNanoseconds, room: room, listing: lists.receiver)
    let trace = try stage.run(handingOver: count) {
      stream.consume($0)
      lists.consume($0)
    }
    stream.finish(trace.header)
    while stream.isIncomplete || stream.isApproximate {
      stream = try self.stream(keeping: count, refining: stream).stream
    }
    let spools = try lists.finish(
      RunRecord(bytes: [], .all), drivers: [], loads: [], measured: stream.drivers)
    return files.byName(spools.dropFirst(2).map(\.bytes))
  }
}

/// The lists of a run, made of all of it.
private struct WholeLists {
  private(set) var lists: [String: [UInt8]] = [:]
  private let name: RunName
  private let run: RunSpec

  init(of run: RunSpec, _ trace: Trace) throws {
    self.run = run
    let files = PerRunFiles.all
    name = RunName(files.experiment, run)
    let measurement = RunMeasurement(trace)
    var lists: [Spool] = []
    lists.append(presentMon(measurement, try #require(files.presentMon)))
    for kind in TraceList.allCases { lists.append(rows(of: kind, trace, measurement)) }
    for list in lists { try list.finish() }
    self.lists = files.byName(lists.map(\.bytes))
  }

  private func rows(
    of kind: TraceList, _ trace: Trace, _ measurement: RunMeasurement
  ) -> Spool {
    let list = Spool(in: nil)
    for driver in measurement.drivers.map(\.name) {
      func add<Content>(_ content: Content, _ file: CSVFile<DriverRow<Content>>) {
        list.append(DriverRow(run: name, driver: driver, content: content), to: file)
      }
      switch kind {
      case .refreshes:
        for row in measurement.refreshRows(of: driver) { add(row, TraceFiles.refreshes) }
      case .firings:
        for row in measurement.firingRows(of: driver).enumerated() {
          add((row.offset, row.element), TraceFiles.firings)
        }
      case .blame: for row in measurement.blameRows(of: driver) { add(row, TraceFiles.blame) }
      case .frameRules, .ruleAgreement:
        guard let series = measurement.frameSeries(of: driver) else { continue }
        let rules = FrameRules(series)
        for rule in rules.readings where kind == .frameRules {
          let reading = FrameRuleCounts.Reading(
            rule: rule.rule, bad: rule.bad, value: rule.value, grade: rule.grade)
          add(
            FrameRuleFiles.Reading(reading: reading, frames: series.frames.count),
            FrameRuleFiles.rules)
        }
        for rule in rules.verdicts where kind == .ruleAgreement {
          for other in rules.verdicts where other.rule.name != rule.rule.name {
            add(
              FrameRuleFiles.Agreement(
                rule: rule.rule, other: other.rule, frames: series.frames.count,
                disputed: rule.disagreement(with: other) ?? -1),
              FrameRuleFiles.agreement)
          }
        }
      case .events, .lateFrames: break
      }
    }
    if kind == .events { EventFile.events(of: name, trace, to: list) }
    if kind == .lateFrames { TraceFiles.lateFrames(of: name, measurement.drivers, to: list) }
    return list
  }

  private func presentMon(
    _ measurement: RunMeasurement, _ file: CSVFile<PresentMonFile.Row>
  ) -> Spool {
    let list = Spool(in: nil)
    for (number, driver) in measurement.drivers.enumerated() {
      let updates = measurement.presentedUpdates(of: driver.name)
      for (index, update) in updates.enumerated() {
        list.append(
          PresentMonFile.Row(
            application: "\(run.arm).\(driver.name)", run: run.index, swapChain: number + 1,
            update: update, previous: index > 0 ? updates[index - 1] : nil,
            next: index + 1 < updates.count ? updates[index + 1] : nil,
            shownBefore: updates[..<index].last { $0.photon != nil },
            nextPhoton: updates[(index + 1)...].first { $0.photon != nil }?.photon),
          to: file)
      }
    }
    return list
  }
}
