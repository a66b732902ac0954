import Foundation
import TestSupport
import Testing

/// The page of the tour in a browser: a guess plays the run.
@Suite(.serialized, .enabled(if: Browser.url != nil, "no browser is installed"))
struct `A lesson in a browser` {
  /// Takes the first guess of every lesson, and returns of each whether its answer was open and had
  /// the replay before and after, whether that plays, the signs at the guesses, the faults of the
  /// layout, what the arms drop, how wide the replay is, and what the answer says.
  private static let walk = """
    (async () => {
      const player = document.querySelector("#player"), all = [];
      for (const lesson of document.querySelectorAll(".lesson")) {
        const answer = lesson.querySelector(".answer");
        const isOpen = () => answer.open && answer.contains(player);
        const before = answer.open || answer.contains(player);
        const opened = new Promise(done => answer.addEventListener("toggle", done, { once: true }));
        lesson.querySelector(".guess button").click();
        await opened;
        const state = lab.state();
        all.push([before, isOpen(), state.isPlaying,
          [...lesson.querySelectorAll(".guess button")].map(b => b.className).join(),
          \(PageProbe.layout).join(), state.shown.sort().map(row => lab.run(row).dropped).join(),
          document.querySelector("#stage svg").getBoundingClientRect().width,
          lesson.querySelector(".said").textContent]);
      }
      return all;
    })()
    """

  @Test func `hides its answer until a guess, then plays the run that the answer counts`() throws {
    let browser = try Browser()
    let page = try PageFiles.page("tour")
    for (width, isReduced) in [(1_280, false), (390, true)] {
      try browser.resize(width: width)
      try browser.reduceMotion(isReduced)
      try browser.open(page)
      let all = try #require(try browser.value(Self.walk) as? [[Any]])
      #expect(all.count == 10)
      for (number, lesson) in zip(1..., all) {
        #expect(lesson[0] as? Bool == false && lesson[1] as? Bool == true, "\(number)")
        #expect(lesson[2] as? Bool == !isReduced, "\(number)")
        let signs = try #require(lesson[3] as? String)
        #expect(signs.contains("yes") && !signs.contains("yes no"), "\(number)")
        #expect(lesson[4] as? String == "", "\(number) in \(width) pixels")
        let words = try #require(lesson[7] as? String)
        let drops = words.matches(of: /drops (nothing|\d+)/).map { $0.1 }
        let counts = drops.map { $0 == "nothing" ? "0" : String($0) }.joined(separator: ",")
        #expect(counts == lesson[5] as? String, "\(words)")
        #expect((lesson[6] as? Double).map { $0 > (width < 600 ? 300 : 1_000) } == true)
      }
      #expect(browser.complaints(besides: page) == [])
    }
    // The same by the keyboard.
    try browser.open(page)
    try browser.value("document.querySelectorAll('.guess button')[1].focus()")
    try browser.press("Enter")
    let isOpen = "document.querySelector('.answer').open"
    #expect(try browser.value(isOpen) as? Bool == true)
  }

  @Test func `stands below its question without a script, and on paper`() throws {
    let browser = try Browser()
    let page = try PageFiles.page("tour")
    try browser.resize(width: 1_280)
    let open = "document.querySelectorAll('.answer').forEach(a => a.open = true)"
    let seen = """
      [...document.querySelectorAll(".answer")].map(answer =>
        answer.querySelector(".a").getBoundingClientRect().height > 10
          && answer.querySelectorAll(".still svg").length === 2
          && answer.querySelector(".still svg").getBoundingClientRect().width > 300)
      """
    try browser.open(page, scripts: false)
    try browser.value(open)
    let shown = try #require(try browser.value(seen) as? [Bool])
    #expect(shown.count == 10 && shown.allSatisfy { $0 })
    let player = "document.querySelector('#player').checkVisibility()"
    #expect(try browser.value(player) as? Bool == false)
    try browser.open(page)
    try browser.command("Emulation.setEmulatedMedia", ["media": "print"])
    let printed = try #require(try browser.value(seen) as? [Bool])
    #expect(printed.allSatisfy { $0 })
  }
}
