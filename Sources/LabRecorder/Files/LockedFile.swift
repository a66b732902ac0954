import CoreFoundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file of a recorder that has ended, kept from others until a new one lies in its place.
final class LockedFile {
  private let descriptor: Int32

  /// Locks a file.
  ///
  /// - Returns: `nil` if there is none.
  /// - Throws: ``RecorderError`` if a recorder writes it, or it is no file.
  init?(existingAt path: String) throws(RecorderError) {
    _ = try FilePlace(path)
    descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .system(path)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      close(descriptor)
      guard number == EWOULDBLOCK else { throw .system(path, number) }
      throw .file(path, reason: "another recorder writes it: give each recorder its own file")
    }
    // Another recorder may have replaced it before it was locked.
    var (mine, there) = (stat(), stat())
    guard unsafe fstat(descriptor, &mine) == 0, unsafe lstat(path, &there) == 0,
      mine.st_ino == there.st_ino, mine.st_dev == there.st_dev
    else {
      close(descriptor)
      throw .file(path, reason: "another recorder makes it just now: give each its own file")
    }
  }

  deinit { close(descriptor) }
}
