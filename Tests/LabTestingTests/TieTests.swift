import Foundation
import LabTesting
import TestSupport
import Testing

/// A timer and a display of one rate, made as a test makes them without a thought about phases.
@Suite struct `A timer with the interval of the display` {
  static let rates: [RefreshRate] = [
    .hertz(24), .hertz(30), .hertz(48), .hertz(50), .hertz(60), RefreshRate(60_000, per: 1001),
    .hertz(72), .hertz(75), .hertz(90), .hertz(100), .hertz(120), .hertz(144), .hertz(165),
    .hertz(240),
  ]

  /// How long they run; `LAB_TIE_SECONDS=3600` is an hour.
  static let seconds =
    Int64(Count("interval of the display").value)

  @Test(arguments: rates)
  func `fires once in every refresh, as a link does`(rate: RefreshRate) {
    let lab = Laboratory(display: rate)
    let ball = lab.timer("ball", every: rate.period) { _ in }
    let sky = lab.link("sky") { _ in }
    lab.advance(to: .seconds(Self.seconds))
    for ticker in [ball, sky] {
      lab.expect(ticker, \.doubleFires == 0)
      lab.expect(ticker, \.emptyRefreshes == 0)
    }
  }

  @Test func `would fire twice in one, were its first date a vsync`() {
    let lab = Laboratory(panel: .onGrid)
    let period = RefreshRate.hertz(60).period
    let ball = lab.timer("ball", every: period, first: .at(period)) { _ in }
    lab.advance(to: .seconds(1))
    let failures = reports { lab.expect(ball, \.doubleFires == 0) }
    #expect(failures.first?.contains("fires twice in 1 refresh") == true)
  }

  @Test(arguments: 1...8, 1...8)
  func `or a simple multiple of it meets no vsync`(count: Int, divisor: Int) {
    let lab = Laboratory()
    let period = RefreshRate.hertz(60).period
    let interval = period * count / divisor
    var distances: [Double] = []
    lab.timer("ball", every: interval) { _ in
      let refreshes = lab.now.nanoseconds % period.wholeNanoseconds
      distances.append(Double(refreshes) / Double(period.wholeNanoseconds))
    }
    lab.advance(to: .seconds(2))
    #expect(distances.count > 10)
    let margin = 0.5 / Double(divisor) - 0.001
    #expect(distances.allSatisfy { (margin...1 - margin).contains($0) })
  }

  @Test func `of a display that differs by a thousandth still beats`() {
    let lab = Laboratory(display: RefreshRate(60_000, per: 1001))
    let ball = lab.timer("ball", every: RefreshRate.hertz(60).period) { _ in }
    lab.advance(to: .seconds(60))
    let failures = reports { lab.expect(ball, \.doubleFires == 0) }
    #expect(failures.first?.contains("fires twice in") == true)
  }
}
