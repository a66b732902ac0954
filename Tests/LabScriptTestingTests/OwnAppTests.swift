import Foundation
import LabScriptTesting
import LabTesting
import LabTicks
import TestSupport
import Testing

/// Moves a ball, in the default mode of the run loop alone.
class Ball {
  private(set) var position = 0.0
  fileprivate var link: (any DisplayLinkProtocol)?

  init(links: some DisplayLinkMaker) {
    link = links.displayLink { [unowned self] link in
      position = link.targetTimestamp.truncatingRemainder(dividingBy: 1)
    }
  }

  func begin() {
    link?.add(to: .main, forMode: .default)
  }
}

/// The same in the common modes.
final class MendedBall: Ball {
  override func begin() {
    link?.add(to: .main, forMode: .common)
  }
}

/// The way of the article `OwnApp`, from a recording to a test that passes.
@Suite struct `A class of an app that recorded itself` {
  private let recording = "../../experiments/work/recordings/own-app.trace.json.gz"

  @Test func `fails beside the recording as it is`() throws {
    let failures = reports {
      Laboratory.test(recording: recording) { lab in
        let ball = Ball(
          links: lab.displayLinks("ball", options: LinkOptions(takes: .milliseconds(3))))
        ball.begin()
        lab.advanceToEnd()
        lab.expect("ball", \.starved == 0)
      }
    }
    #expect(failures.count == 1)
    let text = failures.first?.text ?? ""
    #expect(text.hasPrefix("‘ball’ starves 60 times, in modes that it was not added to"))
    #expect(
      text.contains(" to the common modes [in common]: the expectation holds then, with missed 14 ")
    )
    #expect(text.contains(" It does not after splitting app into chunks of 4 ms [app in chunks"))
    let page = try String(
      contentsOf: Checkout.root.appending(path: "Sources/LabRecorder/LabRecorder.docc/OwnApp.md"),
      encoding: .utf8)
    let shown = try #require(page.components(separatedBy: "```\n").last { $0.hasPrefix("‘ball’") })
    // What is left out is a line of its own.
    for part in shown.components(separatedBy: "…\n") where !part.isEmpty {
      #expect(text.contains(part), "\(part)\n\(text)")
    }
    let files = failures.first?.files.suffix(3).map {
      ($0.name.split(separator: ".").last, $0.text)
    }
    #expect(files?.map(\.0) == ["txt", "svg", "html"])
    #expect(files?[1].1.contains("<dc:title>‘ball’ starves 60 times") == true)
    #expect(files?[2].1.contains("<svg") == true)
  }

  @Test func `passes in the common modes`() {
    Laboratory.test(recording: recording) { lab in
      let ball = MendedBall(
        links: lab.displayLinks("ball", options: LinkOptions(takes: .milliseconds(3))))
      ball.begin()
      lab.advanceToEnd()
      lab.expect("ball", \.starved == 0)
      #expect(ball.position > 0)
    }
  }
}
