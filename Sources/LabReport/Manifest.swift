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
  let fingerprints: [String]

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

  init(_ result: ExperimentResult, script: [UInt8]) {
    experiment = result.name
    title = result.experiment.title
    self.script = String(decoding: script, as: UTF8.self)
    scriptHash = hexadecimal(Self.hash(script))
    seed = result.plan.seed
    replications = result.plan.replications
    sweeps = result.experiment.sweeps.map { SweepValues(name: $0.name, values: $0.values) }
    fingerprints = result.runs.map { hexadecimal($0.fingerprint) }
  }

  /// The manifest as JSON with sorted keys, so that equal results have equal bytes.
  func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return try Array(encoder.encode(self)) + [10]
  }

  /// FNV-1a in 64 bits, which tells scripts apart but withstands no adversary.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}

/// The package.
public enum RunLoopLab {
  /// The version that manifests and `--version` state.
  public static let version = "0.1.0"
}
