import Foundation

/// A file that grows at its end and is read anywhere.
final class DiskFile {
  let path: String
  private(set) var count: Int

  private let descriptor: Int32

  /// Opens a file, which is created if it is not there.
  init(_ path: String) throws(ResultFolder.Failure) {
    self.path = path
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    count = 0
    try measure()
  }

  private func measure() throws(ResultFolder.Failure) {
    try check(descriptor)
    let end = lseek(descriptor, 0, SEEK_END)
    try check(end)
    count = Int(end)
  }

  /// Opens a file that is there, and is only read.
  init(reading path: String) throws(ResultFolder.Failure) {
    self.path = path
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    count = 0
    try measure()
  }

  /// Makes a file without a name, which is gone when nobody holds it any more.
  init(temporaryIn folder: String) throws(ResultFolder.Failure) {
    path = folder
    count = 0
    var template = Array(
      (folder as NSString).appendingPathComponent("runlooplab.XXXXXX").utf8CString)
    descriptor = unsafe mkstemp(&template)
    try check(descriptor)
    unsafe unlink(template)
  }

  deinit { close(descriptor) }

  /// Appends bytes; what was written before stays readable if the system refuses.
  func append(_ bytes: [UInt8]) throws(ResultFolder.Failure) {
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(
          descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done,
          off_t(count + done))
      }
      if written < 0, errno == EINTR { continue }
      try check(written)
      done += written
    }
    count += done
  }

  /// Returns the bytes of a range, or fewer where the file ends.
  func read(at offset: Int, count: Int) throws(ResultFolder.Failure) -> [UInt8] {
    var done = 0
    var status = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while done < buffer.count {
        status = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done,
          off_t(offset + done))
        if status < 0, errno == EINTR { continue }
        guard status > 0 else { break }
        done += status
      }
      filled = done
    }
    try check(status)
    return bytes
  }

  /// Cuts the file off.
  func truncate(to count: Int) throws(ResultFolder.Failure) {
    try check(ftruncate(descriptor, off_t(count)))
    self.count = count
  }

  /// Waits until the disk has everything.
  func synchronize() throws(ResultFolder.Failure) { try check(fsync(descriptor)) }

  private func check(_ status: some SignedInteger) throws(ResultFolder.Failure) {
    guard status < 0 else { return }
    throw .refused(path: path, reason: unsafe String(cString: strerror(errno)))
  }
}
