import LabTesting
import Testing

@Suite struct `An application` {
  @MainActor @Test func `of the main actor runs in virtual time`() {
    Laboratory.test { lab in
      let feed = Feed(lab.clock)
      feed.begin()
      lab.advance(to: .seconds(1))
      #expect(feed.pages == [.milliseconds(10), .milliseconds(20), .milliseconds(30)])
      lab.expect().leavesNothingBehind()
    }
  }

  @Test func `of no actor runs in virtual time`() {
    let lab = Laboratory()
    let loader = Loader()
    lab.task { try await loader.load(lab.clock) }
    lab.advance(to: .milliseconds(25))
    #expect(loader.pages == 2)
    lab.advance(to: .seconds(1))
    #expect(loader.pages == 3)
    lab.expect().leavesNothingBehind()
  }
}
