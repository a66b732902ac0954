package import LabAnswer
import LabExperiment
package import LabImport
import LabKernel
import LabMetrics
import LabStudy
import LabText
import LabWorkload

/// One ranking of changes over many recordings of an app.
///
/// The changes are tried in every recording; pairs are chosen from the ranking over all of them,
/// and then tried in every recording as well.
package struct FleetStudy {
  /// A recording that is left out, and why.
  package struct LeftOut: Hashable, Sendable {
    /// The file.
    package let name: String
    /// The reason, as a clause.
    package let reason: String
    /// Whether the file is wrong, and not what was recorded.
    package let isWrong: Bool
  }

  /// A row of the file: what a change comes to in a recording.
  package struct Row: Hashable, Sendable {
    /// The file.
    package let recording: String
    /// The change in words.
    package let change: String
    /// How many refreshes the recording dropped, and how many of them the change saves.
    package let dropped: Int
    /// How many of them the change saves.
    package let saved: Int
  }

  /// The columns of the file.
  package static let columns = ["recording", "change", "dropped", "saved"]

  /// The changes one by one.
  package private(set) var singles = FleetRanking()
  package private(set) var pairs = FleetRanking()
  /// The recordings that are left out.
  package private(set) var leftOut: [LeftOut] = []

  /// A replay that agrees with its recording in fewer dates, in percent, says nothing.
  private static let leastAgreement = 95.0
  /// How many of the best changes are tried in pairs.
  private static let paired = 4

  /// Studies recordings, one after the other: memory does not grow with their number.
  ///
  /// - Parameters:
  ///   - names: What the recordings are called.
  ///   - memory: What is known of them already, and where the rest is kept; `nil` for nowhere.
  ///   - read: Reads a recording, which is done twice.
  ///   - progress: Is told after each recording of a pass how many are done; it may throw to give
  ///     up.
  ///   - receive: Is given every row.
  /// - Throws: What `read`, `memory` or `progress` throws, or why a replay could not be completed.
  package init(
    _ names: [String], memory: FleetJournal? = nil, read: (String) throws -> ImportedTrace,
    progress: (FleetPart.Pass, Int) throws -> Void = { _, _ in },
    receive: (Row) throws -> Void
  ) throws {
    // In which recording a change was tried first.
    var origins: [String: String] = [:]
    for (index, name) in names.enumerated() {
      let part = try Self.part(.singles, of: name, memory, read) { Self.changes(in: $0) }
      for saving in part.savings where origins[saving.change] == nil {
        origins[saving.change] = name
      }
      if let reason = part.leftOut {
        leftOut.append(LeftOut(name: name, reason: reason, isWrong: part.isWrong))
      }
      try Self.add(part, to: &singles, receive)
      try progress(.singles, index + 1)
    }
    let chosen = try pairs(origins, read)
    guard !chosen.isEmpty else { return }
    let absent = Set(leftOut.map(\.name))
    for (index, name) in names.enumerated() where !absent.contains(name) {
      let part = try Self.part(.pairs, of: name, memory, read) { _ in chosen }
      try Self.add(part, to: &pairs, receive)
      try progress(.pairs, index + 1)
    }
  }

  /// Tries every change by itself in some recordings, for a study of all of them that goes on from
  /// there.
  ///
  /// - Parameters:
  ///   - names: What the recordings are called.
  ///   - memory: Where what is found out is kept.
  ///   - read: Reads a recording.
  ///   - progress: Is told after each recording how many are done; it may throw to give up.
  /// - Throws: What `read`, `memory` or `progress` throws, or why a replay could not be completed.
  package static func perform(
    _ names: some Collection<String>, memory: FleetJournal,
    read: (String) throws -> ImportedTrace, progress: (Int) throws -> Void
  ) throws {
    for (index, name) in names.enumerated() {
      _ = try part(.singles, of: name, memory, read) { changes(in: $0) }
      try progress(index + 1)
    }
  }

  /// The changes of every driver that was recorded, first those of the one that is judged.
  private static func changes(in base: Base) -> [Change] {
    let judged = base.whatIf.driver
    let others = base.scenario.drivers.map(\.name).filter { $0 != judged }
    var seen: Set<Change> = []
    return ([judged] + others)
      .flatMap { Change.standard(for: base.scenario, judging: $0) }
      .filter { seen.insert($0).inserted }
  }

  private static func part(
    _ pass: FleetPart.Pass, of name: String, _ memory: FleetJournal?,
    _ read: (String) throws -> ImportedTrace, trying changes: (Base) -> [Change]
  ) throws -> FleetPart {
    if let known = try memory?.recall(pass, name) { return known }
    let part: FleetPart
    do {
      part = try self.part(pass, of: name, in: read(name), trying: changes)
    } catch {
      part = FleetPart(
        pass: pass, recording: name, leftOut: try reason(error), isWrong: true, dropped: 0,
        savings: [])
    }
    try memory?.keep(part)
    return part
  }

  private static func part(
    _ pass: FleetPart.Pass, of name: String, in trace: ImportedTrace,
    trying changes: (Base) -> [Change]
  ) throws -> FleetPart {
    switch try replay(of: trace, named: name) {
    case .leftOut(let reason):
      return FleetPart(
        pass: pass, recording: name, leftOut: reason, isWrong: false, dropped: 0, savings: [])
    case .fits(let base):
      let rows = try base.whatIf.rows(for: changes(base)).rows
      let savings = rows.map { row in
        FleetPart.Saving(
          change: "\(row.change)", saved: Int(row.saving(.dropped) ?? 0),
          isRepair: row.intervention < .removal && row.flaw == nil,
          kind: row.change.kind.map { "\(row.change.subject) \($0)" } ?? "\(row.change)")
      }
      return FleetPart(
        pass: pass, recording: name, leftOut: nil, isWrong: false,
        dropped: base.whatIf.troubles[0].dropped ?? 0, savings: savings)
    }
  }

  /// Why a file is wrong, without its name; throws on what is no fault of the file.
  private static func reason(_ error: any Error) throws -> String {
    guard let error = error as? any UserError, [.wrongInput, .wrongUsage].contains(error.status)
    else { throw error }
    let message = error.message
    return message.firstRange(of: ": error: ").map { String(message[$0.upperBound...]) } ?? message
  }

  private static func add(
    _ part: FleetPart, to ranking: inout FleetRanking, _ receive: (Row) throws -> Void
  ) throws {
    guard part.leftOut == nil else { return }
    for saving in part.savings {
      try receive(
        Row(
          recording: part.recording, change: saving.change, dropped: part.dropped,
          saved: saving.saved))
    }
    // To leave work out is a bound and no repair, and so is to ask for fewer frames.
    let repairs = part.savings.filter(\.isRepair)
    for repair in repairs { ranking.kinds[repair.change] = repair.kind }
    ranking.add(
      dropped: Double(part.dropped), savings: repairs.map { ($0.change, Double($0.saved)) })
  }

  /// Two changes of different things, of the best.
  private func pairs(
    _ origins: [String: String], _ read: (String) throws -> ImportedTrace
  ) throws -> [Change] {
    var distinct: [Change] = []
    for entry in singles.entries where entry.share > 0 && distinct.count < Self.paired {
      guard let name = origins[entry.change],
        case .fits(let base) = try Self.replay(of: read(name), named: name),
        let change = Self.changes(in: base).first(where: { "\($0)" == entry.change }),
        !distinct.contains(where: change.changesSame)
      else { continue }
      distinct.append(change)
    }
    return distinct.indices.flatMap { one in
      distinct[(one + 1)...].map { distinct[one] + $0 }
    }
  }

  /// The replay of a recording, and what is changed in it.
  private struct Base {
    let whatIf: WhatIf
    let scenario: Scenario
  }

  private enum Replay {
    case fits(Base)
    case leftOut(String)
  }

  private static func replay(of trace: ImportedTrace, named name: String) throws -> Replay {
    guard let script = try TrialScript(replaying: trace, named: name), let loop = script.loop else {
      return .leftOut("the recorder noted no driver that was called twice")
    }
    let run = try script.experiment().plan()[0]
    let measured = RunMeasurement(try Runner(jobs: 1).trace(of: run))
    let agreement = LoopAgreement(
      loop, measured.firingRows(of: script.driver),
      vsyncs: measured.refreshRows(of: script.driver).map(\.vsync.nanoseconds))
    guard let agreement, agreement.dateShare >= leastAgreement else {
      return .leftOut(
        "the replay agrees in \(decimalText(agreement?.dateShare ?? 0, decimals: 0...1)) % of the"
          + " dates, and \(decimalText(leastAgreement, decimals: 0...1)) % are needed")
    }
    let whatIf = try WhatIf([run], driver: script.driver)
    guard whatIf.troubles[0].dropped != nil else {
      return .leftOut("it has no vsyncs")
    }
    return .fits(Base(whatIf: whatIf, scenario: try run.scenario.writtenOut(seed: run.seed)))
  }
}

