import Foundation
import LabExperiment
import LabResults
import LabText

/// What was found out of the recordings of a fleet, in a folder: by this command, by one that was
/// broken off, and by shards.
///
/// A journal begins with what was asked; then follows a record for each recording and pass, in the
/// order in which a study asks for them. Of each journal the next record is known, and no more.
final class FleetJournal: FleetMemory {
  private let own: Journal
  private let path: String
  /// The journals from which is read, each with its next record; those of shards first.
  private var sources: [(journal: Journal, next: FleetPart?)] = []
  private let shards: [String]
  private var isRecalling = true

  /// Opens the journal of a study.
  ///
  /// - Parameters:
  ///   - folder: Where it lies.
  ///   - shard: Which part of the study it is of.
  ///   - names: The recordings of the whole study.
  ///   - resumes: Whether to go on with what is there.
  ///   - discards: Whether to begin anew.
  /// - Throws: What is in the way: a journal that was not asked for, or one of other recordings.
  init(
    in folder: String, _ shard: Shard, of names: [String], resuming resumes: Bool,
    discarding discards: Bool
  ) throws {
    try WholeFiles.makeFolder(folder)
    let request = Self.request(names)
    func path(_ shard: Shard) -> String {
      let name = shard.isWhole ? "all" : "\(shard.number)-of-\(shard.count)"
      return (folder as NSString).appendingPathComponent(".\(name).journal")
    }
    self.path = path(shard)
    let isThere = FileManager.default.fileExists(atPath: self.path)
    if isThere, !resumes, !discards {
      throw UsageError(
        "'\(folder)' has recordings of a study that was begun and not finished. Add --resume to go on"
          + " with it, or --force to begin anew.")
    }
    let file = try DiskFile(self.path)
    if !resumes { try file.truncate(to: 0) }
    own = Journal(file)
    shards = shard.isWhole && resumes ? Self.shards(in: folder) : []
    for shard in shards {
      let journal = Journal(try DiskFile(reading: shard))
      guard try Self.begins(journal, with: request) else {
        throw InputError(
          path: shard, "this is a shard of other recordings. Name the same ones, or remove it.")
      }
      sources.append((journal, try Self.part(journal.next())))
    }
    if try Self.begins(own, with: request) {
      sources.append((own, try Self.part(own.next())))
      return
    }
    guard file.count == 0 else {
      throw InputError(
        path: self.path, "this is of other recordings, or unreadable. Add --force to begin anew.")
    }
    try own.append(Array(request.utf8)[...])
    sources.append((own, nil))
  }

  /// What is asked: which version of the lab asks about which recordings.
  private static func request(_ names: [String]) -> String {
    let hash = ContentHash.of(Array(names.joined(separator: "\n").utf8))
    return "fleet 2, runlooplab \(RunLoopLab.version), \(names.count) recordings,"
      + " \(hexadecimal(hash))"
  }

  private static func shards(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(".journal") && $0.contains("-of-") }.sorted()
      .map((folder as NSString).appendingPathComponent)
  }

  private static func begins(_ journal: Journal, with request: String) throws -> Bool {
    try journal.next().map { Array($0.bytes) == Array(request.utf8) } ?? false
  }

  private static func part(_ record: (bytes: ArraySlice<UInt8>, place: Int)?) -> FleetPart? {
    record.flatMap { try? JSONDecoder().decode(FleetPart.self, from: Data($0.bytes)) }
  }

  func recall(_ pass: FleetPart.Pass, _ recording: String) throws -> FleetPart? {
    for index in sources.indices {
      guard let part = sources[index].next, part.pass == pass, part.recording == recording else {
        continue
      }
      sources[index].next = Self.part(try sources[index].journal.next())
      return part
    }
    return nil
  }

  func keep(_ part: FleetPart) throws {
    if isRecalling {
      // What follows the last record that was recalled is torn, or was asked in another order.
      isRecalling = false
      if let last = sources.indices.last { sources[last].next = nil }
      try own.truncateTornTail()
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try own.append(Array(try encoder.encode(part))[...])
  }

  /// Removes what is of no more use, since all of it is in the table.
  func remove() {
    for path in shards + [path] { try? FileManager.default.removeItem(atPath: path) }
  }
}
