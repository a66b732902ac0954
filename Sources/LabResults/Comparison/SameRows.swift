import LabMetrics
import LabText

extension CSVReader {
  /// Whether two files have the same rows, but for the version of their columns and the names that
  /// columns had before.
  static func haveSameRows(_ one: String, _ other: String) throws(InputError) -> Bool {
    let readers = (try CSVReader(one), try CSVReader(other))
    func fields(_ row: CSVRow, of reader: CSVReader) -> [String] {
      let hasVersion = SchemaColumn.position(in: reader.header) != nil
      return row.fields.dropLast(hasVersion ? 1 : 0).map(MetricDictionary.currentColumn)
    }
    let headers = [readers.0, readers.1].map { $0.header.fields.map(SchemaColumn.today) }
    guard headers[0] == headers[1] else { return false }
    while let row = try readers.0.next() {
      guard let twin = try readers.1.next(),
        fields(twin, of: readers.1) == fields(row, of: readers.0)
      else { return false }
    }
    return try readers.1.next() == nil
  }
}
