import CBenchLimits
import Foundation
import LabKernel
import LabLoop
import LabResults
import LabTrace

/// Small things that are done often.
enum Units {
  static let benchmarks = [recording, csvFormatting, csvCopying, agenda, unitTest]

  /// Appends records to a trace; the limit copies as many bytes into memory just as new.
  private static let recording = Benchmark(
    name: "trace-recording", size: 0, unit: "record", limitName: "memcpy into new memory",
    limitChecks: false, isFrugal: true
  ) { scale in
    let count = count(scale, 4_000_000)
    // What the language sets up when records are first appended is not theirs.
    let first = TraceRecorder(World())
    first.record(.taskEnded(0, serial: 0))
    precondition(first.trace.records.count == 1, "the first record is missing")
    let recorder = TraceRecorder(World(), into: Trace(expectedCount: count))
    let before = Memory.allocations
    var sample = Sample.measure(count) {
      for index in 0..<count { recorder.record(.taskEnded(0, serial: Int64(index))) }
      return recorder.trace.fingerprint
    }
    if let before, let after = Memory.allocations { sample.allocations = after - before }
    sample.bytesPerItem = Double(MemoryLayout<TraceRecord>.stride)
    return sample
  } performLimit: { scale in
    let count = count(scale, 4_000_000)
    let source = [UInt8](repeating: 1, count: count * MemoryLayout<TraceRecord>.stride)
    return Sample.measure(count) {
      let copy = unsafe [UInt8](unsafeUninitializedCapacity: source.count) { buffer, length in
        _ = unsafe buffer.initialize(from: source)
        length = source.count
      }
      return UInt64(copy[count / 2])
    }
  }

  private static let csvFormatting = Benchmark(
    name: "csv-formatting", size: 0, unit: "byte", limitName: "snprintf"
  ) { scale in
    var bytes: [UInt8] = []
    let sample = Sample.measure(1) {
      bytes = rows(count(scale, 1_000_000))
      return UInt64(bytes.count)
    }
    return Sample(count: bytes.count, seconds: sample.seconds, checksum: hash(bytes))
  } performLimit: { scale in
    let rows = count(scale, 1_000_000)
    var buffer = [CChar](repeating: 0, count: 40 * rows + 100)
    var length = 0
    let sample = Sample.measure(1) {
      length = unsafe limit_format(&buffer, buffer.count, rows)
      return 0
    }
    return Sample(
      count: length, seconds: sample.seconds,
      checksum: hash(buffer[..<length].map { UInt8(bitPattern: $0) }))
  }

  /// Formats rows and writes them into a file piece by piece, as results are; the limit copies
  /// them.
  private static let csvCopying = Benchmark(
    name: "csv-file", size: 0, unit: "byte", limitName: "memcpy", limitChecks: false
  ) { scale in
    let path = NSTemporaryDirectory() + "labbench-\(ProcessInfo.processInfo.processIdentifier).csv"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let sample = Sample.measure(1) {
      let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
      defer { close(file) }
      var csv = CSVWriter()
      for row in 0..<count(scale, 1_000_000) {
        append(row, to: &csv)
        csv.drain(to: { write($0, to: file) }, beyond: 1 << 18)
      }
      csv.drain { write($0, to: file) }
      return 0
    }
    let bytes = try Data(contentsOf: URL(filePath: path))
    return Sample(count: bytes.count, seconds: sample.seconds, checksum: hash(Array(bytes)))
  } performLimit: { scale in
    copyBytes(26 * count(scale, 1_000_000))
  }

  /// Entries of the agenda, each delivered once; the limit fires a heap as often.
  private static let agenda = Benchmark(
    name: "agenda", size: 65_536, unit: "entry", limitName: "C 4-ary heap", limitChecks: false
  ) { scale in
    let count = count(scale, 65_536)
    let world = World()
    var delivered = 0
    let (_, bytes) = Memory.measure(items: count) {
      for index in 0..<count {
        let device = world.makeDevice("entry") { _ in delivered += 1 }
        world.schedule(device, at: dueInstant(of: index))
      }
    }
    var sample = Sample.measure(count) {
      world.spend(.seconds(1))
      return UInt64(delivered)
    }
    sample.bytesPerItem = bytes
    return sample
  } performLimit: { scale in
    let count = count(scale, 65_536)
    let due = (0..<count).map { dueInstant(of: $0).nanoseconds }
    let heap = unsafe limit_heap_make(count, due, due)
    defer { unsafe limit_heap_free(heap) }
    return Sample.measure(count) { unsafe limit_heap_run(heap, UInt64(count)) }
  }

  /// A world, a loop and a timer of 10 ms, for 100 ms: the size of one assertion.
  private static let unitTest = Benchmark(
    name: "unit-test", size: 1, unit: "test", limitName: "C 4-ary heap, ten fires",
    limitChecks: false
  ) { scale in
    let count = count(scale, 20_000)
    return Sample.measure(count) { UInt64(performUnitTests(count) / count) }
  } performLimit: { scale in
    let count = count(scale, 20_000)
    return Sample.measure(count) {
      for _ in 0..<count {
        let heap = unsafe limit_heap_make(1, [10_000_000], [10_000_000])
        unsafe limit_heap_run(heap, 10)
        unsafe limit_heap_free(heap)
      }
      return 10
    }
  }

  /// Returns how often the timers of so many tests fire in all.
  static func performUnitTests(_ count: Int) -> Int {
    var fires = 0
    for _ in 0..<count {
      let loop = SimulatedRunLoop(in: World())
      let timer = loop.makeTimer("timer", at: .milliseconds(10), every: .milliseconds(10)) {
        _, _ in fires += 1
      }
      loop.add(timer, to: .default)
      loop.run(.default, for: .milliseconds(100))
    }
    return fires
  }

  private static func count(_ scale: Benchmark.Scale, _ full: Int) -> Int {
    scale == .smoke ? min(full, 1_000) : full
  }

  private static func dueInstant(of entry: Int) -> Instant {
    Instant(nanoseconds: Int64(mixBits(UInt64(entry)) % 1_000_000_000))
  }

  /// The rows that `limit_format` writes.
  private static func rows(_ count: Int) -> [UInt8] {
    var csv = CSVWriter()
    for row in 0..<count { append(row, to: &csv) }
    return csv.bytes
  }

  private static func write(_ bytes: [UInt8], to file: Int32) {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Foundation.write(file, $0.baseAddress, $0.count)
    }
    precondition(count == bytes.count, "the system refused to write")
  }

  private static func append(_ row: Int, to csv: inout CSVWriter) {
    csv.field("ball")
    csv.field(row)
    csv.milliseconds(Int64(row + row / 9 + 1) * 16_666_667)
    csv.field(row % 7)
    csv.field(row % 2 == 0 ? 1 : 0)
    csv.endRow()
  }

  private static func copyBytes(_ count: Int) -> Sample {
    let source = [UInt8](repeating: 1, count: count)
    var copy = [UInt8](repeating: 0, count: count)
    return Sample.measure(count) {
      unsafe copy.withUnsafeMutableBytes { unsafe $0.copyBytes(from: source) }
      return UInt64(copy[count / 2])
    }
  }

  /// Tells bytes apart.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0) { $0 &* 31 &+ UInt64($1) }
  }
}
