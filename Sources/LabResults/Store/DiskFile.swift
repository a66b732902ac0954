import Foundation

/// A file that grows at its end and is read anywhere.
package final class DiskFile {
  /// The file to be read, by other threads too.
  let reading: ReadableFile
  package private(set) var count: Int

  /// Opens a file, which is created if it is not there.
  package convenience init(_ path: String) throws(WriteError) {
    try self.init(
      path, descriptor: unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644))
  }

  /// Opens a file that is there, and is only read.
  package convenience init(reading path: String) throws(WriteError) {
    // A pipe would wait for its writer.
    try self.init(path, descriptor: unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
  }

  /// Where files without a name are made.
  static var temporaryFolder: String { FileManager.default.temporaryDirectory.path }

  /// Makes a file without a name, which is gone when it is closed.
  convenience init(temporaryIn folder: String) throws(WriteError) {
    var template = Array(
      (folder as NSString).appendingPathComponent("runlooplab.XXXXXX").utf8CString)
    try self.init(folder, descriptor: unsafe mkstemp(&template))
    unsafe unlink(template)
  }

  private init(_ path: String, descriptor: Int32) throws(WriteError) {
    reading = try ReadableFile(path, descriptor: descriptor)
    count = try reading.measure()
  }

  /// Appends bytes; what was written before stays readable if the system refuses.
  package func append(_ bytes: [UInt8]) throws(WriteError) {
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(
          reading.descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done,
          off_t(count + done))
      }
      if written < 0, errno == EINTR { continue }
      try reading.check(written)
      done += written
    }
    count += done
  }

  /// Cuts the file off.
  package func truncate(to count: Int) throws(WriteError) {
    guard count != self.count else { return }
    try reading.check(ftruncate(reading.descriptor, off_t(count)))
    self.count = count
  }

  /// Waits until the disk has everything.
  package func synchronize() throws(WriteError) { try reading.check(fsync(reading.descriptor)) }
}
