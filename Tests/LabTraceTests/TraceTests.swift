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
    late.append(TraceRecord(time: .at(.nanoseconds(1)), kind: .commit))
    var early = sample(.everything)
    early.append(TraceRecord(time: .start, kind: .commit))
    #expect(late.fingerprint != early.fingerprint)
  }

  @Test func `has this fingerprint for ever`() {
    // Recorded once; manifests compare fingerprints across versions.
    #expect(sample(.everything).fingerprint == 12_987_047_130_046_574_967)
  }

  @Test func `gives a name one index`() {
    var trace = Trace()
    #expect(trace.intern("a") == 0)
    #expect(trace.intern("b") == 1)
    #expect(trace.intern("a") == 0)
  }

  private func sample(_ detail: Trace.Detail) -> Trace {
    var trace = Trace(detail: detail)
    let subject = trace.intern("ball")
    trace.addMode("default")
    trace.append(TraceRecord(time: .start, kind: .activity, detail: 2, mode: 0, depth: 1))
    trace.append(
      TraceRecord(
        time: .at(.milliseconds(16)), kind: .calloutBegan, subject: subject, mode: 0, depth: 1,
        first: 16_000_000))
    return trace
  }
}
