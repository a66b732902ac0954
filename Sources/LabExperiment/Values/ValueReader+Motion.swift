import LabMotion
import LabWorkload

extension TimingCurve {
  /// The curves that have a name in scripts.
  static let named: [(String, TimingCurve)] = [
    ("linear", .linear), ("ease-in", .easeIn), ("ease-out", .easeOut),
    ("ease-in-out", .easeInOut), ("default", .default), ("bounce", .bounceEaseOut),
    ("quadratic", .quadraticEaseInOut),
  ]

  /// The control points of this curve; `nil` if it has none.
  fileprivate var cubic: CubicBezier? {
    switch self {
    case .cubic(let curve): curve
    case .linear: CubicBezier(0, 0, 1, 1)
    default: nil
    }
  }
}

extension ValueReader<TimingCurve> {
  /// A curve by its name or by its numbers, perhaps with the article's solver.
  static var curve: Self {
    ValueReader { cursor throws(Mistake) in
      let place = cursor.place
      let curve = try cursor.curve()
      guard cursor.accept("solved") else { return curve }
      try cursor.expect("within")
      let epsilon = try cursor.number(in: 1e-15...1)
      guard let cubic = curve.cubic else {
        throw Mistake(place, "only a curve with control points is solved. Leave 'solved' out.")
      }
      return .article(NewtonBisectionSolver(cubic, epsilon: epsilon))
    }
  }
}

extension TokenCursor {
  fileprivate mutating func curve() throws(Mistake) -> TimingCurve {
    if accept("cubic") {
      let points = try numbers(in: [0...1, -100...100, 0...1, -100...100])
      return .cubic(CubicBezier(points[0], points[1], points[2], points[3]))
    }
    if accept("spring") {
      let numbers = try numbers(in: [0.001...1000, 0...100])
      return .spring(Spring(frequency: numbers[0], damping: numbers[1]))
    }
    return try word(among: TimingCurve.named)
  }

  /// Reads bare numbers between parentheses, each in a range of its own.
  private mutating func numbers(in ranges: [ClosedRange<Double>]) throws(Mistake) -> [Double] {
    var numbers: [Double] = []
    for range in ranges {
      try expect(numbers.isEmpty ? "(" : ",")
      numbers.append(try number(in: range))
    }
    try expect(")")
    return numbers
  }

  /// Reads a bare number in a range.
  mutating func number(in range: ClosedRange<Double>) throws(Mistake) -> Double {
    let quantity = try quantity(.number)
    let value = quantity.value.approximate
    guard range.contains(value) else {
      throw Mistake(
        quantity.place,
        "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)) is due here."
      )
    }
    return value
  }

  /// The shortest digits of a number, without `.0`.
  static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? Fraction(rounding: number)?.text ?? "\(number)"
  }

  /// Reads a number of points, with or without its unit; places beyond a billion are refused.
  fileprivate mutating func points() throws(Mistake) -> Double {
    var quantity = try quantity()
    if quantity.unit == nil { quantity.dimension = .length }
    return try quantity.ofScreen(.length)
  }

  /// Reads a speed or an acceleration of at most a billion.
  fileprivate mutating func rateOfPoints(_ dimension: Dimension) throws(Mistake) -> Double {
    try quantity().ofScreen(dimension)
  }
}

extension Quantity {
  /// Returns the number of a quantity of points, if it measures what is wanted and fits on a screen.
  fileprivate func ofScreen(_ wanted: Dimension) throws(Mistake) -> Double {
    let value = try checked(wanted).value.approximate
    guard abs(value) <= 1e9 else {
      throw Mistake(
        place, "no screen is that large. Write at most 1000000000 \(wanted.proposals[0]).")
    }
    return value
  }
}

extension ValueReader<AnimationClock> {
  /// What an animation counts.
  static var clock: Self {
    ValueReader { cursor throws(Mistake) in
      let clock = try cursor.word(among: [
        ("fixed", AnimationClock.fixed(seconds: 1)), ("duration", .duration), ("now", .now),
        ("timestamp", .timestamp),
        ("target", .target), ("render-server", .renderServer),
      ])
      guard case .fixed = clock else { return clock }
      return .fixed(seconds: try cursor.exactSeconds())
    }
  }
}

extension ValueReader<AnimationHabits> {
  /// Whose habits an animation has.
  static var habits: Self {
    ValueReader { cursor throws(Mistake) in
      try cursor.word(among: [("book", .book), ("article", .article), ("repaired", .repaired)])
    }
  }
}

extension ValueReader<Double> {
  /// A place on the screen.
  static var points: Self {
    ValueReader { cursor throws(Mistake) in try cursor.points() }
  }

  /// Points per second.
  static var speed: Self {
    ValueReader { cursor throws(Mistake) in try cursor.rateOfPoints(.speed) }
  }

  /// Points per second and second.
  static var acceleration: Self {
    ValueReader { cursor throws(Mistake) in try cursor.rateOfPoints(.acceleration) }
  }
}

extension ValueReader<MovingView.Life> {
  /// A duration, or a number that grows by 0.01 a callback.
  static var life: Self {
    ValueReader { cursor throws(Mistake) in
      let quantity = try cursor.quantity()
      guard quantity.value.numerator > 0 else {
        throw Mistake(quantity.place, "a life must be longer than nothing.")
      }
      if quantity.dimension == .number { return .callbacks(limit: quantity.value.approximate) }
      return .seconds(limit: try quantity.checked(.time).value.approximate / 1e9)
    }
  }
}

extension ValueReader<DeltaNotifier.First> {
  /// The first difference of time.
  static var firstDelta: Self {
    ValueReader { cursor throws(Mistake) in
      let first = try cursor.word(among: [
        ("since-start", DeltaNotifier.First.sinceStart), ("zero", .zero), ("skipped", .skipped),
        ("since-boot", .sinceBoot(.zero)),
      ])
      guard case .sinceBoot = first else { return first }
      return .sinceBoot(try cursor.read(.duration))
    }
  }
}

extension ValueReader<Bool> {
  /// Whether a reference is strong.
  static var isRetained: Self {
    ValueReader { cursor throws(Mistake) in
      try cursor.word(among: [("strongly", true), ("weakly", false)])
    }
  }
}

extension ValueReader<MovingViews.Drop> {
  /// What its owner lets go, and when.
  static var drop: Self {
    ValueReader { cursor throws(Mistake) in
      let owner = try cursor.word(
        among: MovingViews.Owner.allCases.map { ($0.rawValue, $0) })
      try cursor.expect("at")
      return MovingViews.Drop(owner, at: try cursor.read(.instant))
    }
  }
}
