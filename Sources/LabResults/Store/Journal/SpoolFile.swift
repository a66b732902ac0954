import Foundation
import LabKernel

/// A file without a name in which the lists of one run lie piece by piece, as far as they are long.
///
/// One thread at a time uses it: the one that makes the run, then the one that records it.
final class SpoolFile: @unchecked Sendable {
  /// How many of these files may be open; a process may open a thousand on some systems.
  private static let openLimit = 128
  private static let openCount = Counter(0)

  private let folder: String
  private var file: DiskFile?
  /// Whether everything stays in memory, because too many files are open.
  private var isRefused = false

  /// Prepares a file, which is made when something is to lie in it.
  ///
  /// - Parameter folder: Where it lies.
  init(in folder: String) { self.folder = folder }

  deinit {
    if file != nil { Self.openCount.add(-1) }
  }

  /// Appends a piece, and returns where it lies; `nil` if too many files are open.
  func append(_ bytes: [UInt8]) throws(WriteError) -> Range<Int>? {
    guard let file = try opened() else { return nil }
    let begin = file.count
    try file.append(bytes)
    return begin..<file.count
  }

  /// Returns a part of what lies in the file.
  func read(_ place: Range<Int>) throws(WriteError) -> [UInt8] {
    guard let file else { return [] }
    return try file.reading.read(at: place.lowerBound, count: place.count)
  }

  private func opened() throws(WriteError) -> DiskFile? {
    if file != nil || isRefused { return file }
    guard Self.takePlace() else {
      isRefused = true
      return nil
    }
    do throws(WriteError) {
      file = try DiskFile(temporaryIn: folder)
    } catch {
      Self.openCount.add(-1)
      throw error
    }
    return file
  }

  /// Whether one more file may be open, which then counts.
  private static func takePlace() -> Bool {
    let count = openCount.add(1)
    if count > openLimit { openCount.add(-1) }
    return count <= openLimit
  }
}
