import LabKernel
import LabMetrics
import LabPictures
import Testing

@Suite struct `A picture` {
  @Test func `of a run has the bytes that are stored`() throws {
    let drivers = try Theatre.drivers.get()
    let strip = Replay.picture(of: drivers, in: Theatre.stretch)
    let lanes = Lanes.picture(of: drivers, in: Theatre.stretch)
    try Theatre.expect(SVGWriter(.file).text(of: strip), toBe: "strip.svg")
    try Theatre.expect(SVGWriter(.file).text(of: lanes), toBe: "lanes.svg")
  }

  @Test func `of a result has the bytes that are stored`() throws {
    try Theatre.expect(SVGWriter(.file).text(of: Theatre.plot.picture()), toBe: "plot.svg")
    try Theatre.expect(
      SVGWriter(.plain(millimeters: nil)).text(of: Theatre.map.picture), toBe: "map.svg")
  }

  @Test func `is as wide on paper as it should be, in the proportions of the sheet`() throws {
    let picture = Theatre.plot.picture(width: 462, height: 231)
    let text = SVGWriter(.plain(millimeters: 84)).text(of: picture)
    #expect(text.contains("viewBox=\"0 0 462 231\" width=\"84mm\" height=\"42mm\""))
  }

  @Test func `of a scene shows every body at every new frame, and who escaped`() throws {
    let drivers = try Theatre.scenes.get()
    let picture = try #require(SceneFrames.picture(of: drivers, in: Theatre.call))
    try Theatre.expect(SVGWriter(.file).text(of: picture), toBe: "scene.svg")
    let frames = drivers.map { driver in
      driver.refreshes.count {
        $0.isNew && $0.vsync >= Theatre.call.lowerBound && $0.vsync < Theatre.call.upperBound
      }
    }
    #expect(picture.count(of: .sample) == 5 * frames.reduce(0, +))
    #expect(picture.caption.contains("fixed shows \(frames[1]) new frames, 0 outside"))
    let lost = drivers[0].measurement.drivers[0]
    let escapes = MetricDictionary.metric(named: "escapes")?.value(lost)?.number ?? 0
    #expect(escapes > 0)
    #expect(picture.caption.contains("\(Int(escapes)) outside"))
    #expect(SceneFrames.picture(of: try Theatre.drivers.get(), in: Theatre.stretch) == nil)
  }

  @Test func `says in words what is to be seen`() throws {
    let drivers = try Theatre.drivers.get()
    #expect(
      Replay.picture(of: drivers, in: Theatre.stretch).caption
        == "233.3 to 533.3 ms. timer: 2 dropped frames in 18 refreshes, 1 with a jump; link: 1"
        + " dropped frame in 18 refreshes, 0 with a jump.")
    #expect(
      Lanes.picture(of: drivers, in: Theatre.stretch).caption.hasPrefix(
        "233.3 to 533.3 ms. timer: 1 late callback, the worst by 25.83 ms;"))
  }

  @Test func `leaves a gap where a value is undefined`() {
    let picture = Theatre.plot.picture()
    #expect(picture.count(of: .statistic) == 2)
    #expect(picture.count(of: .undefined) == 1)
    #expect(picture.count(of: .theory) == 2)
    #expect(picture.count(of: .sample) == 4)
    #expect(Theatre.map.picture.count(of: .undefined) == 1)
    #expect(Theatre.map.picture.count(of: .statistic) == 2)
  }

  @Test func `says 0 at one place of an axis alone, however small its numbers are`() {
    let points = [0.000_01, 0.000_04].enumerated().map {
      SweepPlot.Point(position: $0, values: [$1], mean: $1, interval: nil)
    }
    let plot = SweepPlot(
      metric: "error", unit: "pt", place: "",
      axis: SweepPlot.Axis(name: "n", values: ["1", "2"], numbers: nil, unit: ""),
      series: [SweepPlot.Series(label: "a", arm: 0, number: 0, points: points)])
    let words = plot.picture().marks.compactMap { mark -> String? in
      if case .text(let words, _, .end, _, _) = mark.shape { words } else { nil }
    }
    #expect(words.count { $0 == "0" } == 1 && words.contains("0.00002"))
  }

  @Test func `says how much was left out`() throws {
    let many = (0..<6_000).map { number in
      SweepPlot.Point(position: number, values: [1], mean: 1, interval: nil)
    }
    let plot = SweepPlot(
      metric: "fires", unit: "", place: "",
      axis: SweepPlot.Axis(
        name: "n", values: (0..<6_000).map(String.init), numbers: nil, unit: ""),
      series: [SweepPlot.Series(label: "a", arm: 0, number: 0, points: many)])
    let picture = plot.picture()
    #expect(picture.marks.count == 5_000)
    #expect(picture.caption.contains("marks more were left out"))
  }

  @Test func `shows no name as markup`() {
    let text = SVGWriter.escaped("</svg><script>\u{202e}'\"&\u{0}")
    #expect(text == "&lt;/svg&gt;&lt;script&gt;U+202E&#39;&quot;&amp;\u{fffd}")
  }

  @Test func `has words for a glossary that are each explained once`() {
    for chapter in PictureWords.chapters {
      #expect(Set(chapter.words.map(\.word)).count == chapter.words.count)
      #expect(chapter.words.filter { !$0.meaning.hasSuffix(".") }.isEmpty)
    }
  }
}

