import LabKernel
import Testing

@Suite struct `A random stream` {
  @Test func `has the same draws for ever`() {
    var stream = RandomStream(seed: 11, name: "noise")
    let draws = (0..<4).map { _ in stream.next() }
    // Recorded once; a change would change every published result.
    #expect(
      draws == [
        156_383_258_136_780_028, 7_953_888_132_139_350_199, 1_785_073_804_210_142_903,
        4_954_322_133_325_691_723,
      ])
  }

  @Test(arguments: [("costs of ", "ball"), ("", "ball"), ("ball", ""), ("größe ", "✓")])
  func `takes its name in two parts as well`(words: String, name: String) {
    var joined = RandomStream(seed: 7, name: words + name)
    var parted = RandomStream(seed: 7, words: words, name: name)
    #expect(joined.next() == parted.next())
  }

  @Test func `is independent of streams with other names`() {
    var a = RandomStream(seed: 11, name: "a")
    var b = RandomStream(seed: 11, name: "b")
    let equal = (0..<1000).count { _ in a.next() == b.next() }
    #expect(equal == 0)
  }

  @Test func `covers a range evenly and never leaves it`() {
    var stream = RandomStream(seed: 1, name: "dice")
    var counts = [Int](repeating: 0, count: 6)
    for _ in 0..<60_000 { counts[Int(stream.next(in: 1...6)) - 1] += 1 }
    // Six standard deviations of a binomial count with mean 10 000.
    for count in counts { #expect(abs(count - 10_000) < 550) }
  }

  @Test func `draws exponentials with mean 1 and variance 1`() {
    var stream = RandomStream(seed: 3, name: "gaps")
    let draws = (0..<200_000).map { _ in stream.nextExponential() }
    let mean = draws.reduce(0, +) / 200_000
    let variance = draws.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 200_000
    #expect(abs(mean - 1) < 0.015)
    #expect(abs(variance - 1) < 0.06)
  }
}
