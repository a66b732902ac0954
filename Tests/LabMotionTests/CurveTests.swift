import LabMotion
import TestSupport
import Testing

extension TimingCurve {
  /// The curves of the computed tables.
  static let cubics: [String: CubicBezier] = [
    "linear": CubicBezier(0, 0, 1, 1), "easeIn": CubicBezier(0.42, 0, 1, 1),
    "easeOut": CubicBezier(0, 0, 0.58, 1), "easeInEaseOut": CubicBezier(0.42, 0, 0.58, 1),
    "default": CubicBezier(0.25, 0.1, 0.25, 1), "clock": CubicBezier(1, 0, 0.75, 1),
    "stress_vertical": CubicBezier(1, 0, 0, 1), "overshoot": CubicBezier(0.3, -0.5, 0.7, 1.5),
  ]
}

@Suite struct `A cubic curve` {
  @Test func `is solved to twelve digits`() throws {
    let rows = try OracleRow.rows(of: "easing_cubic_bezier.csv")
    #expect(rows.count == 808)
    for row in rows {
      let curve = try #require(TimingCurve.cubics[row["name"]])
      #expect(abs(curve.value(at: row.number("x")) - row.number("y")) <= 1e-12, "\(row)")
    }
  }

  @Test func `with control points of single precision is solved to seven digits`() throws {
    for row in try OracleRow.rows(of: "easing_cubic_bezier.csv")
    where row["name"] != "stress_vertical" {
      let points = ["x1", "y1", "x2", "y2"].map { Double(Float(row.number($0))) }
      let curve = CubicBezier(points[0], points[1], points[2], points[3])
      #expect(abs(curve.value(at: row.number("x")) - row.number("y")) <= 1e-7, "\(row)")
    }
  }

  @Test func `is clamped outside its range, or goes on along its tangents`() throws {
    for row in try OracleRow.rows(of: "easing_outside_range.csv") {
      let curve = try #require(TimingCurve.cubics[row["curve"]])
      let x = row.number("x")
      #expect(curve.value(at: x) == row.number("clamped"))
      #expect(abs(curve.extendedValue(at: x) - row.number("css")) < 1e-10, "\(row)")
    }
  }

  @Test func `has the names of Core Animation`() {
    for (named, curve) in [
      (TimingCurve.easeIn, "easeIn"), (.easeOut, "easeOut"), (.easeInOut, "easeInEaseOut"),
      (.default, "default"),
    ] {
      #expect(named == TimingCurve.cubics[curve].map(TimingCurve.cubic))
    }
    #expect(abs(TimingCurve.easeInOut.value(at: 0.25) - 0.12916193104731981) < 1e-15)
    #expect(abs(TimingCurve.default.value(at: 0.5) - 0.80240338758485699) < 1e-15)
  }

  @Test(
    arguments: zip(
      [TimingCurve.linear, .easeIn, .easeOut, .easeInOut, .default],
      [1, 1 / 0.58, 1 / 0.58, 1.7241, 2.29]))
  func `knows how steep it gets`(curve: TimingCurve, slope: Double) {
    #expect(abs(curve.greatestSlope - slope) < 0.06)
  }
}

