import LabKernel
import Testing

@Suite struct `An instant` {
  @Test func `counts whole nanoseconds`() {
    #expect(Instant.milliseconds(16).nanoseconds == 16_000_000)
    #expect(Instant.start.advanced(by: .seconds(1) / 60).nanoseconds == 16_666_666)
  }

  @Test func `saturates rather than overflow`() {
    #expect(Instant.distantFuture.advanced(by: .seconds(1)) == .distantFuture)
    #expect(Instant.start.advanced(by: .seconds(Int64.max)) == .distantFuture)
  }

  @Test func `prints milliseconds exactly`() {
    #expect(Instant(nanoseconds: 16_666_666).description == "16.666666 ms")
    #expect(Instant(nanoseconds: 20_000_001).description == "20.000001 ms")
    #expect(Instant(nanoseconds: 5_000_000).description == "5 ms")
    #expect(Instant(nanoseconds: -50).description == "-0.00005 ms")
  }
}

@Suite struct `A refresh rate` {
  @Test func `never accumulates rounding`() {
    #expect(RefreshRate.hertz(60).vsync(60) == .seconds(1))
    #expect(RefreshRate(60_000, per: 1001).vsync(60_000) == .seconds(1001))
  }

  @Test func `puts every second vsync of 120 Hz on one of 60 Hz`() {
    for index in 0..<10_000 {
      #expect(RefreshRate.hertz(120).vsync(2 * index) == RefreshRate.hertz(60).vsync(index))
    }
  }

  @Test func `is kept in lowest terms`() {
    #expect(RefreshRate(5994, per: 100) == RefreshRate(2997, per: 50))
  }

  @Test func `stays exact where 64 bits would overflow`() {
    // k × 10⁹ × 10⁴ passes 2⁶³ from k = 922 338 on.
    let rate = RefreshRate(599_503, per: 10_000)
    #expect(rate.vsync(599_503 * 100) == .seconds(1_000_000))
  }

  @Test func `saturates at both ends`() {
    let (first, last) = (Instant(nanoseconds: .min), Instant(nanoseconds: .max))
    #expect(first.advanced(by: .seconds(-1)) < .start)
    #expect(Instant.start.advanced(by: .seconds(Int64.min)) < .start)
    #expect(last.advanced(by: .seconds(1)) == .distantFuture)
    #expect(first.duration(to: last) == .nanoseconds(Int64.max) - .nanoseconds(Int64.min))
  }
}
