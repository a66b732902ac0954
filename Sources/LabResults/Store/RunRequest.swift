import Foundation
package import LabExperiment
import LabLanguage
import LabMetrics

/// What is to be performed and written, in full: equal requests have results of equal bytes.
package struct RunRequest: Codable, Hashable, Sendable {
  /// The experiment's short name.
  let name: String

  /// Which part of the runs.
  private(set) var shard: Shard

  private let labVersion: String
  /// A hash of the columns of all files.
  private var metrics: String
  private let inputs: [Text]
  private let settings: [Text]
  private let seed: UInt64
  private let replications: Int
  private let only: String?
  /// The lists that are written, in their order.
  private let lists: [TraceList]
  private let presentMon: String?
  /// The metrics that are columns of results, in the order of the dictionary; `nil` for all.
  private var columns: [String]?
  /// Where the runs took place; `nil` if they are simulated.
  let live: Host?

  /// A host on whose run loop runs took place.
  package struct Host: Codable, Hashable, Sendable {
    /// What fired the timers.
    let source: String
    /// What it depends on, by name.
    let environment: [String: String]
    /// The position from which on no run took place, since it was broken off; `nil` for none.
    let brokenOffAt: Int?

    /// Describes a host.
    package init(source: String, environment: [String: String], brokenOffAt: Int? = nil) {
      (self.source, self.environment) = (source, environment)
      self.brokenOffAt = brokenOffAt
    }
  }

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
  ///   - lists: What is listed of every run.
  ///   - presentMon: The columns of `presentmon.csv`; `nil` for no such file.
  ///   - shard: Which part of the runs.
  ///   - columns: The names of the metrics that are columns of results; `nil` for all.
  ///   - live: Where the runs took place; `nil` if they are simulated.
  package init(
    _ name: String, _ plan: Plan, lists: [TraceList] = [], presentMon: PresentMonVersion?,
    shard: Shard = .whole, columns: [String]? = nil, live: Host? = nil
  ) {
    self.name = name
    self.shard = shard
    labVersion = RunLoopLab.version
    metrics = Self.columnsOfToday
    // Where the script is does not matter, but where its files are beside it.
    let script = plan.experiment.inputs.first?.path ?? ""
    let folder = script.lastIndex(of: "/").map { String(script[...$0]) } ?? ""
    inputs = plan.experiment.inputs.map { input in
      let path = input.path
      return Text(
        name: path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path,
        text: String(decoding: input.bytes, as: UTF8.self))
    }
    settings = plan.experiment.overriding.map { Text(name: $0.name, text: $0.values) }
    seed = plan.seed
    replications = plan.replications
    only = plan.only
    self.lists = TraceList.allCases.filter(lists.contains)
    self.presentMon = presentMon?.rawValue
    self.columns = columns.map { MetricSelection($0, for: plan.experiment).names }
    self.live = live
  }

  /// The scripts that include one another, from this one on, up to one with a text, as it was then;
  /// `nil` if none has it.
  func scripts(including text: String) -> [String]? {
    inputs.dropFirst().firstIndex { $0.text == text }.map { place in
      inputs[..<place].filter { $0.name.hasSuffix(".lab") }.map { $0.text }
    }
  }

  /// Returns the lists that are written of the runs of its plan.
  func lists(of plan: Plan) -> PerRunFiles {
    PerRunFiles(
      experiment: name, sweeps: SweepColumn.ofRuns(plan.experiment), lists: Set(lists),
      presentMon: presentMon.flatMap(PresentMonVersion.init), selection(for: plan.experiment))
  }

  /// Returns the metrics that are kept of the runs of its experiment.
  func selection(for experiment: Experiment) -> MetricSelection {
    columns.map { MetricSelection($0, for: experiment) } ?? .all
  }

  /// Returns the first of some metrics that is not kept if others are the columns of results; `nil`
  /// if all are.
  package static func metricNotKept(
    _ names: [String], columns: [String], of experiment: Experiment
  ) -> String? {
    MetricSelection(columns, for: experiment).missing(among: names)
  }

  /// Returns the runs that are to be performed.
  ///
  /// The files are those of the request. Messages and commands name them where they are likely to
  /// lie.
  func plan() throws(ScriptError) -> Plan {
    let shipped = try? FileManager.default.contentsOfDirectory(atPath: "experiments").sorted()
    let folders = ["", "experiments/"] + (shipped ?? []).map { "experiments/\($0)/" }
    let folder = folders.first(where: hasInputs) ?? ""
    let experiment = try Experiment(
      inputs: inputs.map { input in
        Experiment.Input(path: Self.path(input.name, in: folder), bytes: Array(input.text.utf8))
      },
      overriding: settings.map { ($0.name, $0.text) })
    var plan = try experiment.plan(seed: seed, replications: replications, only: only)
    plan.brokenOffAt = live?.brokenOffAt
    return plan
  }

  /// Whether the script and the files that it names lie in a folder as they were.
  private func hasInputs(in folder: String) -> Bool {
    inputs.allSatisfy { input in
      (try? InputFile.read(Self.path(input.name, in: folder))) == Array(input.text.utf8)
    }
  }

  private static func path(_ name: String, in folder: String) -> String {
    name.hasPrefix("/") ? name : folder + name
  }

  /// What `--set` and `--only` changed of the script.
  var options: [String] {
    settings.map { "--set '\($0.name)=\($0.text)'" } + (only.map { ["--only '\($0)'"] } ?? [])
  }

  /// The request of which this one asks for a part.
  var whole: RunRequest {
    var request = self
    request.shard = .whole
    return request
  }

  /// The same request with the columns as this version of the lab names them.
  var renewed: RunRequest {
    var request = self
    request.metrics = Self.columnsOfToday
    request.columns = columns?.map { MetricDictionary.metric($0)?.name ?? $0 }
    return request
  }

  private static let columnsOfToday = hexadecimal(
    ContentHash.of(ResultColumns.all.flatMap { Array("\($0.file),\($0.column),".utf8) }))

  /// The name of the folder of its results.
  package var folder: String {
    shard.isWhole ? name : "\(name).shard-\(shard.number)-of-\(shard.count)"
  }

  /// Whether an experiment may have a name, which becomes that of a folder and stands in tables: it
  /// begins with a letter or a digit, and holds no slash and nothing invisible.
  package static func isName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, name.utf8.count <= 200 else { return false }
    let isWord =
      first == "_" || first.properties.isAlphabetic || first.properties.numericType != nil
    return isWord
      && name.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
          .paragraphSeparator:
          false
        default: scalar != "/"
        }
      }
  }

  /// Reads a request as it was written.
  ///
  /// Returns `nil` if the bytes are none that the lab writes.
  init?(json: [UInt8]) {
    guard let known = try? JSONDecoder().decode(Self.self, from: Data(json)),
      Self.isName(known.name), (1...1_000_000).contains(known.replications),
      known.shard.count <= Shard.countLimit
    else { return nil }
    self = known
  }

  /// Returns in which respects another request differs, apart from the part.
  func differences(from other: RunRequest) -> [String] {
    let same = [
      ("the version of the lab", labVersion == other.labVersion && metrics == other.metrics),
      ("the script or a file that it names", inputs.map(\.text) == other.inputs.map(\.text)),
      ("the values that were set", settings == other.settings), ("the seed", seed == other.seed),
      ("the number of replications", replications == other.replications),
      ("the number of parts", shard.count == other.shard.count),
      ("the lists", lists == other.lists && presentMon == other.presentMon),
      ("the host", live == other.live),
      ("the columns of metrics ('--metrics')", columns == other.columns),
    ]
    return same.filter { !$0.1 }.map(\.0)
  }

  /// The hash by which manifests name the request.
  var hash: String { hexadecimal(ContentHash.of(json)) }

  /// The bytes by which a request is known again.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // Strings and whole numbers can always be encoded.
    return (try? encoder.encode(self)).map(Array.init) ?? []
  }
}
