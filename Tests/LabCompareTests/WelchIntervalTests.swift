import LabCompare
import LabKernel
import LabStudy
import TestSupport
import Testing

/// Changes of made recordings: an effect, what the recordings of a side have in common, and noise.
private struct Fleet {
  let effect: Double
  let size: (before: Int, after: Int)
  let spread: (before: Double, after: Double, pair: Double)

  func table(_ stream: inout RandomStream) -> [[Double]] {
    let rows = (0..<size.before).map { _ in spread.before * stream.nextNormal() }
    let columns = (0..<size.after).map { _ in spread.after * stream.nextNormal() }
    return rows.map { row in
      columns.map { effect + row + $0 + spread.pair * stream.nextNormal() }
    }
  }
}

@Suite struct `An interval over pairs of recordings` {
  @Test func `is that of the means of rows and columns`() throws {
    let interval = WelchInterval([[1, 2, 3], [2, 3, 4], [4, 5, 6]])
    #expect(interval.mean == 10.0 / 3)
    // Means of rows 2, 3, 5 and of columns 7/3, 10/3, 13/3: v = 7/9 + 1/3, ν = 3.45, cut to 3.
    let half = 3.182446305284263 * (10.0 / 9).squareRoot()
    let bounds = try #require(interval.interval)
    #expect(abs(bounds.upperBound - interval.mean - half) < 1e-12)
    #expect(abs(interval.mean - bounds.lowerBound - half) < 1e-12)
  }

  @Test func `is not there below three recordings a side, and of equal ones has no width`() {
    #expect(WelchInterval([[1, 2, 3], [2, 3, 4]]).interval == nil)
    #expect(WelchInterval([[5]]) == WelchInterval([[5]]))
    let same = WelchInterval(Array(repeating: [7, 7, 7], count: 3))
    #expect(same.interval == 7...7)
  }

  /// Of made fleets with a known effect 93 to 98 % hold it; without one, 5 % at most are better.
  @Test func `of made fleets holds the effect`() {
    var stream = RandomStream(seed: 41, name: "fleets")
    let count = Count("made fleets").value
    var (held, better, tried) = (0, 0, 0)
    for number in 0..<count {
      let sizes = [3, 4, 6, 8, 12]
      let fleet = Fleet(
        effect: number % 2 == 0 ? -6 : 0,
        size: (sizes[number % 5], sizes[(number / 5) % 5]),
        spread: (Double(1 + number % 3), Double(1 + number / 3 % 4), 1))
      guard let interval = WelchInterval(fleet.table(&stream)).interval else { continue }
      tried += 1
      held += interval.contains(fleet.effect) ? 1 : 0
      better += fleet.effect == 0 && interval.upperBound < 0 ? 1 : 0
    }
    #expect(tried == count)
    let share = Double(held) / Double(count)
    // Four standard errors of a share of 95 % beside the bounds that all of a thousand keep.
    let slack = count >= 1000 ? 0 : 4 * (0.95 * 0.05 / Double(count)).squareRoot()
    #expect(share >= 0.93 - slack, "\(held) of \(count) hold the effect")
    #expect(share <= 0.98 + slack, "\(held) of \(count) hold the effect")
    #expect(Double(better) <= 0.05 * Double(count / 2) + 4 * slack * Double(count))
    if count >= 1000 { print("\(held) of \(count) fleets hold the effect, \(better) false better") }
  }
}

@Suite struct `A threshold for worse` {
  @Test func `is a share of what was before, or a number`() throws {
    let share = try #require(WorseThan("5 %"))
    #expect(share.decision(6...9, before: 100) == .exceeded)
    #expect(share.decision(-3...5, before: 100) == .met)
    #expect(share.decision(-3...6, before: 100) == .open)
    let number = try #require(WorseThan("2"))
    #expect(number.decision(2.5...3, before: 1) == .exceeded)
    for text in ["", "%", "five", "-3", "nan", "1e9", "5 % x"] { #expect(WorseThan(text) == nil) }
  }
}
