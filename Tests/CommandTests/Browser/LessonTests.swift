import Foundation
import TestSupport
import Testing

/// The page of the tour in a browser: a guess plays the run.
@Suite(.serialized, .enabled(if: Browser.url != nil, "no browser is installed"))
struct `A lesson in a browser` {
  /// What a lesson shows: whether its answer is open and has the replay, whether that plays, the
  /// signs at the guesses, and the faults of the layout.
  private static func shown(_ number: Int) -> String {
    """
    new Promise(done => setTimeout(() => {
      const lesson = document.querySelectorAll(".lesson")[\(number)];
      const answer = lesson.querySelector(".answer"), state = lab.state();
      const signs = [...lesson.querySelectorAll(".guess button")].map(b => b.className);
      done([answer.open, answer.contains(document.querySelector("#player")),
        state.isPlaying, signs.join(), \(PageProbe.layout).join(),
        state.shown.sort().map(row => lab.run(row).dropped).join(),
        document.querySelector("#stage svg").getBoundingClientRect().width]);
    }, 30))
    """
  }

  @Test func `hides its answer until a guess, then plays the run that the answer counts`() throws {
    let browser = try Browser()
    let page = try PageFiles.page("tour")
    for (width, isReduced) in [(1_280, false), (390, true)] {
      try browser.resize(width: width)
      try browser.reduceMotion(isReduced)
      try browser.open(page)
      let count = try #require(
        try browser.value("document.querySelectorAll('.lesson').length") as? Int)
      #expect(count == 10)
      for number in 0..<count {
        let lesson = "document.querySelectorAll('.lesson')[\(number)]"
        let before = try #require(try browser.value(Self.shown(number)) as? [Any])
        #expect(before[0] as? Bool == false && before[1] as? Bool == false, "\(number + 1)")
        try browser.value("\(lesson).querySelector('.guess button').focus()")
        try browser.press("Enter")
        let after = try #require(try browser.value(Self.shown(number)) as? [Any])
        #expect(after[0] as? Bool == true && after[1] as? Bool == true, "\(number + 1)")
        #expect(after[2] as? Bool == !isReduced, "\(number + 1)")
        let signs = try #require(after[3] as? String)
        #expect(signs.contains("yes") && !signs.contains("yes no"), "\(number + 1)")
        #expect(after[4] as? String == "", "\(number + 1) in \(width) pixels")
        let words = try #require(
          try browser.value("\(lesson).querySelector('.said').textContent") as? String)
        let drops = words.matches(of: /drops (nothing|\d+)/).map { $0.1 }
        let counts = drops.map { $0 == "nothing" ? "0" : String($0) }.joined(separator: ",")
        #expect(counts == after[5] as? String, "\(words)")
        #expect((after[6] as? Double).map { $0 > (width < 600 ? 300 : 1_000) } == true)
      }
      #expect(browser.complaints(besides: page) == [])
    }
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
