import Foundation
import TestSupport
import Testing

/// Pages in a browser, which not every machine has.
@Suite(.serialized, .enabled(if: Browser.url != nil, "no browser is installed"))
struct `A page in a browser` {
  @Test func `complains of nothing, loads nothing, and no text of it lies on another`() throws {
    let browser = try Browser()
    let files = try PageFiles.all
    #expect(files.count >= 9)
    for file in files {
      for width in [1_280, 400] {
        try browser.resize(width: width)
        try browser.open(file)
        let points = Count.isComplete ? 1_000 : 5
        let faults = try browser.value(PageProbe.layouts(points: points)) as? [String]
        #expect(faults == [], "\(file.lastPathComponent) in \(width) pixels")
        #expect(browser.complaints(besides: file) == [], "\(file.lastPathComponent)")
      }
      #expect(try browser.unnamed() == [], "\(file.lastPathComponent)")
      let levels = try browser.value(PageProbe.headings) as? [Int] ?? []
      #expect(levels.first == 1 && levels.count { $0 == 1 } == 1, "\(file.lastPathComponent)")
      let steps = zip(levels, levels.dropFirst()).map { $1 - $0 }
      #expect(steps.allSatisfy { $0 <= 1 }, "\(file.lastPathComponent): \(levels)")
    }
  }

  @Test func `shows its faults`() throws {
    let tool = try Tool(files: [
      "bad.html": """
      <!DOCTYPE html><title>Bad</title><script>missing()</script><img src="none.png"/><button></button>
      <svg width="300" height="40"><text x="10" y="20">one</text><text x="20" y="22">two</text>
      <text x="250" y="20">far too long</text></svg><div style="width:2000px">wide</div>
      """
    ])
    let file = tool.folder.appending(path: "bad.html")
    let browser = try Browser()
    try browser.resize(width: 1_280)
    try browser.open(file)
    let faults = try browser.value(PageProbe.layouts(points: 1)) as? [String] ?? []
    for words in ["‘one’ lies on ‘two’", "‘far too long’ leaves", "the page is"] {
      #expect(faults.count { $0.contains(words) } == 1, "\(words)")
    }
    let complaints = browser.complaints(besides: file)
    #expect(complaints.contains { $0.contains("missing is not defined") })
    #expect(complaints.contains { $0.hasPrefix("loads ") && $0.hasSuffix("none.png") })
    #expect(try browser.unnamed().contains("button"))
  }

