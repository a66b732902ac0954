package import Foundation

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

/// An exclusive lock on a file, which the system releases when its holder ends, however it ends.
///
/// Nothing is read from the number of a process: in a container every process may be number 1, and
/// on a shared folder the holder may run on another host.
///
/// - Source: flock(2).
final class FileLock {
  private let path: String
  private let descriptor: Int32

  /// Takes the lock, or returns `nil` if another holder has it.
  init?(_ path: String, refusing refusal: (String) -> WriteError) throws(WriteError) {
    self.path = path
    // A holder that releases the lock removes the file, so that the file that was opened may be
    // gone when it is locked at last.
    for _ in 0..<100 {
      let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard descriptor >= 0 else { throw refusal(systemWords()) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(descriptor)
        if code == EWOULDBLOCK { return nil }
        if code == EINTR { continue }
        throw refusal("it cannot be locked: \(systemWords(code))")
      }
      if Self.isFile(at: path, open: descriptor) {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
    return nil
  }

  deinit {
    unsafe unlink(path)
    close(descriptor)
  }

  private static func isFile(at path: String, open descriptor: Int32) -> Bool {
    var (mine, there) = (stat(), stat())
    guard unsafe fstat(descriptor, &mine) == 0, unsafe lstat(path, &there) == 0 else {
      return false
    }
    return mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
  }
}

/// What a manifest says of a file, by which it is known to be as it was written.
package struct FileSeal: Codable, Hashable, Sendable {
  let name: String
  /// How many bytes it holds.
  let bytes: Int
  /// Their ``ContentHash``.
  let hash: String

  /// Reads a file to its end.
  init(_ name: String, in folder: String) throws(WriteError) {
    try self.init(name, at: folder + "/" + name)
  }

  /// Reads a file to its end, which is called as it is named.
  package init(at path: String) throws(WriteError) { try self.init(path, at: path) }

  private init(_ name: String, at path: String) throws(WriteError) {
    let file = try DiskFile(reading: path)
    self.name = name
    bytes = file.count
    hash = hexadecimal(try file.reading.hash(of: 0..<file.count))
  }

  /// Returns the seals of all files of a folder, in the order of their names.
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

extension Error {
  /// The error number of the system behind this error, or `nil` if the system had no part in it.
  package var systemCode: POSIXErrorCode? {
    let error = self as NSError
    if error.domain == NSPOSIXErrorDomain { return POSIXErrorCode(rawValue: Int32(error.code)) }
    if let code = (error.userInfo[NSUnderlyingErrorKey] as? any Error)?.systemCode { return code }
    guard let error = self as? CocoaError else { return nil }
    return switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: .ENOENT
    case .fileReadNoPermission, .fileWriteNoPermission: .EACCES
    case .fileWriteFileExists: .EEXIST
    case .fileWriteOutOfSpace: .ENOSPC
    case .fileReadTooLarge: .EFBIG
    case .fileWriteVolumeReadOnly: .EROFS
    default: nil
    }
  }

  /// Why the system refused, in its own words.
  package var systemReason: String {
    systemCode.map { systemWords($0.rawValue) } ?? "the system does not say why"
  }
}

/// Returns what the system says of an error, by its number.
func systemWords(_ code: Int32 = errno) -> String { unsafe String(cString: strerror(code)) }
