import Foundation
package import LabImport
import LabKernel
import LabLanguage
import LabText

/// The bytes of a file or of standard input, read once and piece by piece.
package final class FileBytes {
  /// The operand that stands for standard input.
  package static let standardInput = "-"

  /// What messages call it.
  package let title: String
  /// Why reading ended before the file did.
  package private(set) var failure: String?
  private let handle: FileHandle
  /// The first bytes, until they are handed out.
  private var start: [UInt8] = []

  /// Opens a file, or standard input for '-'.
  package init(_ path: String) throws(TraceFile.Refusal) {
    title = Self.title(of: path)
    guard path != Self.standardInput else {
      handle = .standardInput
      start = Self.peeked.withLock { $0 }
      return
    }
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    let reason: InputFile.Problem
    switch attributes?[.type] as? FileAttributeType {
    case nil: reason = .missing(at: path)
    case .typeRegular?:
      if let handle = FileHandle(forReadingAtPath: path) {
        self.handle = handle
        return
      }
      reason = .unreadable
    default: reason = .notAFile
    }
    // A document of Instruments is a folder.
    let remedy = path.hasSuffix(".trace") ? " " + TraceFormat.instruments.remedy : ""
    throw TraceFile.Refusal(
      message: "\(title): error: the file cannot be read: \(reason).\(remedy)", status: .wrongInput)
  }

  /// What was read of standard input only to look at it.
  private static let peeked = Locked<[UInt8]>([])

  /// Returns the first bytes of a file, which the next reader gets too; `nil` of none that can be
  /// read.
  package static func head(of path: String) -> [UInt8]? {
    guard let file = try? FileBytes(path) else { return nil }
    let head = file.head()
    if path == Self.standardInput { peeked.withLock { $0 = head } }
    return head
  }

  /// Returns the name of a file for one line of a terminal.
  package static func title(of path: String) -> String {
    path == Self.standardInput ? "<stdin>" : Label.clean(path, length: .max)
  }

  /// Returns the first 4 KB, or all bytes of a shorter file, which are read again later.
  package func head() -> [UInt8] {
    while start.count < 4096 {
      let piece = next()
      if piece.isEmpty { break }
      start += piece
    }
    return start
  }

  /// Returns all bytes, cut off behind the largest size that a recording may have.
  package func all() -> [UInt8] {
    var all = start
    start = []
    while all.count <= InputFile.limit {
      let piece = next()
      if piece.isEmpty { break }
      all += piece
    }
    return all
  }

  package var source: ByteSource {
    ByteSource { [self] in
      guard start.isEmpty else {
        defer { start = [] }
        return start
      }
      return next()
    }
  }

  private func next() -> [UInt8] {
    do {
      return [UInt8](try handle.read(upToCount: 1 << 18) ?? Data())
    } catch {
      failure = error.localizedDescription
      return []
    }
  }
}
