import CLabAtomics
import CoreFoundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that is written beside its place, and moved there when it is whole.
///
/// It takes the place of a file alone: a link, a folder, a device or a pipe is never replaced.
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
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    var beside = ""
    var descriptor: Int32 = -1
    // A process of the same number may have been killed and have left such a file.
    for _ in 0..<1_000 {
      let number = unsafe lab_word_add(Self.count, 1)
      beside = "\(folder).recorder-\(getpid())-\(number)"
      descriptor = unsafe open(beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      if descriptor >= 0 || errno != EEXIST { break }
    }
    guard descriptor >= 0 else { throw .system(path) }
    (self.path, besidePath, self.descriptor) = (path, beside, descriptor)
    if let rights = old.rights { fchmod(descriptor, rights) }
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
    #if canImport(Darwin)
      let resource = RLIMIT_FSIZE
    #else
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #endif
    var limit = rlimit()
    // A larger file is answered with a signal.
    if unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < UInt64(size) {
      throw tooLarge(EFBIG, size)
    }
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

  private func tooLarge(_ number: Int32, _ size: Int) -> RecorderError {
    .system(path, number, "; the ring takes \(size) bytes: give fewer records, or make room")
  }

  /// Appends text.
  func write(_ text: String) throws(RecorderError) {
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
