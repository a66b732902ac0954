#if hasFeature(Embedded)
  // Where there is no disk, a file without a name lies in memory, and there is no other.

  /// A file that grows at its end and is read anywhere.
  package final class DiskFile {
    static let temporaryFolder = ""

    /// The file to be read.
    let reading = ReadableFile()
    package var count: Int { reading.bytes.count }

    init(temporaryIn folder: String) throws(WriteError) {}

    package init(reading path: String) throws(WriteError) {
      throw .refused(path: path, reason: "there is no disk")
    }

    /// Appends bytes.
    package func append(_ bytes: [UInt8]) throws(WriteError) { reading.bytes += bytes }

    /// Cuts the file off.
    package func truncate(to count: Int) throws(WriteError) {
      reading.bytes.removeLast(self.count - count)
    }
  }

  /// Bytes that may be read anywhere.
  final class ReadableFile: @unchecked Sendable {
    let path = ""
    fileprivate(set) var bytes: [UInt8] = []

    /// Returns the bytes of a range, or fewer where the file ends.
    func read(at offset: Int, count: Int) throws(WriteError) -> [UInt8] {
      Array(bytes.dropFirst(offset).prefix(count))
    }
  }
#endif
