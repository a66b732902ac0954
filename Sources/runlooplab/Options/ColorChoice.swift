/// When the output has colors.
enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal, unless the environment says otherwise.
  case auto
  /// In any output.
  case always
  /// In no output.
  case never

  /// Returns whether there are colors.
  ///
  /// In `auto`, NO_COLOR (not empty) and CLICOLOR=0 turn them off, and CLICOLOR_FORCE (neither
  /// empty nor 0) turns them on without a terminal; a dumb terminal has none.
  ///
  /// - Source: no-color.org; bixense.com/clicolors.
  func isOn(isTerminal: Bool, environment: [String: String]) -> Bool {
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if isSet("NO_COLOR") { return false }
      if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" { return true }
      return isTerminal && environment["CLICOLOR"] != "0" && environment["TERM"] != "dumb"
    }
  }
}
