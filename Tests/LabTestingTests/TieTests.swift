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
    Int64(Count.tieSeconds.value)

  @Test(arguments: rates)
  func `fires once in every refresh, as a link does`(rate: RefreshRate) {
    let lab = Laboratory(display: rate)
    let ball = lab.timer("ball", every: rate.period) { _ in }
    let sky = lab.link("sky") { _ in }
    lab.advance(to: .seconds(Self.seconds))
    for ticker in [ball, sky] {
      lab.expect(ticker).neverFiresTwiceInARefresh()
      lab.expect(ticker).firesInEveryRefresh()
    }
  }

  @Test func `would fire twice in one, were a vsync at the start`() {
    let lab = Laboratory(panel: .onGrid)
    let ball = lab.timer("ball", every: RefreshRate.hertz(60).period) { _ in }
    lab.advance(to: .seconds(1))
    let failures = reports { lab.expect(ball).neverFiresTwiceInARefresh() }
    #expect(failures.first?.contains("fires twice in 1 refresh") == true)
  }

  @Test(arguments: 1...8, 1...8)
  func `or a simple multiple of it meets no vsync`(count: Int, divisor: Int) {
    let lab = Laboratory()
    let period = RefreshRate.hertz(60).period
    let interval = period * count / divisor
    for number in 1...600 {
      let fire = (interval * number) / .nanoseconds(1)
      let phase = lab.vsync(0).nanoseconds
      let refreshes = (fire - Double(phase)) / (period / .nanoseconds(1))
      let distance = (refreshes - refreshes.rounded()).magnitude
      #expect(distance > 0.38 / Double(divisor * divisor) - 0.001)
    }
  }

  @Test func `of a display that differs by a thousandth still beats`() {
    let lab = Laboratory(display: RefreshRate(60_000, per: 1001))
    let ball = lab.timer("ball", every: RefreshRate.hertz(60).period) { _ in }
    lab.advance(to: .seconds(60))
    let failures = reports { lab.expect(ball).neverFiresTwiceInARefresh() }
    #expect(failures.first?.contains("fires twice in") == true)
  }
}
