import Foundation
import LabExperiment

/// All that it takes to repeat a result and to verify it.
struct Manifest: Encodable {
  let schemaVersion = ResultFiles.schemaVersion
  let labVersion = RunLoopLab.version
  let environment = Environment()
  let experiment: String
  let title: String?
  let script: String
  let scriptHash: String
  let seed: UInt64
  let replications: Int
  let sweeps: [SweepValues]
  /// Stands for those of all runs, which are written one by one.
  private let fingerprints: [String] = []
  private let table: RunTable

  private enum CodingKeys: String, CodingKey {
    case schemaVersion, labVersion, environment, experiment, title, script, scriptHash, seed
    case replications, sweeps, fingerprints
  }

  /// Where the result was made; the numbers do not depend on it.
  struct Environment: Encodable {
    let system = Self.name
    let architecture = Self.processor

    #if os(Linux)
      private static let name = "Linux"
    #elseif os(macOS)
      private static let name = "macOS"
    #else
      private static let name = "other"
    #endif

    #if arch(x86_64)
      private static let processor = "x86_64"
    #elseif arch(arm64)
      private static let processor = "arm64"
    #else
      private static let processor = "other"
    #endif
  }

  /// The values that a sweep had.
  struct SweepValues: Encodable {
    let name: String
    let values: [String]
  }

  init(_ result: ExperimentResult) {
    let script = result.experiment.inputs.first?.bytes ?? []
    table = result.table
    experiment = result.name
    title = result.experiment.title
    self.script = String(decoding: script, as: UTF8.self)
    scriptHash = hexadecimal(stableHash(script))
    seed = result.plan.seed
    replications = result.plan.replications
    sweeps = result.experiment.sweeps.map { SweepValues(name: $0.name, values: $0.values) }
  }

  /// Writes the manifest as JSON with sorted keys, so that equal results have equal bytes.
  func write<Refusal>(_ write: ([UInt8]) throws(Refusal) -> Void) throws(Refusal) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    // Only numbers that are not finite could not be encoded, and there are none.
    let json = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    // A quote inside of a string is escaped, so that this is found nowhere else.
    let parts = json.components(separatedBy: "\"fingerprints\" : [")
    try write(Array((parts[0] + "\"fingerprints\" : [").utf8))
    var lines = ""
    var separator = "\n    "
    for run in table.runs {
      lines += "\(separator)\"\(hexadecimal(table.record(of: run)?.fingerprint ?? 0))\""
      separator = ",\n    "
      if lines.utf8.count > 1 << 16 {
        try write(Array(lines.utf8))
        lines = ""
      }
    }
    let rest = parts.dropFirst().joined().drop { $0 != "]" }
    try write(Array((lines + "\n  " + rest + "\n").utf8))
  }
}

/// The package.
public enum RunLoopLab {
  /// The version that manifests and `--version` state.
  public static let version = "0.1.0"
}
