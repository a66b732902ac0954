import LabKernel
import LabMetrics

/// How many frames came how many refreshes late, a bar for each number of refreshes.
///
/// The bars are drawn on a logarithmic scale: a few late frames are seen beside thousands on time.
public struct LateHistogram {
  /// The words of the picture with their meanings.
  static let words = [
    (
      "on time",
      "Frames that were displayed at the refresh that was expected for them, or before it."
    ),
    ("late by", "How many refreshes later than expected frames were displayed."),
  ]

  private static let margin = px(128)
  private static let rowHeight = px(16)
  /// How many bars a driver has; what is later shares the last one.
  private static let barLimit = 10

  /// Draws how late the frames of some drivers were; drivers that show none are left out.
  ///
  /// - Parameters:
  ///   - drivers: Whose frames.
  ///   - width: How wide the picture is, in pixels; at least 300.
  /// - Returns: The picture; `nil` if no driver shows a frame.
  public static func picture(of drivers: [DrawnDriver], width: Int = 960) -> Picture? {
    let samples = drivers.compactMap { driver -> (driver: DrawnDriver, bins: [LateFrames.Bin])? in
      let metrics = driver.measurement[driver: driver.name]
      guard let frames = metrics?.frames, frames.refreshes.new > 0 else { return nil }
      return (driver, frames.lateFrames.histogram)
    }
    guard !samples.isEmpty else { return nil }
    let bars = samples.map { Self.bars(of: $0.bins) }
    let wide = px(max(300, width))
    let rows = bars.reduce(0) { $0 + $1.count + 1 }
    var sheet = Sheet(width: wide, height: px(16) + rowHeight * rows)
    let most = bars.joined().map(\.frames).max() ?? 1
    let scale = Scale(
      1...Double(max(2, most)), from: margin + px(8), to: wide - px(72), logarithmic: true)
    var y = px(16)
    for (sample, bars) in zip(samples, bars) {
      sheet.text(sample.driver.label, x: 0, y: y + px(12))
      y += rowHeight
      for bar in bars {
        sheet.text(bar.words, x: margin - px(8), y: y + px(12), .end, .muted)
        let end = bar.frames > 0 ? scale.place(Double(bar.frames)) : margin
        sheet.rectangle(
          margin..<end, y + px(2)..<y + px(14), .arm(sample.driver.arm), .fill, .statistic)
        sheet.text("\(bar.frames)", x: end + px(12), y: y + px(12))
        y += rowHeight
      }
    }
    return Picture(
      name: "Late frames, by how many refreshes", caption: caption(samples), sheet: sheet)
  }

  /// The bars of a driver, with what stands beside each.
  private static func bars(of bins: [LateFrames.Bin]) -> [(words: String, frames: Int)] {
    var bars = bins.prefix(barLimit).map { bin in
      (bin.refreshes == 0 ? "on time" : "late by \(bin.refreshes)", bin.frames)
    }
    let rest = bins.dropFirst(barLimit)
    if let first = rest.first {
      let frames = rest.reduce(0) { $0 + $1.frames }
      bars.append(("late by \(first.refreshes) and more", frames))
    }
    return bars
  }

  private static func caption(_ samples: [(driver: DrawnDriver, bins: [LateFrames.Bin])]) -> String
  {
    let findings = samples.map { driver, bins in
      let all = bins.reduce(0) { $0 + $1.frames }
      let late = all - (bins.first?.frames ?? 0)
      let worst = late > 0 ? ", at most \(bins.last?.refreshes ?? 0) refreshes" : ""
      return "\(driver.label): \(late) of \(counted(all, "frame")) late\(worst)"
    }
    return "\(findings.joined(separator: "; ")). The bars are logarithmic."
  }
}
