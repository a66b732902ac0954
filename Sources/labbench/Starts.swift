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
