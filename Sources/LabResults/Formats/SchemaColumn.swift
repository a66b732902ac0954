import LabText

/// The last column of the files of a result: the version of their columns.
package enum SchemaColumn {
  /// The version of the columns of all files.
  package static let version = 5
  /// The name in the header.
  static let name = "schema"

  /// What it tells.
  static let meaning =
    "The version of the columns of the file: a column never changes its meaning, but a newer version may"
    + " have others."

  /// The position of the column in a header; `nil` in a file from before there was one.
  static func position(in header: CSVRow) -> Int? {
    header.fields.last == name ? header.fields.count - 1 : nil
  }

  /// Throws if a row was written by a newer version than this one.
  static func check(_ row: CSVRow, at position: Int) throws(InputError) {
    let text = row[position]
    guard let version = Int(text), version > 0 else {
      throw row.mistake(at: position, "'\(text)' is not a version of the columns.")
    }
    guard version <= SchemaColumn.version else {
      throw row.mistake(at: position, newer(version))
    }
  }

  /// Throws if a file was written by a newer version than this one.
  static func check(_ path: String) throws(InputError) { _ = try CSVReader(path).next() }

  /// That a result is of a newer version, and what to do.
  static func newer(_ version: Int) -> String {
    "this was written with version \(version) of the columns, and this program knows version"
      + " \(SchemaColumn.version). Use a newer runlooplab, or run the script again."
  }
}
