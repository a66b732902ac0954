import Foundation

/// The three descriptors with which every program begins.
enum StandardStreams {
  /// Opens those that are closed, so that no file of a result is ever opened in their place.
  ///
  /// Standard output is opened in such a way that whatever is written to it fails, since it would
  /// be lost without a word otherwise.
  static func open() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      // The system gives out the lowest number that is free, which is this one.
      let mode = descriptor == 1 ? O_RDONLY : O_RDWR
      _ = unsafe Foundation.open("/dev/null", mode)
    }
  }
}
