import LabText

/// A picture as a value: marks on a sheet, and what they show in words.
///
/// A writer turns it into SVG or into text and decides nothing. Lengths are whole hundredths of a
/// pixel, so that the bytes of a picture are the same on every machine.
package struct Picture: Hashable, Sendable {
  /// What kind of picture it is, such as ‘Replay’.
  package let name: String
  /// What is to be seen, in words; enough for a reader who does not see the picture.
  package let caption: String
  /// How wide the sheet is, in hundredths of a pixel.
  package let width: Int
  /// How high the sheet is, in hundredths of a pixel.
  package let height: Int
  /// The marks, those below first.
  package let marks: [Mark]

  init(name: String, caption: String, sheet: Canvas) {
    self.name = name
    self.caption =
      caption + (sheet.leftOut > 0 ? " \(sheet.leftOut) marks more were left out." : "")
    width = sheet.width
    height = sheet.height
    marks = sheet.marks
  }

  package func count(of kind: MarkKind) -> Int {
    marks.reduce(0) { $0 + ($1.kind == kind ? $1.count : 0) }
  }
}

/// What a picture is about and where it comes from, which its file says of itself.
package struct PictureOrigin: Hashable, Sendable {
  /// What it shows: the question of an experiment, or what failed.
  package let title: String
  /// The values of the sweeps, and the arms.
  package let point: String
  /// The hashes of everything that happened in the runs that are drawn.
  package let fingerprints: [UInt64]
  /// The command that draws it.
  package let command: String

  /// Creates an origin; without sweeps the point is empty.
  package init(title: String, point: String = "", fingerprints: [UInt64], command: String) {
    (self.title, self.point) = (title, point)
    (self.fingerprints, self.command) = (fingerprints, command)
  }

  /// The names and values of what is known, by the terms of Dublin Core.
  ///
  /// - Source: DCMI Metadata Terms, section 3 (the elements `/elements/1.1/`).
  var terms: [(name: String, value: String)] {
    let hashes = fingerprints.map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return [
      ("title", title), ("coverage", point), ("identifier", hashes.joined(separator: ", ")),
      ("source", command),
    ].filter { !$0.1.isEmpty }
  }
}

/// What the words and signs of pictures mean.
package enum PictureWords {
  /// All words, kind of picture by kind, in the order of the picture.
  package static let chapters: [(name: String, words: [(word: String, meaning: String)])] = [
    ("Replay", Replay.words), ("Scene", SceneFrames.words), ("Lanes", Lanes.words),
    ("Plot", SweepPlot.words), ("Heat map", HeatMap.words), ("Phase map", PhaseBars.words),
    ("Strip", IntervalStrip.words),
  ]
}

/// Returns nanoseconds as milliseconds as a person says them: `1217 ms`, `34 ms`, `2.5 ms`.
package func spoken(_ nanoseconds: Int64) -> String {
  let tenths = (nanoseconds + (nanoseconds < 0 ? -50_000 : 50_000)) / 100_000
  if tenths.magnitude < 100 { return decimalText(tenths, places: 1, atLeast: 1) + " ms" }
  return grouped((tenths + (tenths < 0 ? -5 : 5)) / 10) + " ms"
}

/// Returns an instant in seconds, with so many decimals.
package func seconds(_ nanoseconds: Int64, decimals: Int = 3) -> String {
  let unit: Int64 = (0..<9 - decimals).reduce(1) { unit, _ in unit * 10 }
  return decimalText((nanoseconds + unit / 2) / unit, places: decimals, atLeast: decimals) + " s"
}
