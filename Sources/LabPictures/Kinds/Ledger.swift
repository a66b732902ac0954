import LabKernel
public import LabMetrics

/// Who is to blame, as a bar for each driver with a part for each owner of the delay.
public struct Ledger {
  /// The words of the picture with their meanings.
  static let words = [
    ("late firing", "The time from due instants to the callbacks that answered them."),
    ("double fire", "The lateness of callbacks that share a refresh with a later one."),
    (
      "overwritten update",
      "The time from the due instants of updates that were never shown to their commits."
    ),
    ("dropped slot", "The time between the latch before a dropped slot and its last latch."),
  ]

  private static let margin = px(120)
  private static let rowHeight = px(32)
  /// How many owners have a part of their own.
  private static let ownerLimit = 12

  /// Draws what one problem of some drivers is put down to.
  ///
  /// - Parameters:
  ///   - problem: The problem.
  ///   - drivers: Whose.
  ///   - width: How wide the picture is, in pixels; at least 300.
  /// - Returns: The picture; `nil` if none of the drivers has the problem.
  public static func picture(
    of problem: Problem, _ drivers: [DrawnDriver], width: Int = 960
  ) -> Picture? {
    let bars = drivers.map { driver in
      (driver, driver.measurement.totalsByOwner(of: driver.name, in: problem))
    }
    let totals = bars.map { bar in bar.1.reduce(0) { $0 + $1.time.wholeNanoseconds } }
    guard let most = totals.max(), most > 0 else { return nil }
    let wide = px(max(300, width))
    var sheet = Sheet(width: wide, height: px(16) + rowHeight * bars.count)
    let owners = bars.flatMap { $0.1 }.reduce(into: [String]()) { names, blame in
      if !names.contains(blame.words) { names.append(blame.words) }
    }
    for (row, (driver, blames)) in bars.enumerated() {
      let y = px(8) + rowHeight * row
      sheet.text(driver.label, x: 0, y: y + px(16))
      draw(blames, totals[row], most, owners, width: wide - margin - px(80), y: y, on: &sheet)
    }
    return Picture(
      name: "Attribution of \(words(of: problem))", caption: caption(problem, bars, totals),
      sheet: sheet)
  }

  private static func draw(
    _ blames: [Blame], _ total: Int64, _ most: Int64, _ owners: [String], width: Int, y: Int,
    on sheet: inout Sheet
  ) {
    var passed: Int64 = 0
    var x = margin
    for blame in blames.prefix(ownerLimit) {
      passed += blame.time.wholeNanoseconds
      let end = margin + Int(Int128(width) * Int128(passed) / Int128(most))
      sheet.rectangle(
        x..<end, y..<y + px(22), .owner(owners.firstIndex(of: blame.words) ?? 7), .fill, .share)
      let name = blame.words
      if end - x > px(7) * name.count + px(6) {
        sheet.text(
          name, x: x + px(4), y: y + px(15))
      }
      x = end
    }
    if passed < total {
      let end = margin + Int(Int128(width) * Int128(total) / Int128(most))
      sheet.rectangle(x..<end, y..<y + px(22), .owner(7))
      x = end
    }
    sheet.text("\(milliseconds(total)) ms", x: x + px(6), y: y + px(16))
  }

  private static func words(of problem: Problem) -> String {
    problem.rawValue.split(separator: "_").joined(separator: " ") + "s"
  }

  private static func caption(
    _ problem: Problem, _ bars: [(DrawnDriver, [Blame])], _ totals: [Int64]
  ) -> String {
    let findings = zip(bars, totals).map { bar, total in
      let worst = bar.1.first.map {
        ", most of it \($0.words) (\(milliseconds($0.time.wholeNanoseconds)) ms)"
      }
      return "\(bar.0.label): \(milliseconds(total)) ms\(worst ?? "")"
    }
    return "\(findings.joined(separator: "; "))."
  }
}
