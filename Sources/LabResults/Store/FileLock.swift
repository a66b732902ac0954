import Foundation

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
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - refusal: The error about what it guards, for the reason that the system gives.
  /// - Throws: That error if the system refuses.
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
