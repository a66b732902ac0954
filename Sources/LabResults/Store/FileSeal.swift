import Foundation

/// What a manifest says of a file, by which it is known to be as it was written.
package struct FileSeal: Codable, Hashable, Sendable {
  let name: String
  /// How many bytes it holds.
  let bytes: Int
  /// Their ``ContentHash``.
  let hash: String

  /// Reads a file to its end.
  ///
  /// - Throws: ``WriteError`` if it cannot be read.
  init(_ name: String, in folder: String) throws(WriteError) {
    try self.init(name, at: folder + "/" + name)
  }

  /// Reads a file to its end, which is called as it is named.
  ///
  /// - Throws: ``WriteError`` if it cannot be read.
  package init(at path: String) throws(WriteError) { try self.init(path, at: path) }

  private init(_ name: String, at path: String) throws(WriteError) {
    let file = try DiskFile(reading: path)
    self.name = name
    bytes = file.count
    hash = hexadecimal(try file.reading.hash(of: 0..<file.count))
  }

  /// Returns the seals of all files of a folder, in the order of their names.
  ///
  /// - Throws: ``WriteError`` if one cannot be read.
  static func all(in folder: String) throws(WriteError) -> [FileSeal] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return try names.sorted().map { name throws(WriteError) in try FileSeal(name, in: folder) }
  }
}

extension ReadableFile {
  /// Returns the hash of a range of the file.
  func hash(of range: Range<Int>) throws(WriteError) -> UInt64 {
    var hash = ContentHash()
    for begin in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 20) {
      let part = try read(at: begin, count: min(1 << 20, range.upperBound - begin))
      hash.update(part[...])
    }
    return hash.value
  }
}
