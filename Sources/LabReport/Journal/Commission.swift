import Foundation
public import LabExperiment
import LabMetrics

/// What is to be performed and written, in full: equal commissions have results of equal bytes.
public struct Commission: Codable, Hashable, Sendable {
  /// The experiment's short name.
  let name: String

  private let labVersion: String
  private let metrics: String
  private let inputs: [Text]
  private let settings: [Text]
  private let seed: UInt64
  private let replications: Int
  private let only: String?
  private let listsEvents: Bool
  private let presentMon: String?

  /// Something with a name.
  private struct Text: Codable, Hashable {
    let name: String
    let text: String
  }

  /// Says what is to be performed.
  ///
  /// - Parameters:
  ///   - name: The experiment's short name.
  ///   - plan: Its runs.
  ///   - listsEvents: Whether every refresh, firing and event is listed as well.
  ///   - presentMon: The columns of `presentmon.csv`; `nil` for no such file.
  public init(
    _ name: String, _ plan: Plan, listsEvents: Bool, presentMon: PresentMonVersion?
  ) {
    self.name = name
    labVersion = RunLoopLab.version
    metrics = hexadecimal(
      stableHash(MetricDictionary.all.flatMap { Array(($0.column + ",").utf8) }))
    inputs = plan.experiment.inputs.map {
      Text(name: $0.path, text: String(decoding: $0.bytes, as: UTF8.self))
    }
    settings = plan.experiment.overriding.map { Text(name: $0.name, text: $0.values) }
    seed = plan.seed
    replications = plan.replications
    only = plan.only
    self.listsEvents = listsEvents
    self.presentMon = presentMon?.rawValue
  }

  /// The lists that are written.
  var lists: RunLists {
    RunLists(
      experiment: name, events: listsEvents, presentMon: presentMon.flatMap(PresentMonVersion.init))
  }

  /// Returns the runs that are to be performed.
  func plan() throws(ScriptError) -> Plan {
    let experiment = try Experiment(
      inputs: inputs.map { Experiment.Input(path: $0.name, bytes: Array($0.text.utf8)) },
      overriding: settings.map { ($0.name, $0.text) })
    return try experiment.plan(seed: seed, replications: replications, only: only)
  }

  /// The bytes by which a commission is known again.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // Strings and whole numbers can always be encoded.
    return (try? encoder.encode(self)).map(Array.init) ?? []
  }
}
