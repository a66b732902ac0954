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
  let requestHash: String
  let files: [FileSeal]
  let sweeps: [SweepValues]
  let request: RunRequest
  /// Stands for those of all runs, which are written one by one.
  private let fingerprints: [String] = []
  private let table: RunTable

  private enum CodingKeys: String, CodingKey {
    case schemaVersion, labVersion, environment, experiment, title, script, scriptHash, seed
    case replications, requestHash, files, sweeps, request, fingerprints
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

  /// Creates the manifest of a result.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - request: What was asked for.
  ///   - files: All other files of the result.
  init(_ result: ExperimentResult, _ request: RunRequest, files: [FileSeal]) {
    let script = result.experiment.inputs.first?.bytes ?? []
    table = result.table
    experiment = result.name
    title = result.experiment.title
    self.script = String(decoding: script, as: UTF8.self)
    scriptHash = hexadecimal(ContentHash.of(script))
    seed = result.plan.seed
    replications = result.plan.replications
    self.request = request
    requestHash = request.hash
    self.files = files
    sweeps = result.experiment.sweeps.map { SweepValues(name: $0.name, values: $0.values) }
  }

  /// Writes the manifest part by part, as JSON with sorted keys, so that equal results have equal
  /// bytes, and with its own hash at the end.
  func write<Refusal>(to write: ([UInt8]) throws(Refusal) -> Void) throws(Refusal) {
    // A quote inside of a string is escaped, so that this is found nowhere else.
    let parts = Self.json(of: self).components(separatedBy: "\"fingerprints\" : [")
    var part = Array((parts[0] + "\"fingerprints\" : [").utf8)
    var hash = ContentHash()
    func hand() throws(Refusal) {
      hash.update(part[...])
      try write(part)
      part.removeAll(keepingCapacity: true)
    }
    var separator = "\n    "
    for run in table.runs {
      part += "\(separator)\"\(hexadecimal(table.record(of: run)?.fingerprint ?? 0))\"".utf8
      separator = ",\n    "
      if part.count > 1 << 18 { try hand() }
    }
    part += PublishedResult.opened(
      ("\n  " + parts.dropFirst().joined().drop { $0 != "]" }).utf8)
    try hand()
    try write(PublishedResult.end(hash))
  }

  /// Returns the manifest of a part of a plan.
  static func ofShard(_ request: RunRequest, files: [FileSeal]) -> [UInt8] {
    let shard = ShardManifest(
      experiment: request.name, shard: request.shard.description, requestHash: request.hash,
      files: files)
    return PublishedResult.sealed(json(of: shard).utf8)
  }

  private struct ShardManifest: Encodable {
    let schemaVersion = ResultFiles.schemaVersion
    let labVersion = RunLoopLab.version
    let environment = Environment()
    let experiment: String
    let shard: String
    let requestHash: String
    let files: [FileSeal]
  }

  private static func json(of manifest: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    // Only numbers that are not finite could not be encoded, and there are none.
    return (try? encoder.encode(manifest)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// The package.
public enum RunLoopLab {
  /// The version that manifests and `--version` state.
  public static let version = "0.1.0"
}
