/// A picture as a value: marks on a sheet, what they show in words, and the numbers behind them.
///
/// A writer turns it into SVG or into text and decides nothing. Lengths are whole hundredths of a pixel, so
/// that the bytes of a picture are the same on every machine.
public struct Picture: Hashable, Sendable {
  /// What kind of picture it is, such as ‘Film strip’.
  public let name: String
  /// What is to be seen, in words; enough for a reader who does not see the picture.
  public let caption: String
  /// How wide the sheet is, in hundredths of a pixel.
  public let width: Int
  /// How high the sheet is, in hundredths of a pixel.
  public let height: Int
  /// The marks, those below first.
  public let marks: [Mark]
  /// The numbers that the marks stand for.
  public let table: Table

  /// The numbers behind a picture, as text.
  public struct Table: Hashable, Sendable {
    /// The names of the columns, with their units.
    public let header: [String]
    /// The rows, in the order of the marks; an empty text stands for an undefined value.
    public let rows: [[String]]

    /// Creates a table.
    public init(header: [String], rows: [[String]]) {
      self.header = header
      self.rows = rows
    }
  }

  init(name: String, caption: String, sheet: Sheet, table: Table) {
    self.name = name
    self.caption =
      caption + (sheet.leftOut > 0 ? " \(sheet.leftOut) marks more were left out." : "")
    width = sheet.width
    height = sheet.height
    marks = sheet.marks
    self.table = table
  }

  /// How many marks of a kind it has.
  public func count(of kind: MarkKind) -> Int { marks.count { $0.kind == kind } }
}
