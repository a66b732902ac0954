#if hasFeature(Embedded)
  // Where there is no disk, a script comes with its files, and no trace of another tool is read.
  extension InputFile {
    package static func read(_ path: String) throws(Problem) -> [UInt8] { throw .missing() }
    static func near(_ path: String) -> String? { nil }
    package static func names(in folder: String) -> [String] { [] }
  }

  extension ForeignTrace {
    static func recording(
      in bytes: [UInt8], path: String, place: Place
    ) throws(Mistake) -> [UInt8]? { nil }
  }
#else
  import Foundation
  import LabImport
  import LabText
  import LabWorkload

  // The only part of the library that touches a disk.
  extension InputFile {
    /// Returns the bytes of a file, cut off one byte after the largest size that is ever accepted.
    package static func read(_ path: String) throws(Problem) -> [UInt8] {
      let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else {
        throw .missing(at: path)
      }
      // Opening a pipe would wait for a writer, perhaps for ever.
      guard attributes[.type] as? FileAttributeType == .typeRegular else { throw .notAFile }
      guard let handle = try? FileHandle(forReadingFrom: url),
        let data = try? handle.read(upToCount: limit + 1) ?? Data()
      else { throw .unreadable }
      return [UInt8](data)
    }

    /// Returns the file that may have been meant by a path at which there is none.
    static func near(_ path: String) -> String? {
      let end = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
      let folder = String(path[..<end])
      let shown = names(in: folder).filter { Label.clean($0, length: .max) == $0 }.sorted()
      return Spelling.nearest(to: String(path[end...]), among: shown).map { folder + $0 }
    }

    /// Returns the names of what a folder holds, but for folders, in no order.
    ///
    /// - Parameter folder: A path with a slash at its end; empty for the working folder.
    /// - Returns: The names; none of a folder that cannot be read.
    package static func names(in folder: String) -> [String] {
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: folder.isEmpty ? "." : folder)
      return (names ?? []).filter { name in
        var isFolder: ObjCBool = false
        _ = unsafe FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder)
        return !isFolder.boolValue
      }
    }
  }

  extension ForeignTrace {
    private static let own = Recording.headers + [VsyncRecording.header, DurationTable.header]

    /// Returns the tasks and vsyncs of a trace as text; `nil` if the file is no trace.
    ///
    /// - Throws: The reason why the trace cannot serve, where the script names it.
    package static func recording(
      in bytes: [UInt8], path: String, place: Place
    ) throws(Mistake) -> [UInt8]? {
      guard !isOwn(bytes) else { return nil }
      let isPacked = bytes.starts(with: [0x1f, 0x8b])
      do throws(ImportFailure) {
        if !isPacked { _ = try TraceFormat.recognize(Array(bytes.prefix(4096))) }
        guard bytes.count <= Limits.recordingBytes else {
          throw .tooLarge("the file is too large for a script. Import it: runlooplab import FILE")
        }
        let writer = RecordingWriter(try TraceImporter.read(ByteSource(bytes)))
        return Array((writer.recording + (writer.vsyncs ?? "")).utf8)
      } catch {
        if error == TraceFormat.unknown { return nil }
        if case .empty = error, bytes.allSatisfy({ $0 <= 0x20 }) { return nil }
        throw Mistake(place, "'\(path)': \(words(of: error))")
      }
    }

    private static func isOwn(_ bytes: [UInt8]) -> Bool {
      let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
      return own.contains { text.starts(with: $0.utf8) }
    }

    private static func words(of failure: ImportFailure) -> String {
      guard case .ambiguous(let threads) = failure else { return "\(failure)" }
      return
        "\(threads.count) threads could be the main thread. Choose one and write its recording:"
        + " runlooplab import FILE --thread NAME --process NUMBER"
    }
  }
#endif
