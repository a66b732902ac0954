import Foundation
import Synchronization

/// The rows of one run in one list: in memory as long as they are few, then in a file without a name.
///
/// One thread at a time uses it: the one that makes the run, then the one that records it.
final class RowSpool: @unchecked Sendable {
  /// How many files all lists together may have open; a process may open a thousand on some systems.
  private static let openLimit = 128
  private static let openCount = Atomic(0)

  private let folder: String?
  /// How many bytes are kept in memory.
  private let limit: Int
  private var csv = CSVWriter()
  private var file: DiskFile?
  /// The rows that are not in the file.
  private var rest: [UInt8] = []
  private var sum = ContentHash()
  private var failure: ResultFolder.Failure?

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - folder: Where the file lies if there are many rows; `nil` for never.
  ///   - limit: How many bytes are kept in memory.
  init(in folder: String?, keeping limit: Int = 1 << 18) {
    self.folder = folder
    self.limit = limit
  }

  /// Appends a row of a file.
  ///
  /// If the system refuses to write it, ``finish()`` throws.
  func append<Row>(_ row: Row, to file: CSVFile<Row>) {
    file.append(row, to: &csv)
    if folder != nil { csv.drain(to: spill, beyond: limit) }
  }

  deinit {
    if file != nil { Self.openCount.subtract(1, ordering: .relaxed) }
  }

  private func spill(_ bytes: [UInt8]) {
    guard failure == nil, let folder else { return }
    sum.update(bytes[...])
    do throws(ResultFolder.Failure) {
      if file == nil, rest.isEmpty, Self.takePlace() {
        do throws(ResultFolder.Failure) {
          file = try DiskFile(temporaryIn: folder)
        } catch {
          Self.openCount.subtract(1, ordering: .relaxed)
          throw error
        }
      }
      if let file { try file.append(bytes) } else { rest += bytes }
    } catch {
      failure = error
    }
  }

  /// Whether one more file may be open, which then counts.
  private static func takePlace() -> Bool {
    let count = openCount.add(1, ordering: .relaxed).newValue
    if count > openLimit { openCount.subtract(1, ordering: .relaxed) }
    return count <= openLimit
  }

  /// Ends the list.
  ///
  /// - Throws: ``ResultFolder/Failure`` if a row could not be kept.
  func finish() throws(ResultFolder.Failure) {
    if let failure { throw failure }
    let bytes = csv.bytes
    csv = CSVWriter()
    sum.update(bytes[...])
    rest += bytes
  }

  /// The rows of a list that has ended and lies in memory.
  var bytes: [UInt8] {
    precondition(file == nil, "the rows lie in a file")
    return rest
  }

  /// How many bytes the rows have, once the list has ended.
  var count: Int { (file?.count ?? 0) + rest.count }

  /// The hash of all bytes, once the list has ended.
  var hash: UInt64 { sum.value }

  /// Appends all rows to a file.
  func write(to target: DiskFile) throws(ResultFolder.Failure) {
    let part = 1 << 20
    for begin in stride(from: 0, to: file?.count ?? 0, by: part) {
      if let file { try target.append(try file.reading.read(at: begin, count: part)) }
    }
    try target.append(rest)
  }
}
