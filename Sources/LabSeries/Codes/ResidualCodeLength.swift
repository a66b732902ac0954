/// How many bits the errors of a model take.
///
/// Errors are coded by the best of three laws about 0, each with the scale that serves best: the
/// normal law, and Student's of three and of one degree of freedom, since real lateness has long
/// tails.
///
///     bits = Σ log₂(scale / (f(error / scale) × resolution))
///
/// Errors are counted in bins of an eighth of an octave, so that trying a scale costs as much for a
/// million errors as for a hundred.
struct ResidualCodeLength {
  /// The bits of all errors.
  let bits: Double
  /// The scale of the law.
  let scale: Double

  private static let perOctave = 8
  private static let octaves = 44
  private static let binCount = octaves * perOctave

  /// Finds the best law for errors, told to a resolution.
  init(_ errors: some Sequence<Double>, resolution: Double) {
    var bins = [Int](repeating: 0, count: Self.binCount)
    for error in errors { bins[Self.bin(of: error.magnitude / resolution)] += 1 }
    let filled = bins.indices.filter { bins[$0] > 0 }.map {
      (size: Self.size(of: $0), count: Double(bins[$0]))
    }
    self.init(filled, resolution: resolution)
  }

  private init(_ filled: [(size: Double, count: Double)], resolution: Double) {
    let count = filled.reduce(0) { $0 + $1.count }
    var best = (bits: Double.infinity, scale: 0.5)
    guard count > 0 else {
      (bits, scale) = (0, resolution)
      return
    }
    for law in Law.allCases {
      let (scale, least) = Self.scale(by: law, filled, count)
      if least < best.bits { best = (least, scale) }
    }
    (bits, scale) = (best.bits + LabSeries.bits(3), best.scale * resolution)
  }

  /// The best scale by a law: scales of a quarter octave are tried from the smallest errors up,
  /// until it has become worse for two octaves.
  private static func scale(
    by law: Law, _ filled: [(size: Double, count: Double)], _ count: Double
  ) -> (scale: Double, bits: Double) {
    var best = (scale: leastScale, bits: Double.infinity)
    var scale = max(leastScale, filled[0].size / 2)
    var worse = 0
    while worse < 8 {
      var sum = count * LabSeries.bits(scale)
      for bin in filled { sum += bin.count * law.bits(bin.size / scale) }
      if sum < best.bits {
        best = (scale, sum)
        worse = 0
      } else if scale > filled[filled.count / 2].size {
        worse += 1
      }
      scale *= 1.189207115002721
    }
    return best
  }

  /// Numbers that are rounded to a resolution have an error of this, a uniform one's.
  private static let leastScale = 0.28867513459481287

  private static func bin(of size: Double) -> Int {
    guard size > 0.25 else { return 0 }
    // The exponent and the first three digits of the significand.
    let place = Int(size.bitPattern >> 49) - (1023 - 2) * perOctave
    return min(max(place, 0), binCount - 1)
  }

  private static func size(of bin: Int) -> Double {
    let octave = Double(sign: .plus, exponent: bin / perOctave - 2, significand: 1)
    return octave * (1 + (Double(bin % perOctave) + 0.5) / Double(perOctave))
  }
}

extension ResidualCodeLength {
  /// A law of errors with the scale 1.
  private enum Law: CaseIterable {
    case normal, student3, student1

    /// The negative binary logarithm of the density.
    func bits(_ x: Double) -> Double {
      let square = x * x
      return switch self {
      case .normal: 1.3257480647361593 + square * 0.7213475204444817
      case .student3: 1.4439747 + 2 * LabSeries.bits(1 + square / 3)
      case .student1: 1.6514961294723187 + LabSeries.bits(1 + square)
      }
    }
  }
}

/// Returns the middle of numbers, of two the lower one; 0 of none.
///
/// - Complexity: O(*n*) on average. The pivots do not depend on chance.
func median(_ numbers: [Double]) -> Double { quantile(numbers, 0.5) }

/// Returns the smallest number that so large a share does not exceed; 0 of none.
func quantile(_ numbers: [Double], _ share: Double) -> Double {
  guard !numbers.isEmpty else { return 0 }
  var rest = numbers
  let place = min(numbers.count - 1, max(0, Int((Double(numbers.count) * share).rounded(.up)) - 1))
  var (low, high) = (0, rest.count - 1)
  var limit = 64
  while low < high {
    limit -= 1
    // A list made to defeat the pivots is sorted instead.
    guard limit > 0 else { return rest[low...high].sorted()[place - low] }
    let pivot = middle(rest[low], rest[low + (high - low) / 2], rest[high])
    var (left, right) = (low, high)
    while left <= right {
      while rest[left] < pivot { left += 1 }
      while rest[right] > pivot { right -= 1 }
      if left <= right {
        rest.swapAt(left, right)
        left += 1
        right -= 1
      }
    }
    if place <= right { high = right } else if place >= left { low = left } else { break }
  }
  return rest[place]
}

private func middle(_ a: Double, _ b: Double, _ c: Double) -> Double {
  max(min(a, b), min(max(a, b), c))
}
