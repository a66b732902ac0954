import Foundation
import TestSupport
import Testing

/// The phase of a timer as a picker, in a browser.
@Suite(.serialized, .enabled(if: Browser.url != nil, "no browser is installed"))
struct `A phase in a browser` {
  /// What is shown: the words below the ribbon, how many refreshes are red, and now.
  private static let shown = """
    (() => {
      const red = [...document.querySelectorAll("#lanes .dropped")]
        .reduce((sum, path) => sum + (path.getAttribute("d").match(/M/g) || []).length, 0);
      return [document.querySelector("#say-ribbon").textContent, red, lab.state().now,
        document.querySelector("#cards strong").textContent];
    })()
    """

  @Test func `moves by keys and by dragging, at the same instant, and shows what it counts`()
    throws
  {
    let browser = try Browser()
    try browser.resize(width: 1_280)
    try browser.reduceMotion(true)
    let page = try PageFiles.page("where-to-put-the-phase")
    try browser.open(page)
    try browser.value("lab.seek(120)")
    func shown() throws -> (words: String, red: Int, now: Double, head: String) {
      let all = try #require(try browser.value(Self.shown) as? [Any])
      return try (
        #require(all[0] as? String), #require(all[1] as? Int), #require(all[2] as? Double),
        #require(all[3] as? String)
      )
    }
    let written = try shown()
    #expect(written.words.hasSuffix("as it is written"))
    try browser.value("document.querySelector('#ribbon').focus()")
    try browser.press("Home")
    var seen: [String] = []
    while true {
      let now = try shown()
      if seen.last == now.words { break }
      seen.append(now.words)
      #expect(now.now == 120_000)
      if let counts = now.words.firstMatch(of: /(\d+) double fires?, (\d+) dropped/) {
        #expect(now.red == Int(counts.2), "\(now.words)")
        #expect(now.head.contains("fires twice in \(counts.1) ") == (counts.1 != "0"))
      }
      try browser.press("ArrowRight")
    }
    #expect(seen.count > 4 && Set(seen).count == seen.count)
    let box = try #require(
      try browser.value(
        """
        (() => { const b = document.querySelector("#ribbon").getBoundingClientRect();
          return [b.left, b.top + b.height / 2, b.width]; })()
        """) as? [Double])
    func point(_ type: String, _ share: Double) throws {
      try browser.command(
        "Input.dispatchMouseEvent",
        [
          "type": type, "x": box[0] + share * box[2], "y": box[1], "button": "left",
          "buttons": 1, "clickCount": 1,
        ])
    }
    try point("mousePressed", 0.9)
    let right = try shown().words
    try point("mouseMoved", 0.1)
    let left = try shown().words
    try point("mouseReleased", 0.1)
    #expect(left != right && seen.contains(left) && seen.contains(right))
    #expect(browser.complaints(besides: page) == [])
  }

  @Test func `counts where the run stands as it is written what that run has`() throws {
    let browser = try Browser()
    for name in ["where-to-put-the-phase", "timer-doubles"] {
      try browser.open(PageFiles.page(name))
      let known = try #require(
        try browser.value(
          """
          (() => {
            const data = JSON.parse(document.querySelector("#data").textContent);
            const at = data.ribbon.at[0], first = data.points[0];
            const part = data.ribbon.parts.find(([from, until]) => at >= from && at < until);
            return [data.ribbon.say[part[2]], lab.run(first.lead).dropped, first.cards.join("")];
          })()
          """) as? [Any])
      let said = try #require(known[0] as? String)
      let counts = try #require(said.firstMatch(of: /(\d+) double fires?, (\d+) dropped/))
      #expect(known[1] as? Int == Int(counts.2), "\(said)")
      let head = counts.1 == "0" ? "never fires twice" : "fires twice in \(counts.1) "
      #expect((known[2] as? String)?.contains(head) == true, "\(said)")
    }
  }
}