@Suite struct `A picture in text` {
  @Test func `draws a replay in braille and in plain letters`() throws {
    let picture = Replay.picture(of: try Theatre.drivers.get(), in: stretch, width: 480)
    let text = TextWriter(.plain).text(of: picture)
    #expect(text.utf8.count == text.count && text.contains("#"))
    for words in ["timer", "link", "2 dropped of 57", "1 dropped of 57", "frame is 33 ms old"] {
      #expect(text.contains(words), "\(words)")
      #expect(TextWriter(.braille).text(of: picture).contains(words), "\(words)")
    }
    // What hides lines behind names is no ink.
    let names = text.split(separator: "\n").filter { $0.contains(" dropped of ") }
    #expect(names.count == 2 && names.allSatisfy { !$0.contains(".....") })
  }

  @Test func `has colours only where they are wished for`() throws {
    let picture = Replay.picture(of: try Theatre.drivers.get(), in: stretch, width: 480)
    #expect(!TextWriter(.braille).text(of: picture).contains("\u{1b}"))
    let coloured = TextWriter(.braille, colours: true).text(of: picture)
    let plain = TextWriter.sequences.reduce(coloured) { $0.replacing($1, with: "") }
    #expect(coloured != plain && !plain.contains("\u{1b}"))
  }

  /// Eight refreshes about the blocked moment.
  private let stretch: Range<Instant> =
    Instant(nanoseconds: 300_000_000)..<Instant(nanoseconds: 433_333_333)
}

@Suite struct `A drawn driver` {
  @Test func `has a hitch for every unbroken run of dropped refreshes`() throws {
    for driver in try Theatre.drivers.get() {
      let metrics = try #require(driver.measurement[driver: driver.name]?.frames)
      #expect(driver.hitches.count == metrics.hitches?.count && !driver.hitches.isEmpty)
      #expect(driver.hitches.reduce(0) { $0 + $1.dropped } == metrics.slots?.dropped)
      #expect(driver.droppedByOwner.reduce(0) { $0 + $1.count } == metrics.slots?.dropped)
      #expect(driver.hitches.map(\.owner?.name) == driver.hitches.map { _ in "hiccup" })
    }
  }

  @Test func `is behind the screen by as much as its picture is late`() throws {
    let timer = try Theatre.drivers.get()[0]
    let worst = try #require(timer.worstHitches.first)
    let shown = timer.refreshes[worst.first]
    #expect(timer.contentTime(of: shown) <= shown.vsync)
    let span = timer.span(of: worst)
    #expect(timer.stillMoment(of: Theatre.stretch) < span.upperBound)
    #expect(timer.stillMoment(of: Theatre.stretch) > span.lowerBound)
  }
}
