import LabKernel
import LabWorkload
import Testing

@Suite struct `A ratio` {
  @Test func `takes the exact part of a long duration, cut to whole nanoseconds`() {
    let (numerator, denominator) = (Int64(999_999_937), Int64(1_000_000_007))
    for seconds in Int64(1)...200 {
      let length = 4_600_000_001 + seconds * 1_234_567_891
      let part = Ratio(numerator, per: denominator).part(of: .nanoseconds(length))
      let exact = Int64(Int128(length) * Int128(numerator) / Int128(denominator))
      #expect(part == .nanoseconds(exact))
    }
    #expect(Ratio(1, per: 1).part(of: .nanoseconds(4_600_000_007)) == .nanoseconds(4_600_000_007))
  }
}
