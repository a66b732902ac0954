import Foundation
import LabResults

/// What was found out of the recordings of a fleet: by this command, by one that was broken off,
/// and by shards.
///
/// A journal has a record for each recording and pass, in the order in which a study asks for them.
/// Of each journal the next record is known, and no more.
final class FleetJournal: FleetMemory {
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
  /// - Parameters:
  ///   - journal: The journal of the study.
  ///   - shards: Those of parts of it.
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
