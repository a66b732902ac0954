/// The experiment language, as it is shown to its writers.
public enum ScriptLanguage {
  /// The whole language on one page of 80 columns: the statements, then the kinds of values.
  public static var reference: String {
    var text = "STATEMENTS, one a line; '#' begins a comment; [ ] may be left out\n"
    for form in Grammar.forms {
      let indent = form.home == .arm ? "    " : "  "
      text += "\n" + fill("\(form.keyword) \(form.pattern)", indent: indent, hanging: "    ")
      text += fill(form.summary, indent: "      ", hanging: "")
    }
    text += "\nVALUES; {NAME} of a sweep may stand for any of them\n\n"
    for slot in Grammar.slots {
      let name = slot.name.padded(to: 12)
      text += fill("\(name)\(slot.meaning)", indent: "  ", hanging: "            ")
    }
    return text
  }

  /// Breaks a text into lines of 80 columns at most; its own line breaks stay.
  private static func fill(_ text: String, indent: String, hanging: String) -> String {
    var lines: [String] = []
    var line = indent
    for (index, paragraph) in text.split(separator: "\n").enumerated() {
      if index > 0 {
        lines.append(line)
        line = indent + hanging
      }
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
        if line.count + word.count > 79 {
          lines.append(line)
          line = indent + hanging
        }
        line += line.last == " " && !word.isEmpty || line.isEmpty ? word : " " + word
      }
    }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
