extension Timeline {
  /// Tells in words where this picture departs from another of the same refreshes.
  ///
  /// - Returns: One sentence for each row that differs or that this picture lacks.
  /// - Precondition: Both have the same refreshes and columns.
  public func differences(from other: Timeline) -> [String] {
    precondition(
      refreshes == other.refreshes && columns == other.columns,
      "pictures of different refreshes cannot be compared")
    return other.rows.compactMap { row in
      guard let mine = rows.first(where: { $0.subject == row.subject }) else {
        return "\(row.subject.words): the run knows nothing of that name"
      }
      let pairs = zip(mine.cells, row.cells)
      guard let cell = pairs.enumerated().first(where: { $1.0 != $1.1 }) else { return nil }
      return "\(row.subject.words), refresh \(refreshes.lowerBound + cell.offset): it is "
        + "‘\(cell.element.0)’, expected was ‘\(cell.element.1)’"
    }
  }
}

extension Timeline.Subject {
  /// The subject in words.
  fileprivate var words: String {
    switch self {
    case .mode: "mode"
    case .named(let name): name
    case .shows(let name): "what is shown of \(name)"
    }
  }
}
