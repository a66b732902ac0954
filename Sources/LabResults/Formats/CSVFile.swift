/// A CSV file of a result: its name, and its columns in their order.
///
/// The list of columns is all that there is to say about them: the header, the rows and the words
/// of `ColumnDictionary` are made of it. One more column, the last one, says in every row by
/// which version of the columns the file was written: a comment before the header would be a row to
/// most programs, and a version in a name another file, but a program passes over a column for
/// which it does not ask, and the column stays where rows of several files are put together.
package struct CSVFile<Row>: Sendable {
  /// The name in the folder of the result.
  let name: String
  /// The columns, in order.
  package let columns: [Column<Row>]
  /// Whether the last column is ``SchemaColumn``.
  private let hasSchema: Bool

  /// How a row is written into the columns, without the words about them.
  private let writes: [Column<Row>.Write]

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - columns: Its columns, or the first of them.
  ///   - others: Those behind them that are written together, which takes less than one by one.
  ///   - hasSchema: Whether it says the version of the columns; not if they are another tool's.
  ///   - write: Appends a field for each of the others.
  package init(
    _ name: String, columns: [Column<Row>], others: [Column<Row>] = [], hasSchema: Bool = true,
    writing write: Column<Row>.Write? = nil
  ) {
    (self.name, self.columns, self.hasSchema) = (name, columns + others, hasSchema)
    writes = columns.map(\.write) + [write].compactMap(\.self)
  }

  /// The names of the columns.
  package var header: [String] { columns.map(\.name) + (hasSchema ? [SchemaColumn.name] : []) }

  /// Appends a row.
  package func append(_ row: Row, to csv: inout CSVWriter) {
    for write in writes { write(row, &csv) }
    if hasSchema { csv.field(SchemaColumn.version) }
    csv.endRow()
  }

  /// Writes the header and all rows.
  func write<Refusal>(
    _ rows: some Sequence<Row>, to write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    var csv = CSVWriter(header: header)
    for row in rows { append(row, to: &csv) }
    try csv.drain(to: write)
  }
}
