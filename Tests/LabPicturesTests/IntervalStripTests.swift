import LabPictures
import Testing

@Suite struct `A strip of intervals` {
  private let text = [16.7, 16.7, 33.3, 16.7, 16.6, 16.7, 33.4, 16.7, 16.7, 16.6, 33.3, 16.7]

  @Test func `has a row for each multiple`() {
    let strip = IntervalStrip(text, period: 1000 / 60)
    #expect(
      strip.signs(width: 80) == """
           33.3 ms |  =   =   =
           16.7 ms |== === === =
        """)
    #expect(strip.caption == "12 intervals: 3 about 33.3 ms and 9 about 16.7 ms.")
  }

  @Test func `shows what is longer or shorter than its row`() {
    let strip = IntervalStrip([10, 12, 8, 10, 500], period: 10)
    #expect(
      strip.signs(width: 80) == """
            500 ms |    =
             10 ms |=+-=
        """)
  }

  @Test func `has as many marks as intervals, where there is room`() {
    let strip = IntervalStrip(text, period: 1000 / 60)
    #expect(strip.picture.count(of: .sample) == 12)
    let many = IntervalStrip([Double](repeating: 10, count: 100_000), period: 10)
    #expect(1...400 ~= many.picture.count(of: .sample))
    #expect(many.signs(width: 80).split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(many.signs(width: 80).hasSuffix("each column is the longest of 1493 intervals"))
  }

  @Test func `leaves out no interval that has no row of its own`() {
    let strip = IntervalStrip((1...12).flatMap { [10 * Double($0), 10 * Double($0)] }, period: 10)
    let signs = strip.signs(width: 80).split(separator: "\n")
    #expect(signs.count == 6)
    #expect(signs.joined().count { "=+-".contains($0) } == 24)
  }
}
