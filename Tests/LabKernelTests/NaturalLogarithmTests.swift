import Foundation
import LabKernel
import Testing

@Suite struct `The natural logarithm` {
  @Test func `agrees with the C library to a few units in the last place`() {
    var stream = RandomStream(seed: 5, name: "logarithm")
    for _ in 0..<100_000 {
      let x = stream.nextFraction() + 0x1p-54
      #expect(abs(naturalLogarithm(x) - log(x)) <= 4e-16 * max(1, abs(log(x))))
    }
  }
}
