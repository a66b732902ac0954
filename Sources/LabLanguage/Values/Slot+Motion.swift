import LabKernel
package import LabMotion
import LabText
package import LabWorkload

extension TimingCurve {
  /// The curves that have a name in scripts.
  package static let named: [(String, TimingCurve)] = [
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

extension Slot<TimingCurve> {
  package static var curve: Slot<TimingCurve> {
    Slot(
      "CURVE", "bounce",
      "\(Spelling.list(TimingCurve.named.map { $0.0 })), 'cubic(0.25, 0.1, 0.25, 1)' or 'spring(3, 0.2)' for 3"
        + " swings with a damping of 0.2; 'solved within 0.001' solves by Newton and bisection to that error",
      choices: TimingCurve.named.map { $0.0 }
    ) { cursor throws(Mistake) in
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
  package mutating func number(in range: ClosedRange<Double>) throws(Mistake) -> Double {
    let quantity = try quantity(.number)
    let value = quantity.value.approximate
    guard range.contains(value) else {
      throw Mistake(
        quantity.place,
        "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)) is needed here."
          + " Write for example '\(range.contains(1) ? "1" : Self.text(range.lowerBound))'."
      )
    }
    return value
  }

  /// The shortest digits of a number, without `.0`.
  package static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? Fraction(rounding: number)?.text ?? "\(number)"
  }

  /// Reads a number of points, with or without its unit; places beyond a billion are refused.
  fileprivate mutating func points() throws(Mistake) -> Double {
    var quantity = try quantity()
    if quantity.unit == nil { quantity.dimension = .length }
    return try quantity.ofScreen(.length)
  }
}

extension Quantity {
  /// Returns the number of a quantity of points, if it measures what is wanted and fits on a
  /// screen.
  fileprivate func ofScreen(_ wanted: Dimension) throws(Mistake) -> Double {
    let value = try checked(wanted).value.approximate
    guard abs(value) <= 1e9 else {
      throw Mistake(
        place, "no screen is that large. Write at most 1000000000 \(wanted.proposals[0]).")
    }
    return value
  }
}

extension Slot<AnimationClock> {
  package static var clock: Slot<AnimationClock> {
    Slot(
      "CLOCK", "fixed 1/60 s",
      "what the motion counts: 'fixed DURATION' a callback, the refresh's duration, now, timestamp or"
        + " target; or it is handed to the render-server",
      choices: ["duration", "now", "timestamp", "target", "render-server"]
    ) { cursor throws(Mistake) in
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

extension Slot<AnimationHabits> {
  package static var habits: Slot<AnimationHabits> {
    Slot(
      "HABITS", "book",
      "when it begins and ends: book (draws its end, can start again), article (counts from its first"
        + " callback, never draws its end, starts once) or repaired (the article's without defects)",
      among: [("book", .book), ("article", .article), ("repaired", .repaired)])
  }
}

extension Slot<Double> {
  package static var points: Slot<Double> {
    Slot("POINTS", "32", "a number of points of the screen, also negative; 'pt' may be left out") {
      cursor throws(Mistake) in try cursor.points()
    }
  }

  package static var speed: Slot<Double> {
    Slot("SPEED", "50 pt/s", "points per second, also negative; 'pt per s' is the same") {
      cursor throws(Mistake) in try cursor.quantity().ofScreen(.speed)
    }
  }

  package static var acceleration: Slot<Double> {
    Slot("ACCELERATION", "100 pt/s²", "points per second squared; 'pt per s per s' is the same") {
      cursor throws(Mistake) in try cursor.quantity().ofScreen(.acceleration)
    }
  }
}

extension Slot<MovingView.Life> {
  package static var life: Slot<MovingView.Life> {
    Slot("LIFE", "1.5 s", "a duration, or a number that grows by 0.01 a callback") {
      cursor throws(Mistake) in
      let quantity = try cursor.quantity()
      guard quantity.value.numerator > 0 else {
        throw Mistake(quantity.place, "a life must be longer than nothing.")
      }
      if quantity.dimension == .number { return .callbacks(limit: quantity.value.approximate) }
      return .seconds(limit: try quantity.checked(.time).value.approximate / 1e9)
    }
  }
}

extension Slot<DeltaNotifier.First> {
  package static var firstDelta: Slot<DeltaNotifier.First> {
    Slot(
      "DELTA", "since-start",
      "the first difference of time: since-start, zero, skipped or 'since-boot DURATION'"
    ) { cursor throws(Mistake) in
      let first = try cursor.word(among: [
        ("since-start", DeltaNotifier.First.sinceStart), ("zero", .zero), ("skipped", .skipped),
        ("since-boot", .sinceBoot(.zero)),
      ])
      guard case .sinceBoot = first else { return first }
      return .sinceBoot(try cursor.read(.duration))
    }
  }
}

extension Slot<Bool> {
  package static var isRetained: Slot<Bool> {
    Slot(
      "REFERENCE", "weakly", "the reference of the timer or link to its target: strongly or weakly",
      among: [("strongly", true), ("weakly", false)])
  }
}

extension Slot<MovingViews.Drop> {
  package static var drop: Slot<MovingViews.Drop> {
    Slot("OWNER", "notifier at 1 s", "what its owner releases, and when: listener or notifier") {
      cursor throws(Mistake) in
      let owner = try cursor.word(
        among: MovingViews.Owner.allCases.map { ($0.rawValue, $0) })
      try cursor.expect("at")
      return MovingViews.Drop(owner, at: try cursor.read(.instant))
    }
  }
}

extension Slot<MovingView.Integrator> {
  package static var integrator: Slot<MovingView.Integrator> {
    Slot("STEPS", "euler") { _ in "euler (by the velocity before the step) or midpoint" }
  }
}
