import CoreFoundation
import Foundation
import LabRecorder

/// What a recorder costs the app that it is in.
enum Recorder {
  static let benchmarks = [task, pass]

  /// A task that does nothing; the limit reads the clock twice.
  private static let task = Benchmark(
    name: "recorder-task", size: 0, unit: "task", limitName: "two reads of the clock",
    limitChecks: false, isFrugal: true
  ) { scale in
    let recorder = LoopRecorder.start(records: 1 << 10)
    defer { recorder.stop() }
    return frugal(count(scale, 2_000_000)) { recorder.task("step") {} }
  } performLimit: { scale in
    let count = count(scale, 2_000_000)
    return Sample.measure(count) {
      var sum: UInt64 = 0
      for _ in 0..<count { sum |= now() | now() }
      return sum == 0 ? 0 : 1
    }
  }

  /// A run of the loop with nothing to do, of which eight records are made; the limit is the same
  /// run without a recorder, whose allocations are not the recorder's.
  private static let pass = Benchmark(
    name: "recorder-pass", size: 8, unit: "pass", limitName: "the pass alone", limitChecks: false
  ) { scale in
    let alone = passes(scale)
    let recorder = LoopRecorder.start(records: 1 << 10)
    defer { recorder.stop() }
    var sample = passes(scale)
    sample.allocations = sample.allocations.map { $0 - (alone.allocations ?? 0) }
    return sample
  } performLimit: { scale in
    passes(scale)
  }

  /// Runs a loop that is not empty, each time for one pass that does not wait.
  private static func passes(_ scale: Benchmark.Scale) -> Sample {
    let timer = CFRunLoopTimerCreateWithHandler(nil, .infinity, 0, 0, 0) { _ in }
    CFRunLoopAddTimer(CFRunLoopGetMain(), timer, kCFRunLoopDefaultMode)
    defer { CFRunLoopTimerInvalidate(timer) }
    return frugal(count(scale, 100_000)) { _ = CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false) }
  }

  /// Measures work and its allocations, after it was done once.
  private static func frugal(_ count: Int, _ work: () -> Void) -> Sample {
    work()
    let before = Memory.allocations
    var sample = Sample.measure(count) {
      for _ in 0..<count { work() }
      return UInt64(count)
    }
    if let before, let after = Memory.allocations { sample.allocations = after - before }
    return sample
  }

  private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

  private static func count(_ scale: Benchmark.Scale, _ full: Int) -> Int {
    scale == .smoke ? min(full, 1_000) : full
  }
}