  /// The first paint depends on the machine: it is printed and not judged.
  @Test func `is no longer than a reader scrolls, and no more than four sheets`() throws {
    let browser = try Browser()
    try browser.resize(width: 1_280)
    for file in try PageFiles.all where file.lastPathComponent != "index.html" {
      let paints = try (0..<(Count.isComplete ? 5 : 1)).map { _ in
        try browser.open(file)
        return try browser.value(PageProbe.firstPaint) as? Int ?? 0
      }.sorted()
      let height = try #require(
        try browser.value("document.documentElement.scrollHeight") as? Int)
      let sheets = try browser.sheets()
      #expect(height < 2_600, "\(file.lastPathComponent)")
      // Of the tour each lesson has a sheet.
      let most = file.lastPathComponent == "tour.html" ? 10 : 4
      #expect((1...most).contains(sheets), "\(file.lastPathComponent)")
      let bytes = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      #expect(bytes <= 500_000, "\(file.lastPathComponent)")
      print(
        "\(file.deletingPathExtension().lastPathComponent): first paint \(paints[paints.count / 2])"
          + " ms, \(bytes / 1000) kB, \(height) px, \(sheets) sheets")
    }
  }

  @Test func `has the same marks without its script`() throws {
    let browser = try Browser()
    try browser.resize(width: 1_280)
    try browser.reduceMotion(true)
    for file in try PageFiles.alive {
      try browser.open(file, scripts: false)
      let still = try #require(try browser.value(PageProbe.marks) as? [String: Int])
      try browser.open(file)
      let first = "lab.point(JSON.parse(document.querySelector('#data').textContent).first)"
      try browser.value(first)
      let drawn = try #require(try browser.value(PageProbe.marks) as? [String: Int])
      #expect(still == drawn, "\(file.lastPathComponent)")
      #expect((still["new in stage"] ?? 0) > 0, "\(file.lastPathComponent)")
    }
  }

  @Test func `plays by itself, unless less motion is asked for`() throws {
    let browser = try Browser()
    try browser.resize(width: 1_280)
    for isReduced in [false, true] {
      try browser.reduceMotion(isReduced)
      try browser.open(PageFiles.page("carousel"))
      let moved = try browser.value(
        """
        new Promise(done => {
          const start = lab.state().now; let frames = 0;
          const wait = () => lab.state().now !== start || ++frames > 60 ? done(lab.state().now !== start)
            : requestAnimationFrame(wait);
          wait()
        })
        """)
      #expect(moved as? Bool == !isReduced)
    }
  }

  @Test func `keeps its state in its address, and does not flood the browser with it`() throws {
    let browser = try Browser()
    let page = try PageFiles.page("carousel")
    try browser.resize(width: 1_280)
    try browser.open(page)
    let address = try browser.value(
      """
      new Promise(done => {
        for (let i = 0; i <= 300; i++) lab.window(i, i + 500);
        const wait = () => location.hash ? done(location.hash) : requestAnimationFrame(wait);
        wait()
      })
      """)
    #expect((address as? String)?.hasPrefix("#p=0&w=300-800&t=") == true)
    #expect(browser.complaints(besides: page) == [])
  }

  @Test func `says who had the thread in what is marked, and shows it alone`() throws {
    let browser = try Browser()
    let page = try PageFiles.page("carousel")
    try browser.resize(width: 1_280)
    try browser.reduceMotion(true)
    try browser.open(page)
    let place = try #require(
      try browser.value(
        """
        (() => {
          document.querySelector("#lanes").scrollIntoView();
          const { left, top, width } = document.querySelector("#lanes").getBoundingClientRect();
          return [left, top + 40, width];
        })()
        """) as? [Double])
    func mouse(_ type: String, _ share: Double, count: Int = 1) throws {
      try browser.command(
        "Input.dispatchMouseEvent",
        [
          "type": type, "x": place[0] + share * place[2], "y": place[1], "button": "left",
          "buttons": type == "mouseReleased" ? 0 : 1, "clickCount": count,
        ])
    }
    func shares() throws -> String {
      try #require(
        try browser.value("document.querySelector('#shares').innerText") as? String)
    }
    let whole = try shares()
    try mouse("mousePressed", 0.25)
    try mouse("mouseMoved", 0.75)
    try mouse("mouseReleased", 0.75)
    let marked = try shares()
    #expect(marked != whole && marked.hasPrefix("Thread, "))
    // What a row says adds up to the stretch.
    let ends = marked.matches(of: /(\d+\.\d+) s/).compactMap { Double($0.1) }
    for line in marked.split(separator: "\n").dropFirst() {
      let parts = line.matches(of: /([\d,.]+) ms/)
      let sum = parts.compactMap { Double($0.1.replacing(",", with: "")) }.reduce(0, +)
      #expect(abs(sum - (ends[1] - ends[0]) * 1_000) < 1 + Double(parts.count), "\(line)")
    }
    for count in [1, 2] {
      try mouse("mousePressed", 0.5, count: count)
      try mouse("mouseReleased", 0.5, count: count)
    }
    let state = try #require(try browser.value("lab.state()") as? [String: Any])
    let shown = try [#require(state["begin"] as? Double), #require(state["end"] as? Double)]
    #expect(zip(shown, ends).allSatisfy { abs($0 / 1e6 - $1) < 0.001 }, "\(shown)")
    #expect(
      try shares()
        == marked.replacing(
          "a double click shows it alone", with: "drag in the lanes to mark a part of it"))
    #expect(browser.complaints(besides: page) == [])
  }

  @Test func `can be used with the keyboard alone, and shows where the focus is`() throws {
    let browser = try Browser()
    try browser.resize(width: 1_280)
    try browser.reduceMotion(true)
    try browser.open(PageFiles.page("scroll-freeze"))
    var stops: [String] = []
    for _ in 0..<60 {
      try browser.press("Tab")
      let stop = try browser.value(PageProbe.focus) as? String ?? ""
      if stop.isEmpty { break }
      stops.append(stop)
    }
    #expect(stops.filter { $0.hasSuffix("unmarked") } == [])
    for id in ["stage", "play", "speed", "win", "prev", "lanes", "armsel", "worst"] {
      #expect(stops.contains { $0.split(separator: " ").contains { $0 == id } }, "\(id)")
    }
    func state() throws -> [String: Any] {
      try #require(
        try browser.value(
          "(({point, begin, end, now, hitch}) => ({point, begin, end, now, hitch}))(lab.state())")
          as? [String: Any])
    }
    try browser.value("document.querySelector('#stage').focus()")
    for key in ["ArrowRight", "n", "+", "-", "Home"] {
      let before = try state() as NSDictionary
      try browser.press(key)
      #expect(try state() as NSDictionary != before, "\(key)")
    }
    try browser.value("document.querySelector('#win').focus()")
    for key in ["ArrowRight", "PageUp", "ArrowUp"] {
      let before = try state() as NSDictionary
      try browser.press(key)
      #expect(try state() as NSDictionary != before, "\(key)")
    }
  }
}
