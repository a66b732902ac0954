import LabTesting
import Testing

@Test func `The ball never jumps`() {
  Laboratory.test(display: .hertz(60)) { lab in
    let ball = lab.link("ball", in: .common) { _ in lab.spend(.milliseconds(2)) }
    lab.load("network", at: .milliseconds(504), takes: .milliseconds(30))
    lab.advance(to: .seconds(2))
    lab.expect(ball).neverFiresTwiceInARefresh()
    lab.expect(ball).drops(atMost: 1)
  }
}

@Test func `A click is answered and shown at once`() {
  Laboratory.test(display: .hertz(60)) { lab in
    let ball = lab.link("ball", in: .common) { _ in lab.spend(.milliseconds(2)) }
    lab.load("network", at: .milliseconds(504), takes: .milliseconds(30))
    let click = lab.input(
      "click", at: .milliseconds(510), takes: .milliseconds(5), shownThrough: ball)
    lab.advance(to: .seconds(2))
    lab.expect(click).responds(within: .milliseconds(100))
    lab.expect(click).isShown(within: .milliseconds(200))
  }
}
