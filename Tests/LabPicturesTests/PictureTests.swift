import LabKernel
import LabMetrics
import LabPictures
import Testing

@Suite struct `A picture` {
  @Test(arguments: ["strip", "space-time", "lanes", "lateness", "late-frames", "ledger"])
  func `of a run has the bytes that are stored`(name: String) throws {
    let drivers = try Theatre.drivers.get()
    let picture: Picture? =
      switch name {
      case "strip": FilmStrip.picture(of: drivers, in: Theatre.stretch)
      case "space-time": SpaceTime.picture(of: drivers, in: Theatre.stretch)
      case "lanes": Lanes.picture(of: drivers, in: Theatre.stretch)
      case "lateness": Distributions.picture(of: .lateness, drivers)
      case "late-frames": LateHistogram.picture(of: drivers)
      default: Ledger.picture(of: .droppedSlot, drivers)
      }
    try Theatre.expect(
      SVGWriter(.file).text(of: try #require(picture)), toBe: "\(name).svg")
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
    let escapes = MetricDictionary.metric(named: "escapes")?.value(lost)?.number
    let outside = picture.table.rows.filter { $0[0] == "variable" && Int($0[1]) == 53 }
      .count { !(0...300).contains(Double($0[4]) ?? 0) || !(0...300).contains(Double($0[5]) ?? 0) }
    #expect(Double(outside) == escapes && outside > 0)
    #expect(SceneFrames.picture(of: try Theatre.drivers.get(), in: Theatre.stretch) == nil)
  }

  @Test func `says in words what is to be seen`() throws {
    let drivers = try Theatre.drivers.get()
    #expect(
      FilmStrip.picture(of: drivers, in: Theatre.stretch).caption
        == "233.3 to 533.3 ms. timer: 2 of 18 refreshes dropped, 1 with a jump; link: 1 of 18"
        + " refreshes dropped, 0 with a jump.")
    #expect(
      Lanes.picture(of: drivers, in: Theatre.stretch).caption.hasPrefix(
        "233.3 to 533.3 ms. timer: 1 late callback, the worst by 25.83 ms because of hiccup #0;"))
  }

  @Test func `of a ledger adds up to its total to the nanosecond`() throws {
    let picture = try #require(
      Ledger.picture(of: .lateFiring, try Theatre.drivers.get()))
    for arm in ["timer", "link"] {
      let rows = picture.table.rows.filter { $0[0] == arm }
      let parts = try rows.filter { $0[1] != "total" }.map { try nanoseconds($0[3]) }
      let total = try nanoseconds(#require(rows.last { $0[1] == "total" })[3])
      #expect(parts.reduce(0, +) == total)
    }
  }

  private func nanoseconds(_ milliseconds: String) throws -> Int {
    Int((try #require(Double(milliseconds)) * 1e6).rounded())
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

  @Test func `says how much was left out`() throws {
    let many = (0..<6_000).map { number in
      SweepPlot.Point(position: number, values: [1], mean: 1, interval: nil)
    }
    let plot = SweepPlot(
      metric: "fires", unit: "", place: "",
      axis: SweepPlot.Axis(
        name: "n", values: (0..<6_000).map(String.init), numbers: nil, unit: ""),
      series: [SweepPlot.Series(label: "a", number: 0, points: many)])
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
  @Test func `draws a film strip in braille`() throws {
    let picture = FilmStrip.picture(
      of: try Theatre.drivers.get(), in: stretch, width: 480)
    #expect(
      TextWriter(.braille).text(of: picture) == """
        refresh     18   19    20     21   22    23     24   25
        ms          300        333.3       366.7        400
                               ⢸=⣿⣿⣿⣿⡇=⣿⣿⣿⣿⣿⠉⠉⠉+1⡇
        timer        ⠒     ⠂⠒  ⠸⠿⠿⠿⠿⠿⠇⠿⠿⠿⠿⠿⠿⠤⠤⠦⠴⠦⠇   ⠐⠐⠂    ⠐⠒    ⠐⠂
                               tasks

                                      =⣿⣿⣿⣿⡇
        link        ⠐⠂    ⠐⠒     ⠂⠒   ⠿⠿⠿⠿⠿⠇  ⠒⠂    ⠐⠐⠂    ⠐⠐⠂    ⠐⠒
                                      tasks
        """)
  }

  @Test func `draws a film strip in plain letters`() throws {
    let picture = FilmStrip.picture(
      of: try Theatre.drivers.get(), in: stretch, width: 480)
    let text = TextWriter(.plain).text(of: picture)
    #expect(text.utf8.count == text.count)
    #expect(
      text == """
        refresh     18   19    20     21   22    23     24   25
        ms          300        333.3       366.7        400
                               #=#####=####!!!!+1!
        timer        *     .*  ###*#####*##!!!.**!   .**    .*    **
                               tasks

                                      =#####
        link        oo    .o     .o   ##o###  oo    .oo    .oo    .o
                                      tasks
        """)
  }

  @Test func `has colours only where they are wished for`() throws {
    let picture = SpaceTime.picture(of: try Theatre.drivers.get(), in: stretch, width: 480)
    #expect(!TextWriter(.braille).text(of: picture).contains("\u{1b}"))
    let coloured = TextWriter(.braille, colours: true).text(of: picture)
    let plain = TextWriter.sequences.reduce(coloured) { $0.replacing($1, with: "") }
    #expect(coloured != plain && !plain.contains("\u{1b}"))
  }

  /// Eight refreshes about the blocked moment.
  private let stretch: Range<Instant> =
    Instant(nanoseconds: 300_000_000)..<Instant(nanoseconds: 433_333_333)
}
