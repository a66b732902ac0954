import LabKernel

/// How many bits a row of whole numbers takes that are drawn from an unknown distribution.
///
///     bits = Σ log₂((i + K/2) / (count of that number so far + 1/2)) + K × max(3, log₂(most −
/// least + 1))
///
/// Each of the K numbers that come is told by its place between the least and the most.
///
/// - Source: Krichevsky and Trofimov, "The performance of universal encoding" (1981).
struct KTEstimator {
  /// The bits of all numbers.
  let bits: Double
  /// How often each number comes, by size.
  let shares: [(number: Int, count: Int)]

  init(_ numbers: [Int]) {
    shares = Self.counted(numbers)
    let kinds = Double(shares.count)
    let span = Double(shares.last?.number ?? 0) - Double(shares.first?.number ?? 0)
    var sum = kinds * max(3, LabSeries.bits(span + 1)) + Self.rising(from: kinds / 2, numbers.count)
    for share in shares { sum -= Self.rising(from: 0.5, share.count) }
    bits = max(0, sum)
  }

  /// The commonest number above another one, of equally common ones the smallest.
  func commonest(above least: Int) -> (number: Int, count: Int)? {
    var best: (number: Int, count: Int)?
    for share in shares where share.number > least && share.count > best?.count ?? 0 {
      best = share
    }
    return best
  }

  /// Whether at least half of the numbers lead on.
  var isForward: Bool {
    let (all, ahead) = shares.reduce((0, 0)) {
      ($0.0 + $1.count, $0.1 + ($1.number > 0 ? $1.count : 0))
    }
    return ahead * 2 >= all
  }

  /// The largest number of which all are multiples; 0 if all are 0.
  var divisor: Int {
    shares.reduce(0) { divisor, share in
      var (one, two) = (divisor, abs(share.number))
      while two > 0 { (one, two) = (two, one % two) }
      return one
    }
  }

  /// Small numbers, which nearly all are, are counted in a row.
  private static func counted(_ numbers: [Int]) -> [(number: Int, count: Int)] {
    var small = [Int](repeating: 0, count: 256)
    var others: [Int: Int] = [:]
    for number in numbers {
      if 0..<256 ~= number + 128 {
        small[number + 128] += 1
      } else {
        others[number, default: 0] += 1
      }
    }
    let near = small.indices.filter { small[$0] > 0 }.map { (number: $0 - 128, count: small[$0]) }
    let far = others.map { (number: $0.key, count: $0.value) }
    return far.isEmpty ? near : (near + far).sorted { $0.number < $1.number }
  }

  /// Returns log₂ of start × (start + 1) × …, so many factors; of many by Stirling's series.
  private static func rising(from start: Double, _ count: Int) -> Double {
    guard count <= 64 else {
      let end = start + 64
      return rising(from: start, 64) + stirling(start + Double(count)) - stirling(end)
    }
    var product = 1.0
    var sum = 0.0
    for step in 0..<count {
      product *= start + Double(step)
      if product > 0x1p800 {
        sum += LabSeries.bits(product)
        product = 1
      }
    }
    return sum + LabSeries.bits(product)
  }

  /// The binary logarithm of Γ(x) less a constant, to 10⁻⁶ for x of 64 and more.
  private static func stirling(_ x: Double) -> Double {
    let natural = (x - 0.5) * (LabSeries.bits(x) / 1.4426950408889634) - x + 1 / (12 * x)
    return natural * 1.4426950408889634
  }
}

/// Returns the binary logarithm of a positive number, the same on every platform.
func bits(_ number: Double) -> Double { naturalLogarithm(number) * 1.4426950408889634 }

/// Returns the bits of a location that is told to a fraction of a scale, from so many values.
///
///     max(1, log₂(range × √n / scale))
func bits(of range: Double, to scale: Double, from count: Int) -> Double {
  max(1, bits(max(1, range * Double(count).squareRoot() / scale)))
}

/// Returns the bits of the period of a grid, known to a share, from so many dates on it.
///
///     max(1, log₂(range × n √n / (√12 scale)))
///
/// A line through n dates of equal error tells its slope with a standard error of √12 × error /
/// n√n.
func bits(ofSlope range: Double, to scale: Double, from count: Int) -> Double {
  let dates = Double(count)
  return max(1, bits(max(1, range * dates * dates.squareRoot() / (scale * 3.4641016151377544))))
}
