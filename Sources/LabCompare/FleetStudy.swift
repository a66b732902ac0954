import LabExperiment
public import LabImport
import LabKernel
import LabMetrics
import LabStudy
import LabText
import LabWorkload

/// One ranking of changes over many recordings of an app.
///
/// The changes are tried in every recording; pairs are chosen from the ranking over all of them,
/// and then tried in every recording as well.
public struct FleetStudy {
  /// A recording that is left out, and why.
  public struct LeftOut: Hashable, Sendable {
    /// The file.
    public let name: String
    /// The reason, as a clause.
    public let reason: String
  }

  /// A row of the file: what a change comes to in a recording.
  public struct Row: Hashable, Sendable {
    /// The file.
    public let recording: String
    /// The change in words.
    public let change: String
    /// How many refreshes the recording dropped, and how many of them the change saves.
    public let dropped: Int
    /// How many of them the change saves.
    public let saved: Int
  }

  /// The columns of the file.
  public static let columns = ["recording", "change", "dropped", "saved"]

  /// The changes one by one.
  public private(set) var singles = FleetRanking()
  /// Pairs of them.
  public private(set) var pairs = FleetRanking()
  /// The recordings that are left out.
  public private(set) var leftOut: [LeftOut] = []

  /// A replay that agrees with its recording in fewer dates, in percent, says nothing.
  private static let leastAgreement = 95.0
  /// How many of the best changes are tried in pairs.
  private static let paired = 4

  /// Studies recordings.
  ///
  /// - Parameters:
  ///   - names: What the recordings are called.
  ///   - read: Reads a recording, which is done twice.
  ///   - receive: Is given every row.
  /// - Throws: What `read` throws, or why a replay could not be completed.
  public init(
    _ names: [String], read: (String) throws -> ImportedTrace, receive: (Row) throws -> Void
  ) throws {
    var known: [String: Change] = [:]
    var order: [Change] = []
    var fit: [String] = []
    for name in names {
      let trace = try read(name)
      guard let base = try base(of: trace, named: name) else { continue }
      fit.append(name)
      let changes = Change.standard(for: base.scenario, judging: base.whatIf.driver)
      for change in changes where known.updateValue(change, forKey: "\(change)") == nil {
        order.append(change)
      }
      try Self.add(changes, of: base.whatIf, named: name, to: &singles, receive)
    }
    let best = singles.entries.filter { $0.share > 0 }.compactMap { known[$0.change] }
    let chosen = Self.pairs(of: best)
    guard !chosen.isEmpty else { return }
    for name in fit {
      guard let base = try base(of: try read(name), named: name) else { continue }
      try Self.add(chosen, of: base.whatIf, named: name, to: &pairs, receive)
    }
  }

  private static func add(
    _ changes: [Change], of base: WhatIf, named name: String, to ranking: inout FleetRanking,
    _ receive: (Row) throws -> Void
  ) throws {
    let rows = try base.rows(for: changes).rows
    let dropped = base.troubles[0].dropped ?? 0
    for row in rows {
      let saved = Int(row.saving(.dropped) ?? 0)
      try receive(
        Row(recording: name, change: "\(row.change)", dropped: dropped, saved: saved))
    }
    // To leave work out is a bound, and no repair.
    let savings = rows.filter { $0.intervention < .removal }.map {
      (change: "\($0.change)", saving: $0.saving(.dropped) ?? 0)
    }
    ranking.add(dropped: Double(dropped), savings: savings)
  }

  /// Two changes of different things, of the best.
  private static func pairs(of best: [Change]) -> [Change] {
    var subjects: Set<String> = []
    let distinct = best.filter { subjects.insert($0.subject).inserted }.prefix(paired)
    return distinct.indices.flatMap { one in
      distinct[(one + 1)...].map { distinct[one] + $0 }
    }
  }

  /// The replay of a recording; `nil` for one that is left out, which is noted once.
  private mutating func base(
    of trace: ImportedTrace, named name: String
  ) throws -> (whatIf: WhatIf, scenario: Scenario)? {
    func leaveOut(_ reason: String) {
      let entry = LeftOut(name: name, reason: reason)
      if !leftOut.contains(entry) { leftOut.append(entry) }
    }
    guard let loop = TrialLoop(trace) else {
      leaveOut("the recorder noted no driver that was called twice")
      return nil
    }
    let script = TrialScript(
      name: "recorded", source: name, recording: RecordingWriter(trace).recording,
      length: trace.windowLength,
      display: TrialDisplay(vsyncs: trace.vsyncs, length: trace.windowLength), loop: loop)
    let run = try script.experiment().plan()[0]
    let measured = RunMeasurement(try Runner(jobs: 1).trace(of: run))
    let agreement = LoopAgreement(
      loop, measured.firingRows(of: script.driver),
      vsyncs: measured.refreshRows(of: script.driver).map(\.vsync.nanoseconds))
    guard let agreement, agreement.dateShare >= Self.leastAgreement else {
      leaveOut(
        "the replay agrees in \(decimalText(agreement?.dateShare ?? 0, decimals: 0...1)) % of the"
          + " dates")
      return nil
    }
    let whatIf = try WhatIf([run], driver: script.driver)
    guard whatIf.troubles[0].dropped != nil else {
      leaveOut("it has no vsyncs")
      return nil
    }
    return (whatIf, try run.scenario.writtenOut(seed: run.seed))
  }
}
