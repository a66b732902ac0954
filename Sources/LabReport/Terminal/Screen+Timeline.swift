extension Screen {
  /// Returns a timeline with what is wrong in red, if the screen has colors: double fires, dates without
  /// a callback, dropped refreshes.
  public func marked(_ timeline: String) -> String {
    guard style.isOn else { return timeline }
    return timeline.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let bar = line.firstIndex(of: "|") else { return String(line) }
      let isShown = line.hasPrefix("  shows:")
      let cells = line[bar...].split(separator: "|", omittingEmptySubsequences: false).map { cell in
        let isWrong =
          isShown
          ? cell.hasPrefix("=") && cell.dropFirst().first?.isLetter == true || cell.contains("+")
          : cell.contains("o") || cell.contains { "23456789*".contains($0) }
            || cell.split(separator: "x", omittingEmptySubsequences: false).count > 2
        return isWrong ? style.red(String(cell)) : String(cell)
      }
      return line[..<bar] + cells.joined(separator: "|")
    }.joined(separator: "\n")
  }
}
