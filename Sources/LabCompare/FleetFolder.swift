import Foundation
package import LabExperiment
package import LabImport
import LabResults

/// The folder of a ranking of recordings: a row for every recording and change, and the journal
/// from which it goes on after it was broken off, or from shards.
package struct FleetFolder {
  /// Reads a recording.
  package typealias Reader = (String) throws -> ImportedTrace

  private let folder: String
  /// The table.
  private let path: String
  private let files: [String]
  private let journal: FleetJournal

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - out: The folder of results in which it lies.
  ///   - files: The recordings of the whole ranking.
  ///   - shard: The part of them of which the changes are tried.
  ///   - resumes: Whether to go on with what is there.
  ///   - discards: Whether to begin anew.
  /// - Throws: What is in the way: a journal that was not asked for, or one of other recordings.
  package init(
    in out: String, of files: [String], _ shard: Shard, resuming resumes: Bool,
    discarding discards: Bool
  ) throws {
    folder = (out as NSString).appendingPathComponent("recordings.whatif")
    self.files = files
    path = (folder as NSString).appendingPathComponent(WhatIfFile.name)
    if shard.isWhole { try WholeFiles.check(path, replacing: discards) }
    journal = try FleetJournal(
      in: folder, shard, of: files, resuming: resumes, discarding: discards)
  }

  /// Tries the changes in a part of the recordings; parts lie one behind the other.
  ///
  /// - Parameters:
  ///   - shard: The part.
  ///   - read: Reads a recording.
  ///   - progress: Is told how many of how many recordings are done; it may throw to give up.
  /// - Returns: How many recordings were tried, and where what was found lies.
  /// - Throws: What `read` or `progress` throws, or that nothing can be written.
  package func perform(
    _ shard: Shard, read: Reader, progress: (_ done: Int, _ count: Int) throws -> Void
  ) throws -> (count: Int, folder: String) {
    let begin = files.count * (shard.number - 1) / shard.count
    let part = files[begin..<files.count * shard.number / shard.count]
    try FleetStudy.perform(part, memory: journal, read: read) { try progress($0, part.count) }
    return (part.count, folder)
  }

  /// Ranks the changes over all recordings, and writes the table.
  ///
  /// - Parameters:
  ///   - replaces: Whether a table is replaced that is not known for the lab's own.
  ///   - read: Reads a recording.
  ///   - progress: Is told how many recordings are done, and that pairs are tried; it may throw to
  ///     give up.
  /// - Returns: What was found, and the path of the table.
  /// - Throws: What `read` or `progress` throws, or that nothing can be written.
  package func rank(
    replacing replaces: Bool, read: Reader,
    progress: (_ done: Int, _ isInPairs: Bool) throws -> Void
  ) throws -> (study: FleetStudy, path: String) {
    let partial = (folder as NSString).appendingPathComponent(".\(WhatIfFile.name).partial")
    let table = try DiskFile(partial)
    try table.truncate(to: 0)
    try table.append(FleetStudy.head)
    let study = try FleetStudy(
      files, memory: journal, read: read, progress: { try progress($1, $0 == .pairs) },
      receive: { try table.append($0.line) })
    try table.synchronize()
    try WholeFiles.put(partial, at: path, replacing: replaces)
    journal.remove()
    return (study, path)
  }
}

extension FleetStudy {
  /// The first line of the table.
  package static var head: [UInt8] { CSVWriter(header: columns).bytes }
}

extension FleetStudy.Row {
  /// Its line in the table.
  package var line: [UInt8] {
    var csv = CSVWriter()
    csv.field(recording)
    csv.field(change)
    csv.field(dropped)
    csv.field(saved)
    csv.endRow()
    return csv.bytes
  }
}
