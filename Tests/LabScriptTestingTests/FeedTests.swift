import LabScriptTesting
import LabTesting
import Testing

@Suite struct `The feed` {
  @Test func `keeps what its script expects`() { Laboratory.test(script: "Fixtures/feed.lab") }

  @Test func `does not stutter`() {
    Laboratory.test(script: "Fixtures/feed.lab", arm: "link") { lab in
      let spinner = Spinner(ticks: lab.ticker("ball"))
      spinner.begin()
      lab.advanceToEnd()
      lab.expect("ball", \.doubleFires == 0)
    }
  }
}

@Suite struct `The recorded feed` {
  @Test func `does not stutter as it did`() {
    Laboratory.test(recording: "Fixtures/scrolling.json") { lab in
      let spinner = Spinner(ticks: lab.link("spinner", in: .common))
      spinner.begin()
      lab.advanceToEnd()
      lab.expect("spinner", \.doubleFires == 0)
    }
  }
}
