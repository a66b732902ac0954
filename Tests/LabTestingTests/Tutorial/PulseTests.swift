import Foundation
import LabTesting
import Testing

/// Holds a display link; the application gives `SystemDisplayLinks()`.
final class Pulse {
  private(set) var size = 0.0
  private var link: (any DisplayLinkProtocol)?

  init(links: some DisplayLinkMaker) {
    link = links.displayLink { [unowned self] link in size = link.targetTimestamp }
    link?.add(to: .main, forMode: .common)
  }
}

@Test func `A pulse loses at most one frame to each parse`() {
  Laboratory.test(display: .hertz(60)) { lab in
    let pulse = Pulse(
      links: lab.displayLinks("pulse", options: LinkOptions(takes: .milliseconds(2))))
    lab.load("parse", every: .milliseconds(700), takes: .milliseconds(20))
    lab.advance(to: .seconds(2))
    lab.expect("pulse", \.dropped <= 2)
    #expect(pulse.size > 1)
  }
}
