import Foundation
import LabKernel
import Testing

@Suite struct `The exponential function` {
  @Test func `agrees with the C library to a few units in the last place`() {
    var stream = RandomStream(seed: 5, name: "exponential")
    for round in 0..<100_000 {
      let x = (stream.nextFraction() - 0.5) * (round.isMultiple(of: 2) ? 4 : 1400)
      #expect(abs(exponentialFunction(x) - exp(x)) <= 4e-16 * exp(x))
    }
  }

  @Test func `is 0 or infinite where no double can hold it`() {
    #expect(exponentialFunction(-1000) == 0)
    #expect(exponentialFunction(1000) == .infinity)
    #expect(exponentialFunction(709).isFinite && exponentialFunction(-740) > 0)
    #expect(exponentialFunction(0) == 1)
  }
}
