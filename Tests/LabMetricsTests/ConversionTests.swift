import LabKernel
import LabMetrics
import Testing

@Suite struct `The double nearest to an integer` {
  @Test func `is the one of the standard library`() {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    for _ in 0..<2_000 {
      // All lengths, and all ones or zeros behind the digits of a double, where ties are decided.
      let number = (UInt128(next()) << 64 | UInt128(next())) >> UInt128(next() % 128)
      for number in [number, number | 0xffff, number & ~0xffff, number & ~0xffff | 0x8000] {
        #expect(nearestDouble(to: number) == Double(number))
      }
    }
  }

  @Test(
    arguments: [0, 1, 1 << 53, 1 << 64, 1 << 117, .max] as [UInt128])
  func `is that at the edges`(number: UInt128) {
    for number in [number, number &- 1, number &+ 1] {
      #expect(nearestDouble(to: number) == Double(number))
    }
  }
}
