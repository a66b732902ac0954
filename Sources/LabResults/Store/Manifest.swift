import Foundation
import LabExperiment
import LabLanguage

/// All that it takes to repeat a result, or a part of one, and to verify it.
///
/// The file is JSON with sorted keys, then the fingerprints of all runs in the order of the plan,
/// then the hash of all that is before it. Equal results have equal bytes.
struct Manifest: Codable {
  /// The name of the file; a folder with it is a result.
  static let name = "manifest.json"

  /// The version of the columns of all files.
  let schemaVersion: Int
  /// The experiment's short name.
  let experiment: String
  /// Which part of the plan it is, as `1/2`; `nil` for the whole.
  let shard: String?
  let requestHash: String
  /// What was asked for; `nil` if an older version wrote the manifest.
  let request: RunRequest?
  /// All other files.
  let files: [FileSeal]

  // What people and programs look up, which the request says as well.
  private let labVersion: String?
  /// `live` for runs on a host; `nil` for simulated ones.
  private let world: String?
  private let environment: Environment?
  private let title: String?
  let script: String?
  private let scriptHash: String?
  private let seed: UInt64?
  private let replications: Int?
  private let sweeps: [SweepValues]?

  /// Where the result was made; the numbers do not depend on it.
  private struct Environment: Codable {
    var system = Self.name
    var architecture = Self.processor

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
  private struct SweepValues: Codable {
    let name: String
    let values: [String]
  }

  /// Describes a result.
  init(_ request: RunRequest, _ plan: Plan, files: [FileSeal]) {
    let experiment = plan.experiment
    let script = experiment.inputs.first?.bytes ?? []
    schemaVersion = SchemaColumn.version
    self.experiment = request.name
    shard = request.shard.isWhole ? nil : request.shard.description
    requestHash = request.hash
    self.request = request
    self.files = files
    labVersion = RunLoopLab.version
    world = request.live == nil ? nil : "live"
    environment = Environment()
    title = experiment.title
    self.script = String(decoding: script, as: UTF8.self)
    scriptHash = hexadecimal(ContentHash.of(script))
    seed = plan.seed
    replications = plan.replications
    sweeps = experiment.sweeps.map { SweepValues(name: $0.name, values: $0.values) }
  }

  /// Describes a result that is not of the runs of one experiment.
  init(_ name: String, requestHash: String, files: [FileSeal]) {
    schemaVersion = SchemaColumn.version
    experiment = name
    self.requestHash = requestHash
    self.files = files
    labVersion = RunLoopLab.version
    environment = Environment()
    (request, shard, world, title, script) = (nil, nil, nil, nil, nil)
    (scriptHash, seed, replications, sweeps) = (nil, nil, nil, nil)
  }

  /// Whether it is of runs on a host.
  var isMeasured: Bool { world != nil }

  /// The names of the sweeps, in the order of the script.
  var sweepNames: [String] { sweeps?.map(\.name) ?? [] }

  private static let hashKey = ",\n  \"manifest_hash\" : \""
  private static let end = "\"\n}\n"

  /// Reads the manifest of a folder; `nil` unless it is as it was written.
  init?(in folder: String) {
    guard let file = try? DiskFile(reading: folder + "/" + Self.name), file.count < 1 << 28,
      let bytes = try? file.reading.read(at: 0, count: file.count)
    else { return nil }
    let tail = Self.hashKey.utf8.count + 16 + Self.end.utf8.count
    guard bytes.count > tail else { return nil }
    let hash = hexadecimal(ContentHash.of(bytes.dropLast(tail)))
    guard bytes.suffix(tail).elementsEqual((Self.hashKey + hash + Self.end).utf8) else {
      return nil
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let manifest = try? decoder.decode(Self.self, from: Data(bytes)) else { return nil }
    self = manifest
  }

  /// Writes the manifest part by part.
  ///
  /// - Parameters:
  ///   - fingerprints: Those of all runs, in the order of the plan.
  ///   - write: Is given the bytes.
  /// - Throws: What `write` threw.
  func write<Refusal>(
    fingerprints: some Sequence<UInt64>, to write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    // Only numbers that are not finite could not be encoded, and there are none.
    let json = (try? encoder.encode(self)).map(Array.init) ?? []
    // The object stays open for the entries that follow.
    var part = json.dropLast(2) + Array(",\n  \"fingerprints\" : [".utf8)
    var hash = ContentHash()
    var separator = "\n    "
    for fingerprint in fingerprints {
      part += "\(separator)\"\(hexadecimal(fingerprint))\"".utf8
      separator = ",\n    "
      guard part.count > 1 << 18 else { continue }
      hash.update(part)
      try write(Array(part))
      part = []
    }
    part += "\n  ]".utf8
    hash.update(part)
    try write(part + Array((Self.hashKey + hexadecimal(hash.value) + Self.end).utf8))
  }
}
