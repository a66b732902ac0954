import LabBrowser
import LabKernel
import Testing

/// A page with more to do than the thread can bear, or nearly so; its tasks arrive as a Poisson
/// process.
private struct SaturatedPage {
  let browser: TaskRules.Browser
  let milliseconds: Int
  let perSecond: Double

  /// The mean shares over six plans of 25 s.
  func shares(_ change: (inout PageRules) -> Void = { _ in }) -> PageShares {
    var rules = browser == .chromium ? PageRules.chromium : .firefox
    change(&rules)
    return PageShares(
      mean: (1...6).map { (seed: UInt64) in
        let page = page(seed)
        return PageShares(PageModel(page, by: rules).begins, of: page)
      })
  }

  func page(_ seed: UInt64) -> PageProgram {
    var stream = RandomStream(seed: seed, name: "arrivals")
    var instant = 0.0
    var tasks: [(arrives: Int, takes: Int)] = []
    while true {
      instant += stream.nextExponential() / perSecond
      guard instant < 25 else { break }
      tasks.append((Int(instant * 1e9), milliseconds * 1_000_000))
    }
    var timers = [16, 17].map {
      PageProgram.Timer(
        name: "si\($0)", interval: $0 * 1_000_000, first: $0 * 1_000_000 + 250_000)
    }
    if browser == .firefox {
      timers.append(.init(name: "st16", interval: 16_000_000, first: 16_250_000, isChain: true))
    }
    return PageProgram(
      period: 16_666_000, duration: 25_000_000_000, timers: timers,
      workers: [
        .init(name: "wg16", interval: 16_000_000, first: 16_000_000),
        .init(name: "wgF.500", interval: 16_666_000, first: 8_333_000),
      ],
      tasks: [.init(name: "tasks", list: tasks)])
  }
}

@Suite struct `A saturated page` {
  @Test func `of Chromium paints only because frames are promoted`() {
    let page = SaturatedPage(browser: .chromium, milliseconds: 25, perSecond: 50)
    // Measured on another plan: 83.8.
    #expect((82...86).contains(page.shares().values["raf.missed"] ?? 0))
    let without = page.shares { $0.promotion = nil }
    #expect(without.values["raf.missed"] ?? 0 >= 98)
  }

  @Test func `of Firefox paints as often as its frames leave time to others`() {
    let page = SaturatedPage(browser: .firefox, milliseconds: 40, perSecond: 20)
    // Measured on another plan: 48.1.
    #expect((47...49.5).contains(page.shares().values["raf.missed"] ?? 0))
    // The form of an older Firefox.
    let older = page.shares { $0.grace = 100 }
    #expect(older.values["raf.missed"] ?? 0 >= 54)
  }

  @Test func `of Firefox serves its timers because messages pass one at a time`() throws {
    let page = SaturatedPage(browser: .firefox, milliseconds: 40, perSecond: 20)
    let (with, without) = (page.shares(), page.shares { $0.relays = false })
    let stream = "si16.slot0"
    let lost = try #require(without.values[stream]) - #require(with.values[stream])
    #expect(lost >= 3)
  }
}
