/// A CSV file of a result: its name, and its columns in their order.
///
/// The list of columns is all that there is to say about them: the header, the rows and the words of
/// ``ColumnDictionary`` are made of it.
struct CSVFile<Row>: Sendable {
  /// The name in the folder of the result.
  let name: String
  /// The columns, in order.
  let columns: [Column<Row>]

  /// How a row is written into each column, without the words about them.
  private let writes: [Column<Row>.Write]

  init(_ name: String, columns: [Column<Row>]) {
    self.name = name
    self.columns = columns
    writes = columns.map(\.write)
  }

  /// The names of the columns.
  var header: [String] { columns.map(\.name) }

  /// Appends a row.
  func append(_ row: Row, to csv: inout CSVWriter) {
    for write in writes { write(row, &csv) }
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
