import CBenchLimits
import Foundation

/// Starting the command, by the clock on the wall, beside a command that does nothing.
enum Starts {
  static let benchmarks = [
    benchmark("start-up-help") { _ in ["--help"] },
    benchmark("start-up-check") { folder in
      let path = folder + "small.lab"
      try script.write(toFile: path, atomically: true, encoding: .utf8)
      return ["check", path]
    },
  ]

  private static let script = """
    title     A small script
    question  How long does it take to find no mistake in it?
    display   60 Hz
    run       1 s
    arm timer
      timer ball every 1/60 s phase 0.5 in default
    arm link
      link  ball in default
    expect link.ball.double_fires == 0

    """

  private static func benchmark(
    _ name: String, _ words: @escaping @Sendable (_ folder: String) throws -> [String]
  ) -> Benchmark {
    Benchmark(
      name: name, size: 0, unit: "start", limitName: "/usr/bin/true", limitChecks: false
    ) { scale in
      let folder =
        NSTemporaryDirectory() + "labbench-\(ProcessInfo.processInfo.processIdentifier)/"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let command = Bundle.main.bundleURL.appending(path: "runlooplab").path
      return start(command, try words(folder), scale)
    } performLimit: { scale in
      start("/usr/bin/true", ["now"], scale)
    }
  }

  private static func start(
    _ command: String, _ words: [String], _ scale: Benchmark.Scale
  ) -> Sample {
    let count = scale == .smoke ? 1 : 20
    let ends = (0..<count).map { _ in
      unsafe limit_run(command, words.joined(separator: "\n"))
    }
    let time = ends.reduce(0) { $0 + $1.nanoseconds }
    var sample = Sample(
      count: count, seconds: Double(time) / 1e9,
      checksum: UInt64(ends.count { $0.status != 0 }))
    sample.bytesPerItem = ends.map(\.bytes).max().flatMap { $0 < 0 ? nil : Double($0) }
    return sample
  }
}

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
