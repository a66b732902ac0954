extension Screen {
  /// Returns what the signs of timelines mean, in comments, which a reader of timelines passes
  /// over.
  package func legend(of timelines: String) -> [String] {
    let hasWork = timelines.contains("#|") || timelines.contains("|#") || timelines.contains(".#")
    let words = [
      "Timer or link: x a callback begins (2: two), = it runs, - it is late, o a date without one.",
      hasWork ? "Work: # it runs, - it waits." : "",
      timelines.contains("\n mode:") ? "mode: the first letter of a mode other than default." : "",
      "shows: the number of a new frame, = the one before, with the cause of a drop, or ! where that"
        + " has no room, + and how many frames were overwritten.",
    ]
    return words.filter { !$0.isEmpty }.flatMap {
      wrapped($0, indent: 2).map { "#" + $0.dropFirst() }
    }
  }

  /// Returns a timeline with what is wrong in red, if the screen has colors: double fires, dates
  /// without a callback, dropped refreshes.
  package func marked(_ timeline: String) -> String {
    guard style.isOn else { return timeline }
    return timeline.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let bar = line.firstIndex(of: "|") else { return String(line) }
      let isShown = line.hasPrefix("  shows:")
      let cells = line[bar...].split(separator: "|", omittingEmptySubsequences: false).map { cell in
        let isWrong =
          isShown
          ? cell.hasPrefix("=") && cell.dropFirst().first.map { $0.isLetter || $0 == "!" } == true
            || cell.contains("+")
          : cell.contains("o") || cell.contains { "23456789*".contains($0) }
            || cell.split(separator: "x", omittingEmptySubsequences: false).count > 2
        return isWrong ? style.red(String(cell)) : String(cell)
      }
      return line[..<bar] + cells.joined(separator: "|")
    }.joined(separator: "\n")
  }
}
