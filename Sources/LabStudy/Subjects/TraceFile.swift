import Foundation
package import LabImport
import LabKernel
import LabLanguage
package import LabText

/// A trace of another tool, as it was named, with what is taken of it.
package struct TraceFile {
  /// A trace that cannot serve, and what the command ends with.
  package struct Refusal: UserError {
    /// The file, what is wrong, and what to do.
    package let message: String
    /// How the command ends.
    package let status: ExitStatus
    /// Whether the message begins with the file: it always does.
    package var hasPlace: Bool { true }
  }

  /// Where it is; `-` is standard input.
  package let path: String
  /// What is taken of it.
  package let options: ImportOptions
  /// What a task takes.
  package let clock: RecordingWriter.Clock
  private let other: String?
  private let isStrict: Bool

  /// Names a trace.
  ///
  /// - Parameters:
  ///   - path: Where it is; `-` is standard input.
  ///   - options: What is taken of it.
  ///   - clock: What a task takes.
  ///   - other: Another export that is joined; `nil` for none.
  ///   - isStrict: Whether a file that ends in the middle is refused.
  package init(
    _ path: String, _ options: ImportOptions, clock: RecordingWriter.Clock = .wall,
    joining other: String? = nil, isStrict: Bool = false
  ) {
    (self.path, self.options, self.clock) = (path, options, clock)
    (self.other, self.isStrict) = (other, isStrict)
  }

  /// Takes all of a trace's main thread, but for tasks that are shorter.
  package init(whole path: String, least: Int64 = 0) {
    self.init(path, ImportOptions(least: least))
  }

  /// Whether a file can be tried, by its first bytes.
  package static func isTrace(_ path: String) -> Bool {
    guard path != FileBytes.standardInput, !path.hasSuffix(".lab"),
      let head = try? FileBytes(path).head()
    else { return false }
    return TrialInput.isRecording(head) || head.starts(with: [0x1f, 0x8b])
      || (try? TraceFormat.recognize(head)) != nil
  }

  /// The name of a recording that is made of the file: its own without extensions, as one word.
  package var name: String { Self.name(of: path == FileBytes.standardInput ? "stdin" : path) }

  /// What messages and titles call the file.
  package var title: String { FileBytes.title(of: path) }

  /// Returns the name that a recording or a script has, from a path.
  package static func name(of path: String) -> String {
    var name = (path as NSString).lastPathComponent
    let extensions = [
      "gz", "json", "trace", "xml", "txt", "csv", "html", "log", "pb", "pftrace", "perfetto-trace",
      "lab",
    ]
    while let known = extensions.first(where: { name.hasSuffix(".\($0)") }),
      name.count > known.count + 1
    {
      name.removeLast(known.count + 1)
    }
    let word = String(name.map { $0.isLetter || $0.isNumber || "_-.".contains($0) ? $0 : "_" })
    return word.first.map { $0.isLetter || $0.isNumber } == true ? word : "trace" + word
  }

  /// Reads the trace.
  ///
  /// - Throws: ``Refusal`` with the reason and the remedy.
  package func read() throws(Refusal) -> ImportedTrace { try read(FileBytes(path)) }

  /// Reads the trace from bytes of which the start may have been looked at.
  package func read(_ source: FileBytes) throws(Refusal) -> ImportedTrace {
    let trace: ImportedTrace
    let joined = try other.map { path throws(Refusal) in try FileBytes(path) }
    do throws(ImportFailure) {
      trace = try TraceImporter.read(
        source.source, options: options, joining: joined?.source)
    } catch {
      throw refusal(error)
    }
    try check(source, joined)
    if isStrict, trace.tally.isTruncated {
      throw Refusal(
        message: "\(title): error: the file ends in the middle. Without --whole-file what is"
          + " whole is taken.", status: .wrongInput)
    }
    return trace
  }

  /// Reads the threads that could be the main thread.
  package func threads(_ source: FileBytes) throws(Refusal) -> [ImportedTrace.Thread] {
    let threads: [ImportedTrace.Thread]
    do throws(ImportFailure) {
      threads = try TraceImporter.threads(source.source, options: options)
    } catch {
      throw refusal(error)
    }
    try check(source, nil)
    return threads
  }

  /// Throws if a file could not be read to its end.
  package func check(_ files: FileBytes?...) throws(Refusal) {
    for case let file? in files {
      guard let reason = file.failure else { continue }
      throw Refusal(
        message: "\(file.title): error: the file cannot be read: \(reason).", status: .wrongInput)
    }
  }

  /// Returns what is said of a trace that cannot serve.
  package func refusal(_ failure: ImportFailure) -> Refusal {
    let isChosen =
      options.thread != nil || options.process != nil || options.from != nil || options.to != nil
    let status: ExitStatus =
      switch failure {
      case .ambiguous: .wrongUsage
      case .empty where isChosen: .wrongUsage
      case .empty, .unsupported, .broken, .tooLarge: .wrongInput
      }
    if path == FileBytes.standardInput, failure == TraceFormat.nothing {
      return Refusal(
        message: "\(title): error: nothing came. Write the name of a file instead of '-', or"
          + " '- < FILE'.", status: status)
    }
    let list = path == FileBytes.standardInput ? nil : ListStudy.remark(on: path)
    return Refusal(message: "\(title): error: \(list ?? "\(failure)")", status: status)
  }
}

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
