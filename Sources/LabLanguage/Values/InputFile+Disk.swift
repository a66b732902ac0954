#if hasFeature(Embedded)
  // Where there is no disk, a script comes with its files, and no trace of another tool is read.
  extension InputFile {
    package static func read(_ path: String) throws(Problem) -> [UInt8] { throw .missing() }
    static func missing(_ path: String, called name: String) -> String? { nil }
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

    /// Says that there is nothing at a path, and what is there that may have been meant.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - name: What it is called, as are other files beside it.
    /// - Returns: The file of the nearest name, or the first ones of the same ending; `nil` if
    ///   there is none.
    static func missing(_ path: String, called name: String) -> String? {
      let (folder, file) = parts(of: path)
      guard folder.isEmpty || FileManager.default.fileExists(atPath: folder) else {
        return "there is no folder '\(parts(of: name).folder.dropLast())'"
      }
      let ending = (file as NSString).pathExtension
      let shown = names(in: folder).filter { Label.clean($0, length: .max) == $0 }.sorted()
      let alike = shown.filter { !ending.isEmpty && ($0 as NSString).pathExtension == ending }
      let near = Spelling.nearest(to: file, among: shown).map { [$0] } ?? alike
      guard !near.isEmpty, !file.contains("*") else { return nil }
      let named = near.prefix(near.count > 4 ? 3 : 4).map { "'\(parts(of: name).folder)\($0)'" }
      return "there is no such file, but \(listed(named + (near.count > 4 ? ["others"] : [])))"
        + (near.count == 1 ? " is there" : " are there")
    }

    /// The folder of a path with its slash, and the name behind it.
    private static func parts(of path: String) -> (folder: String, name: String) {
      let end = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
      return (String(path[..<end]), String(path[end...]))
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
