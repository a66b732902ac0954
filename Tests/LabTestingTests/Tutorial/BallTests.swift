import LabTesting
import Testing

@Test func `The ball never jumps`() {
  Laboratory.test(display: .hertz(60)) { lab in
    let ball = lab.timer("ball", every: .seconds(1) / 60, in: .common) { _ in
      lab.spend(.milliseconds(2))
    }
    lab.load("network", at: .milliseconds(504), takes: .milliseconds(12))
    lab.advance(to: .seconds(2))
    lab.expect(ball, \.doubleFires == 0)
    lab.expect(ball, \.dropped <= 1)
  }
}

@Test func `The ball is punctual`() {
  Laboratory.test(display: .hertz(60)) { lab in
    let ball = lab.link("ball", in: .common) { _ in lab.spend(.milliseconds(2)) }
    lab.load("network", at: .milliseconds(504), takes: .milliseconds(10))
    lab.advance(to: .seconds(2))
    #expect(lab[ball].lateness.p99 < .milliseconds(2))
    lab.expect(ball, \.hitchRatio < 5)
    lab.expect(ball, \.firedEnd > .seconds(1))
    lab.expect(ball, \.judderP99 < .milliseconds(20))
    lab.expect(\.longestHold <= .milliseconds(30))
  }
}

@Test func `A click is answered and shown at once`() {
  Laboratory.test(display: .hertz(60)) { lab in
    let ball = lab.link("ball", in: .common) { _ in lab.spend(.milliseconds(2)) }
    lab.load("network", at: .milliseconds(504), takes: .milliseconds(30))
    let click = lab.input(
      "click", at: .milliseconds(510), takes: .milliseconds(5), shownThrough: ball)
    lab.advance(to: .seconds(2))
    lab.expect(click, \.response.max <= .milliseconds(100))
    lab.expect(click, \.shown.max <= .milliseconds(200))
  }
}
