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

  /// How many marks of a kind it has.
  package func count(of kind: MarkKind) -> Int {
    marks.reduce(0) { $0 + ($1.kind == kind ? $1.count : 0) }
  }
}