extension FleetStudy {
  /// How many changes are shown of each kind.
  private static let most = 10

  /// What was found over all recordings, which are called as they were named.
  package func answer(of subject: String) -> Answer {
    let head =
      "\(counted(singles.count, "recording")), \(Int(singles.dropped)) dropped frames in all."
      + " A share is of these; its 95 % interval is over recordings."
    let hidden = leftOut.count - Self.most
    // Files that are wrong come first.
    let left =
      (leftOut.filter(\.isWrong) + leftOut.filter { !$0.isWrong }).prefix(Self.most).map {
        Answer.Sentence(
          $0.isWrong
            ? "Left out: \($0.name): \($0.reason)" : "Left out: \($0.name), since \($0.reason).",
          as: "left out")
      } + (hidden > 0 ? ["Left out: \(counted(hidden, "other recording"))."] : [])
    return Answer(
      "why --all", of: subject,
      [
        [.sentences([Answer.Sentence(head, as: "summary")])],
        singles.count == 0
          ? [.sentences(["No recording could be ranked."])]
          : shown.isEmpty ? [.sentences(["No change helps."])] : [.table(table)],
        enough.map { [.sentences([Answer.Sentence($0, as: "enough")])] } ?? [],
        left.map { .sentences([$0]) },
      ])
  }

