import Foundation

/// An open file that any thread may read anywhere.
final class ReadableFile: Sendable {
  let path: String
  let descriptor: Int32

  /// Takes over an open file.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - descriptor: What the system returned for it; negative if it refused.
  /// - Throws: ``WriteError`` if it refused.
  init(_ path: String, descriptor: Int32) throws(WriteError) {
    self.path = path
    self.descriptor = descriptor
    try check(descriptor)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// How many bytes it holds.
  func measure() throws(WriteError) -> Int {
    let end = lseek(descriptor, 0, SEEK_END)
    try check(end)
    return Int(end)
  }

  /// Returns the bytes of a range, or fewer where the file ends.
  func read(at offset: Int, count: Int) throws(WriteError) -> [UInt8] {
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

  /// Throws if the system refused what was just asked of it.
  func check(_ status: some SignedInteger) throws(WriteError) {
    guard status < 0 else { return }
    throw .refused(path: path, reason: systemWords())
  }
}
