import CLabAtomics
import CoreFoundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that is written beside its place, and moved there when it is whole.
///
/// It takes the place of a file alone: a link, a folder, a device or a pipe is never replaced. It
/// is locked while it is made, so that what a killed process left is told from what a living one
/// makes, whatever their numbers are: in a container every process may be number 1.
final class NewFile {
  private let path: String
  /// Where it lies until it is moved.
  private let besidePath: String
  /// The open file; −1 if it was handed over.
  private(set) var descriptor: Int32

  /// Makes an empty file in the folder of its place, with the rights of the file that it replaces.
  ///
  /// - Throws: ``RecorderError`` if something else than a file lies there, or the system refuses.
  init(for path: String) throws(RecorderError) {
    let old = try FilePlace(path)
    let folder = Self.folder(of: path)
    var beside = ""
    var descriptor: Int32 = -1
    // A process of the same number may have been killed and have left such a file.
    for _ in 0..<1_000 {
      let number = unsafe lab_word_add(Self.count, 1)
      beside = "\(folder)\(Self.prefix)\(getpid())-\(number)"
      descriptor = unsafe open(beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      if descriptor < 0, errno == EEXIST { continue }
      // Another recorder may take it for a leftover before it is locked.
      // Some file systems have no locks.
      if descriptor < 0 || Self.lock(descriptor) != EWOULDBLOCK && Self.lies(descriptor, at: beside)
      {
        break
      }
      close(descriptor)
      descriptor = -1
    }
    guard descriptor >= 0 else { throw .system(path) }
    (self.path, besidePath, self.descriptor) = (path, beside, descriptor)
    if let rights = old.rights { fchmod(descriptor, rights) }
  }

  private static let prefix = ".recorder-"

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Locks an open file; returns 0, or the number of the error.
  private static func lock(_ descriptor: Int32) -> Int32 {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
  }

  /// Whether an open file lies at a path.
  private static func lies(_ descriptor: Int32, at path: String) -> Bool {
    var (mine, there) = (stat(), stat())
    guard unsafe fstat(descriptor, &mine) == 0, unsafe lstat(path, &there) == 0 else {
      return false
    }
    return mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
  }

  /// Removes what recorders left in the folder of a file whose processes were killed while they
  /// made theirs.
  static func removeLeftovers(beside path: String) {
    let folder = folder(of: path)
    guard let entries = unsafe opendir(folder.isEmpty ? "." : folder) else { return }
    defer { unsafe closedir(entries) }
    while let entry = unsafe readdir(entries) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      // As 'recorder-PID-N': nothing else is taken for one.
      let numbers = name.dropFirst(prefix.count).split(
        separator: "-", omittingEmptySubsequences: false)
      guard name.hasPrefix(prefix), numbers.count == 2, numbers.allSatisfy({ UInt64($0) != nil })
      else { continue }
      let place = folder + name
      let descriptor = unsafe open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if lock(descriptor) == 0, lies(descriptor, at: place) { unsafe unlink(place) }
      close(descriptor)
    }
  }

  /// How many such files the process has made.
  nonisolated(unsafe) private static let count: UnsafeMutablePointer<UInt64> = {
    let count = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    unsafe count.initialize(to: 0)
    return unsafe count
  }()

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unsafe unlink(besidePath)
  }

  /// Makes the file so large, with room on the disk for every byte of it: memory that is mapped to
  /// it can be written without a signal.
  func allocate(_ size: Int) throws(RecorderError) {
    guard Self.isWithinLimit(size) else { throw tooLarge(EFBIG, size) }
    #if canImport(Darwin)
      var room = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
        fst_length: off_t(size), fst_bytesalloc: 0)
      guard unsafe fcntl(descriptor, F_PREALLOCATE, &room) != -1,
        ftruncate(descriptor, off_t(size)) == 0
      else { throw tooLarge(errno, size) }
    #else
      var number = EINTR
      for _ in 0..<100 where number == EINTR {
        number = posix_fallocate(descriptor, 0, off_t(size))
      }
      guard number == 0 else { throw tooLarge(number, size) }
    #endif
  }

  /// Whether the process may make a file so large: a larger one is answered with a signal.
  private static func isWithinLimit(_ size: Int) -> Bool {
    #if canImport(Darwin)
      let resource = RLIMIT_FSIZE
    #else
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #endif
    var limit = rlimit()
    return unsafe getrlimit(resource, &limit) != 0 || limit.rlim_cur >= UInt64(size)
  }

  private func tooLarge(_ number: Int32, _ size: Int) -> RecorderError {
    .system(path, number, "; the ring takes \(size) bytes: give fewer records, or make room")
  }

  /// Writes all of the file.
  func write(_ text: String) throws(RecorderError) {
    guard Self.isWithinLimit(text.utf8.count) else { throw .system(path, EFBIG) }
    var text = text
    let number: Int32? = text.withUTF8 { bytes in
      var rest = unsafe UnsafeRawBufferPointer(bytes)[...]
      while unsafe !rest.isEmpty {
        let count = unsafe Self.write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count < 0 ? errno : ENOSPC }
        unsafe rest = rest.dropFirst(count)
      }
      return nil
    }
    if let number { throw .system(path, number) }
  }

  private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Moves the file to its place.
  ///
  /// - Parameter isReplacing: Whether it may take the place of another file.
  /// - Returns: Whether it did; not if another file came there meanwhile that it may not replace.
  /// - Throws: ``RecorderError`` if the system refuses.
  func move(replacing isReplacing: Bool) throws(RecorderError) -> Bool {
    if !isReplacing {
      if unsafe link(besidePath, path) == 0 {
        unsafe unlink(besidePath)
        return true
      }
      if errno == EEXIST { return false }
      // Some file systems have no second names.
    }
    guard unsafe rename(besidePath, path) == 0 else { throw .system(path) }
    return true
  }

  /// Returns the open file, which is the caller's from now on.
  func handOver() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What lies at a path before a file is written there: a file, or nothing.
struct FilePlace {
  /// Who may read and write the file that lies there; `nil` if there is none.
  let rights: mode_t?

  /// Looks at a path.
  ///
  /// - Throws: ``RecorderError`` if what lies there is no file: it is never replaced.
  init(_ path: String) throws(RecorderError) {
    var found = stat()
    guard unsafe lstat(path, &found) == 0 else {
      rights = nil
      return
    }
    let kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: nil as String?
      case S_IFLNK: "a link"
      case S_IFDIR: "a folder"
      case S_IFIFO: "a pipe"
      case S_IFSOCK: "a socket"
      default: "a device"
      }
    if let kind {
      throw .file(path, reason: "it is \(kind), which is not replaced: give the name of a file")
    }
    rights = found.st_mode & 0o777
  }
}

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