  private var shown: [FleetRanking.Entry] {
    let entries = pairs.entries.prefix(Self.most / 2) + singles.entries
    return Array(
      entries.filter { $0.share != 0 }.sorted { $0.share > $1.share }.prefix(Self.most))
  }

  private var table: Table {
    Table(
      "changes",
      [
        .words("change").cut, .number("saves_pct", ["fewer %"], .fixed(1)),
        .number("ci95_low_pct", ["95 %", "from"], .fixed(1)),
        .number("ci95_high_pct", ["", "to"], .fixed(1)), .number("harms"),
        .number("recordings", ["of"]),
      ],
      shown.map { entry in
        [
          .text(entry.change), .number(100 * entry.share),
          entry.interval.map { .number(100 * $0.lowerBound) } ?? .blank,
          entry.interval.map { .number(100 * $0.upperBound) } ?? .blank, .count(entry.harms),
          .count(singles.count),
        ]
      })
  }

  private var enough: String? {
    guard let agreement = singles.agreement else { return nil }
    let share = decimalText(Double(agreement) / 10, decimals: 0...1)
    let words =
      singles.isEnough == true
      ? "These recordings are enough" : "These recordings are not enough: record more"
    return "\(words): in \(share) % of 1,000 halves of them the same three kinds of change help"
      + " most."
  }
}
