import LabAnswer

extension [[Answer.Part]] {
  /// The words of all sentences, one after the other.
  var words: String {
    joined().flatMap { part -> [Answer.Sentence] in
      switch part {
      case .sentences(let sentences), .list(let sentences): sentences
      case .heading, .table, .figure, .key, .terms, .script, .command, .checks: []
      }
    }.map(\.text).joined(separator: " ")
  }

  /// The tables of a name, as one.
  func table(_ name: String?) -> Table? {
    joined().lazy.compactMap { part -> Table? in
      if case .table(let table) = part, table.name == name { table } else { nil }
    }.first
  }

  /// What stands above the drawings.
  var headings: [String] {
    joined().compactMap { if case .heading(let text, _) = $0 { text } else { nil } }
  }
}

extension Table {
  /// The cells of a column, by its name.
  func column(_ name: String) -> [Cell] {
    guard let index = columns.firstIndex(where: { $0.name == name }) else { return [] }
    return rows.map { $0[index] }
  }
}
