extension ScriptCompiler {
  /// Reads the sweeps, and replaces the values of those that are overridden.
  func readSweeps(overriding: [(name: String, values: String)]) {
    for statement in named(outline["sweep"]) {
      let sweep = attempt { () throws(Mistake) in try Sweep(statement) }
      if let sweep { sweeps.append(sweep) } else { hasLostNames = true }
    }
    for (name, values) in overriding {
      _ = attempt { () throws(Mistake) in try override(name, with: values) }
    }
  }

  private func override(_ name: String, with values: String) throws(Mistake) {
    guard let index = sweeps.firstIndex(where: { $0.name == name }) else {
      let hint = Spelling.hint(for: name, among: sweeps.map(\.name))
      throw Mistake(nil, "there is no sweep '\(name)' whose values could be set.\(hint)")
    }
    let text = try SourceText(
      path: "--set \(name)", bytes: Array("sweep \(name) = \(values)".utf8),
      limit: Limits.scriptBytes)
    guard let form = Grammar.form("sweep"), text.lines.count == 1 else {
      throw Mistake(nil, "the values of '\(name)' must stand on one line.")
    }
    let statement = try Statement(form, tokens: Lexer.tokens(of: text, line: 1))
    sweeps[index] = try Sweep(statement)
    isNarrowed = true
  }
}
