import LabTesting
import Testing

@Suite struct `A spinner` {
  @Test func `turns evenly while the thread is blocked and the user scrolls`() {
    Laboratory.test(display: .hertz(60)) { lab in
      let ticks = lab.link("spinner", in: .common)
      let spinner = Spinner(ticks: ticks)
      ticks.animationTime = { .seconds(spinner.turns) }
      lab.load("network", at: .milliseconds(310), takes: .milliseconds(30))
      lab.scroll(at: .milliseconds(610), for: .milliseconds(250))
      spinner.begin()
      lab.advance(to: .seconds(2))
      lab.expect(ticks, \.doubleFires == 0)
      lab.expect(ticks, \.starved == 0)
      lab.expect(ticks, \.animationError.max < .milliseconds(1))
      lab.expect(ticks, \.firedEnd >= .milliseconds(990))
      lab.expect(ticks, \.firedEnd <= .milliseconds(1020))
      lab.expect().leavesNothingBehind()
    }
  }

  @Test func `never turns twice in a refresh, whatever the network does`() {
    Laboratory.test(display: .hertz(60), seeds: 1...20) { lab in
      let ticks = lab.link("spinner", in: .common)
      let spinner = Spinner(ticks: ticks)
      lab.load("network", .poisson(perSecond: 20), takes: .uniform(.zero ... .milliseconds(30)))
      spinner.begin()
      lab.advance(to: .seconds(2))
      lab.expect(ticks, \.doubleFires == 0)
    }
  }

  @Test func `catches up in one step after the thread was blocked`() {
    let lab = Laboratory(display: .hertz(60))
    let spinner = Spinner(ticks: lab.link("spinner", in: .common))
    lab.load("network", at: .milliseconds(310), takes: .milliseconds(30))
    spinner.begin()
    lab.advance(to: .milliseconds(374))
    lab.expect().looks(
      like: """
        vsync:   17       18       19       20       21
        network  |........|....####|########|####....|........|
        spinner  |x.......|x.......|--------|o--x....|x.......|
        """)
  }
}
