import CBenchLimits
import Foundation

/// Long runs with every list, performed by the command: the bytes are the most memory that it has.
enum LongLists {
  static let benchmarks = [benchmark(hours: 1), benchmark(hours: 2)]

  /// A timer and a link at 120 Hz beside 20 tasks a second of 1 to 30 ms.
  private static func script(seconds: Int) -> String {
    """
    title     Hours
    question  How much memory do lists take?
    display   120 Hz
    run       \(seconds) s
    load      work poisson 20 per s takes uniform 1..30 ms as main-queue
    arm both
      timer timer every 8333333 ns phase 0.5 in default takes 1 ms
      link  link in default takes 1 ms

    """
  }

  private static func benchmark(hours: Int) -> Benchmark {
    Benchmark(name: "hours-with-lists", size: hours, unit: "run") { scale in
      let folder =
        NSTemporaryDirectory() + "labbench-\(ProcessInfo.processInfo.processIdentifier)/"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let path = folder + "hours.lab"
      try script(seconds: scale == .smoke ? 5 : 3600 * hours)
        .write(toFile: path, atomically: true, encoding: .utf8)
      let words = ["run", path, "--trace", "--presentmon", "v2", "--out", folder + "results"]
      let end = unsafe limit_run(
        Bundle.main.bundleURL.appending(path: "runlooplab").path, words.joined(separator: "\n"))
      precondition(end.status == 0, "the command failed with status \(end.status)")
      var sample = Sample(count: 1, seconds: Double(end.nanoseconds) / 1e9, checksum: 0)
      sample.bytesPerItem = end.bytes < 0 ? nil : Double(end.bytes)
      return sample
    }
  }
}
