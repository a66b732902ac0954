import Foundation
package import LabExperiment
package import LabImport
package import LabResults
import LabText

/// The folder of a ranking of recordings: a row for every recording and change.
///
/// It is a folder of results as any other: it appears whole, has one writer at a time, and holds
/// only what can be made again. The journal of an unfinished ranking lies hidden beside it.
package struct FleetFolder {
  /// Reads a recording.
  package typealias Reader = (String) throws -> ImportedTrace

  /// What a ranking is asked of, by which another one is told from it.
  private struct Request: Encodable {
    let version: String
    let shard: String
    let recordings: [FileSeal]

    var json: [UInt8] {
      get throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
      }
    }
  }

  private let folder: ResultFolder
  private let name: String
  private let files: [String]
  private let shard: Shard
  private let journal: FleetJournal

  /// Opens a folder.
  package init(
    in out: String, of files: [String], _ shard: Shard, _ policy: ResultFolder.Policy
  ) throws {
    (self.files, self.shard) = (files, shard)
    name = Self.name(of: files) + ".whatif"
    let seals = files.compactMap { try? FileSeal(at: $0) }
    func request(_ shard: Shard) throws -> [UInt8] {
      try Request(version: RunLoopLab.version, shard: "\(shard)", recordings: seals).json
    }
    func path(_ name: String) -> String { (out as NSString).appendingPathComponent(name) }
    var shards: [Journal] = []
    if shard.isWhole, policy == .resume {
      for (part, name) in Self.shards(of: name, in: out) {
        guard let stored = try StoredJournal(in: path(name), of: request(part)) else {
          throw InputError(
            path: path(name),
            "this is a shard of other recordings. Name the same ones, or remove it.")
        }
        shards.append(stored.journal)
      }
    }
    folder = try ResultFolder(
      path(shard.isWhole ? name : "\(name).shard-\(shard.number)-of-\(shard.count)"), policy,
      request: request(shard))
    journal = try FleetJournal(folder.journal(), shards: shards)
  }

  /// The name of the nearest folder that holds all of the recordings.
  private static func name(of files: [String]) -> String {
    let folders = files.map {
      URL(filePath: $0).standardizedFileURL.deletingLastPathComponent().pathComponents
    }
    let common = folders.dropFirst().reduce(folders.first ?? []) { common, folder in
      zip(common, folder).prefix { $0 == $1 }.map { $0.0 }
    }
    return common.count > 1 ? common.last ?? "recordings" : "recordings"
  }

  /// The shards of a ranking that lie in a folder of results, with the names of their folders.
  private static func shards(of name: String, in out: String) -> [(Shard, String)] {
    ((try? FileManager.default.contentsOfDirectory(atPath: out)) ?? []).sorted().compactMap {
      folder in
      guard folder.hasPrefix(name + ".shard-") else { return nil }
      let numbers = folder.dropFirst(name.count + 7).split(separator: "-of-")
      let text = numbers.joined(separator: "/")
      return (try? Shard(text, environment: [:])).map { ($0, folder) }
    }
  }

  /// Tries the changes in a part of the recordings; parts lie one behind the other.
  ///
  /// - Parameters:
  ///   - read: Reads a recording.
  ///   - progress: Is told how many of how many recordings are done; it may throw to give up.
  /// - Returns: How many recordings were tried, and where what was found lies.
  /// - Throws: What `read` or `progress` throws, or that nothing can be written.
  package func perform(
    read: Reader, progress: (_ done: Int, _ count: Int) throws -> Void
  ) throws -> (count: Int, folder: String) {
    let begin = files.count * (shard.number - 1) / shard.count
    let part = files[begin..<files.count * shard.number / shard.count]
    try keepingWhatIsFinished {
      try FleetStudy.perform(part, memory: journal, read: read) { try progress($0, part.count) }
      try folder.commitRuns(named: name)
    }
    return (part.count, folder.path)
  }

  /// Ranks the changes over all recordings, and writes the table.
  ///
  /// - Parameters:
  ///   - read: Reads a recording.
  ///   - progress: Is told how many recordings are done, and that pairs are tried; it may throw to
  ///     give up.
  /// - Returns: What was found, and the path of the table.
  /// - Throws: What `read` or `progress` throws, or that nothing can be written.
  package func rank(
    read: Reader, progress: (_ done: Int, _ isInPairs: Bool) throws -> Void
  ) throws -> (study: FleetStudy, path: String) {
    let study = try keepingWhatIsFinished {
      try folder.append(FleetStudy.head, to: WhatIfFile.name)
      let study = try FleetStudy(
        files, memory: journal, read: read, progress: { try progress($1, $0 == .pairs) },
        receive: { try folder.append($0.line, to: WhatIfFile.name) })
      try folder.commit(named: name)
      return study
    }
    return (study, (folder.path as NSString).appendingPathComponent(WhatIfFile.name))
  }

  /// Performs an action; if it fails, what the journal holds outlives it.
  private func keepingWhatIsFinished<Found>(_ action: () throws -> Found) throws -> Found {
    do {
      return try action()
    } catch {
      folder.keepsRuns = journal.count > 0
      guard folder.keepsRuns, case .refused(let path, let reason) = error as? WriteError
      else { throw error }
      throw WriteError.interrupted(path: path, reason: reason)
    }
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

/// What a pass over one recording of a fleet comes to: a record of the study's journal.
package struct FleetPart: Hashable, Codable, Sendable {
  /// What is tried.
  package enum Pass: String, Codable, Sendable {
    /// Every change by itself.
    case singles
    /// The best of all recordings, two at a time.
    case pairs
  }

  /// What one change saves.
  package struct Saving: Hashable, Codable, Sendable {
    /// The change in words.
    package let change: String
    /// How many dropped refreshes it saves.
    package let saved: Int
    /// Whether it repairs something; to leave work out is a bound, and so is to ask for less.
    package let isRepair: Bool
    /// What is done to what: moving the long tasks of a load elsewhere is of one kind with moving
    /// all of them.
    package let kind: String
  }

  /// What was tried.
  package let pass: Pass
  /// The file.
  package let recording: String
  /// Why the recording is left out; `nil` for one that counts.
  package let leftOut: String?
  /// Whether it is left out since the file is wrong, and not what was recorded.
  package let isWrong: Bool
  /// How many refreshes it dropped.
  package let dropped: Int
  /// What was tried in it.
  package let savings: [Saving]
}

/// What was found out of the recordings of a fleet: by this command, by one that was broken off,
/// and by shards.
///
/// A journal has a record for each recording and pass, in the order in which a study asks for them.
/// Of each journal the next record is known, and no more.
package final class FleetJournal {
  /// A journal from which is read.
  private struct Source {
    let journal: Journal
    /// Its next record; `nil` behind the last one that makes sense.
    var next: FleetPart?
    /// Where that one lies.
    private var place = 0

    init(_ journal: Journal) throws {
      self.journal = journal
      try advance()
    }

    mutating func advance() throws {
      next = nil
      guard let record = try journal.next() else { return }
      place = record.place
      next = try? JSONDecoder().decode(FleetPart.self, from: Data(record.bytes))
      if next == nil { journal.refuse(at: place) }
    }

    /// Cuts off the next record and all behind it.
    mutating func cut() throws {
      if next != nil { journal.refuse(at: place) }
      next = nil
      try journal.truncateTornTail()
    }
  }

  private var own: Source
  private var shards: [Source]
  private var isRecalling = true
  /// How many recordings it knows of, pass by pass.
  private(set) var count = 0

  /// Opens a journal, from which a study goes on.
  ///
  /// - Throws: That one cannot be read.
  init(_ journal: Journal, shards: [Journal] = []) throws {
    own = try Source(journal)
    self.shards = try shards.map { try Source($0) }
  }

  func recall(_ pass: FleetPart.Pass, _ recording: String) throws -> FleetPart? {
    func isAsked(_ source: Source) -> Bool {
      source.next.map { $0.pass == pass && $0.recording == recording } ?? false
    }
    if let part = own.next, isAsked(own) {
      try own.advance()
      count += 1
      return part
    }
    guard let index = shards.firstIndex(where: isAsked) else { return nil }
    defer { count += 1 }
    let part = shards[index].next
    try shards[index].advance()
    return part
  }

  func keep(_ part: FleetPart) throws {
    if isRecalling {
      // What follows the last record that was recalled is torn, or was asked in another order.
      isRecalling = false
      try own.cut()
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try own.journal.append(Array(try encoder.encode(part))[...])
    count += 1
  }
}
