import LabKernel
import LabTrace
import Testing

@Suite struct `A trace` {
  @Test func `spends 32 bytes on a record`() {
    #expect(MemoryLayout<TraceRecord>.stride == 32)
  }

  @Test func `has one fingerprint at every level of detail`() {
    #expect(sample(.measurements).fingerprint == sample(.everything).fingerprint)
    #expect(sample(.measurements).records.count == 1)
    #expect(sample(.everything).records.count == 2)
  }

  @Test func `has another fingerprint after the smallest change`() {
    var late = sample(.everything)
    late.append(.commit(updates: 0, renderCost: 0), at: .nanoseconds(1))
    var early = sample(.everything)
    early.append(.commit(updates: 0, renderCost: 0), at: .start)
    #expect(late.fingerprint != early.fingerprint)
  }

  @Test func `has this fingerprint for ever`() {
    // Recorded once; manifests compare fingerprints across versions.
    #expect(sample(.everything).fingerprint == 3_241_027_185_851_336_639)
  }

  /// A record's kind is read as it lies in memory, without a look at its number.
  @Test(arguments: TraceKind.allCases)
  func `has kinds that lie in memory as they are numbered`(kind: TraceKind) {
    #expect(MemoryLayout<TraceKind>.size == 1)
    #expect(unsafe unsafeBitCast(kind, to: UInt8.self) == kind.rawValue)
  }

  @Test func `gives a name one index`() {
    var trace = Trace()
    #expect(trace.intern("a") == 0)
    #expect(trace.intern("b") == 1)
    #expect(trace.intern("a") == 0)
  }

  @Test(arguments: 1...5)
  func `keeps no more records than it may before it hands them over`(limit: Int) {
    let recorder = TraceRecorder(World())
    for _ in 0..<limit { recorder.record(.ended) }
    var counts: [Int] = []
    recorder.handOver(every: limit) { counts.append($0.records.count) }
    for _ in 0..<(2 * limit + 1) { recorder.record(.ended) }
    recorder.handOver()
    #expect(counts.max() == limit)
    #expect(counts.reduce(0, +) == 3 * limit + 1)
  }

  private func sample(_ detail: Trace.Detail) -> Trace {
    var trace = Trace(detail: detail)
    let subject = trace.intern("ball")
    trace.addMode("default")
    trace.append(.activity(.beforeTimers), at: .start, mode: 0, depth: 1)
    let due = Instant.milliseconds(16)
    trace.append(
      .calloutBegan(subject, .timer, due: due, newest: .start), at: due, mode: 0, depth: 1)
    return trace
  }
}
