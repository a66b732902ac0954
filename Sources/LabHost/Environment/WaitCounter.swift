import Foundation

/// How long one thread has waited for a processor, read at every callback: without memory, in about
/// a microsecond.
final class WaitCounter {
  private let file: Int32
  private var bytes = [UInt8](repeating: 0, count: 96)

  /// Opens the counter of the calling thread; on a system without one it tells nothing.
  init() { file = unsafe open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC) }

  deinit { if file >= 0 { close(file) } }

  /// The nanoseconds until now; `nil` if the system does not say.
  var nanoseconds: Int64? {
    guard file >= 0 else { return nil }
    let file = file
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe pread(file, bytes.baseAddress, bytes.count, 0)
    }
    guard count > 0 else { return nil }
    // The second number of the line.
    var (number, words) = (Int64(0), 0)
    for byte in bytes[..<count] {
      if (48...57).contains(byte) {
        if words == 1 { number = number * 10 + Int64(byte - 48) }
      } else {
        words += 1
        if words > 1 { return number }
      }
    }
    return nil
  }
}
