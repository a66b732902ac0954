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