@Suite struct `The article's solver` {
  @Test(arguments: try OracleRow.rows(of: "easing_solver_error.csv"))
  func `errs as much as its tolerance allows`(row: OracleRow) throws {
    let curve = try #require(TimingCurve.cubics[row["curve"]])
    let solver = NewtonBisectionSolver(curve, epsilon: row.number("eps"))
    var (worst, backwards, last) = (0.0, 0, 0.0)
    for index in 0...2000 {
      let x = Double(index) / 2000
      let value = solver.value(at: x)
      let error = abs(value - curve.value(at: x))
      worst = max(worst, error.isNaN ? .infinity : error)
      let rises = index > 0 && curve.value(at: x) > curve.value(at: x - 1.0 / 2000)
      if rises, value < last { backwards += 1 }
      last = value
    }
    #expect(abs(worst - row.number("max_abs_error")) <= row.number("max_abs_error") * 1e-3 + 1e-9)
    if row["curve"] != "overshoot" { #expect(backwards == row.count("backwards")) }
  }

  @Test func `goes astray outside the range unless it is clamped`() throws {
    for row in try OracleRow.rows(of: "easing_outside_range.csv") {
      let curve = try #require(TimingCurve.cubics[row["curve"]])
      let solver = NewtonBisectionSolver(curve, epsilon: 1e-3)
      let astray = curve.y(at: solver.parameter(at: row.number("x")))
      #expect(abs(astray - row.number("seed_solver")) < 1e-6, "\(row)")
      #expect(abs(solver.value(at: row.number("x")) - row.number("clamped")) < 0.01)
    }
  }

  @Test func `has the tolerance of POP`() {
    let solver = NewtonBisectionSolver(CubicBezier(0.42, 0, 1, 1), over: .milliseconds(250))
    #expect(solver.epsilon == 0.004)
  }
}

@Suite struct `A polynomial curve` {
  @Test func `is the one that was computed`() throws {
    for row in try OracleRow.rows(of: "easing_polynomial.csv") {
      let t = row.number("t")
      let bounce = TimingCurve.bounceEaseOut.value(at: t)
      #expect(abs(bounce - row.number("bounceEaseOut")) < 1e-14)
      #expect(abs(interpolate(from: 32.0, to: 268.0, at: bounce) - row.number("ball_y_pt")) < 1e-9)
      let quadratic = TimingCurve.quadraticEaseInOut.value(at: t)
      #expect(abs(quadratic - row.number("quadraticEaseInOut")) < 1e-14)
    }
  }

  @Test(arguments: [4.0 / 11, 8.0 / 11, 9.0 / 10])
  func `lands at the end of the way at every joint`(joint: Double) {
    for t in [joint.nextDown, joint, joint.nextUp] {
      #expect(abs(TimingCurve.bounceEaseOut.value(at: t) - 1) < 1e-14)
    }
  }

  @Test(arguments: [(6, 11, 0.7), (179, 220, 0.91), (19, 20, 0.973)])
  func `rebounds to three heights`(numerator: Int, denominator: Int, low: Double) {
    let t = Double(numerator) / Double(denominator)
    #expect(abs(TimingCurve.bounceEaseOut.value(at: t) - low) < 1e-14)
    #expect(TimingCurve.bounceEaseOut.value(at: t - 1e-3) > low)
    #expect(TimingCurve.bounceEaseOut.value(at: t + 1e-3) > low)
  }
}

@Suite struct `A spring` {
  @Test func `swings as the closed form says`() throws {
    // The table's weight hangs on the spring: its stretch is that of the step response.
    let spring = Spring(frequency: 0.5, damping: 0.2)
    let equilibrium = 1000 / (Double.pi * Double.pi)
    for row in try OracleRow.rows(of: "spring_exact.csv") {
      // The table's times have six digits.
      let index = (row.number("t_s") * 60).rounded()
      let stretch = equilibrium * spring.state(after: index / 60).position
      #expect(abs(stretch - row.number("stretch_pt")) < 1e-7, "\(row)")
    }
  }

  @Test(arguments: [(1.0, 1.0), (3.0, 1.0), (0.5, 2.5)])
  func `knows no special case`(frequency: Double, damping: Double) {
    // Overdamped and critically damped springs never pass their end, and come to it.
    let spring = Spring(frequency: frequency, damping: damping)
    let way = (0...400).map { spring.state(after: Double($0) / 20).position }
    #expect(zip(way, way.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
    #expect(way.allSatisfy { $0 <= 1 + 1e-12 })
    #expect(way[400] > 0.99)
  }

  @Test func `of critical damping moves as the textbook says`() {
    // x = 1 − (1 + ω t) e^(−ω t); at ω t = 2π: 1 − (1 + 2π) e^(−2π).
    let position = Spring(frequency: 1, damping: 1).state(after: 1).position
    #expect(abs(position - 0.986399068534425) < 1e-12)
  }
}
