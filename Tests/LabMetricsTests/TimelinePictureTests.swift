import LabKernel
import LabMetrics
import LabTrace
import Testing

/// Refreshes of 16 ms, so that each of eight columns is 2 ms.
private func busyRun() -> Timeline {
  var run = Timeline()
  run.vsyncs(every: 16, count: 8)
  run.timer("ball", every: 16)
  for due in stride(from: Int64(2), to: 128, by: 16) where due != 34 {
    let (late, cost): (Int64, Int64) = due == 18 ? (0, 17) : due == 50 ? (15, 1) : (0, 3)
    run.fire(
      "ball", due: due, at: due + late, takes: cost, drops: due == 18 ? 1 : 0, next: due + 16)
  }
  run.add("network", at: 30) { .arrived($0, serial: 0, duration: 24) }
  run.add("network", at: 36) { .taskBegan($0, serial: 0, arrival: .ns(30)) }
  run.add("network", at: 60) { .taskEnded($0, serial: 0) }
  return run
}

private typealias Picture = LabMetrics.Timeline

private func draw(_ run: Timeline, _ refreshes: Range<Int>, columns: Int = 8) throws -> Picture {
  let trace = run.trace(end: 128, scale: 1_000_000)
  let measurement = RunMeasurement(trace)
  return try #require(measurement.timeline(of: trace, refreshes: refreshes, columns: columns))
}

@Suite struct `A timeline` {
  @Test func `shows who held the thread and what came of it`() throws {
    #expect(
      try draw(busyRun(), 2..<7).description == """
        vsync:   2        3        4        5        6
           ms:   32       48       64       80       96
        network  |--######|######..|........|........|........|
        ball     |=o......|.-------|xx=.....|.x=.....|.x=.....|
          shows: |0       |=own    |1       |=tasks  |3+1     |
        """)
  }

  @Test func `is read back as it was drawn`() throws {
    let drawn = try draw(busyRun(), 0..<7)
    #expect(drawn.refreshes == 0..<7)
    for width in [30, 50, 80, 200] {
      #expect(try Picture(parsing: drawn.text(width: width)) == drawn)
    }
  }

  @Test(arguments: [1, 2, 3, 20])
  func `is read back from cells of any width`(columns: Int) throws {
    var run = Timeline()
    run.vsyncs(every: 16, count: 130)
    run.timer("ball", every: 16)
    run.fire("ball", due: 1605)
    let trace = run.trace(end: 2080, scale: 1_000_000)
    let drawn = try #require(
      RunMeasurement(trace).timeline(of: trace, refreshes: 96..<107, columns: columns))
    #expect(try Picture(parsing: drawn.description) == drawn, "\(drawn)")
  }

  @Test func `is read with any indentation and without its times`() throws {
    let drawn = try draw(busyRun(), 1..<3)
    let lines = drawn.description.split(separator: "\n").filter { !$0.contains("ms:") }
    let text = lines.map { "    " + $0 }.joined(separator: "\n\n") + "\n"
    #expect(try Picture(parsing: text) == drawn)
  }

  @Test func `is drawn like another one`() throws {
    let trace = busyRun().trace(end: 128, scale: 1_000_000)
    let measurement = RunMeasurement(trace)
    let wish = try Picture(
      parsing: """
        vsync: 2    3
        ball  |....|....|
        """)
    let drawn = try #require(measurement.timeline(of: trace, like: wish))
    #expect(drawn.rows.map(\.cells) == [["o...", "----"]])
    let beyond = try Picture(parsing: "vsync: 7 8\nball |.|.|")
    #expect(measurement.timeline(of: trace, like: beyond) == nil)
  }

  @Test func `counts the firings of a column`() throws {
    #expect(try draw(busyRun(), 3..<5, columns: 1).rows[1].cells == ["-", "2"])
  }

  @Test func `names the mode in which the loop ran`() throws {
    var run = busyRun()
    run.scroll(from: 66, to: 80)
    let picture = try draw(run, 4..<6)
    #expect(picture.rows.first?.subject == .mode)
    #expect(picture.rows.first?.cells == [".ttttttt", "........"])
  }

  @Test func `finds the refreshes that a stretch touches`() {
    let measurement = RunMeasurement(busyRun().trace(end: 128, scale: 1_000_000))
    #expect(measurement.refreshes(from: .milliseconds(16), for: .milliseconds(32)) == 1..<3)
    #expect(measurement.refreshes(from: .milliseconds(15), for: .milliseconds(2)) == 0..<2)
  }

  @Test(arguments: [
    ("ball |x..|", "before the ruler"), ("vsync: 0", "no row"), ("vsync:\nball |.|", "no number"),
    ("vsync: 0 1 3\nball |.|.|.|", "refresh 3 stands where 2"),
    ("vsync: 0\na |.|\nvsync: 2\na |.|", "refresh 2 stands where 1"),
    ("vsync: 0\nball x", "between bars"),
    ("vsync: 0 1\nball |..|.|", "has 1 columns, others have 2"),
    ("vsync: 0 1\nball |..|", "1 cells"), ("vsync: 0\n|.|", "no name"),
    ("vsync: 0\nball |.|\nball |.|", "twice"), ("vsync: 0\nshows: |1|", "below the row"),
    ("vsync: 0\na |.|\nvsync: 1\nb |.|", "same order"), ("vsync: -1\nball |.|", "not the number"),
    ("vsync: 0\na |.|\nb |.|\nvsync: 1\na |.|", "lacks rows"), ("vsync: 0\nball ||", "0 columns"),
  ])
  func `points at a mistake`(text: String, complaint: String) {
    let mistake = #expect(throws: Picture.Mistake.self) { try Picture(parsing: text) }
    #expect(mistake?.description.contains(complaint) == true, "\(mistake.debugDescription)")
  }
}
