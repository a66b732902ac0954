import LabText

/// The experiment language, as it is shown to its writers.
package enum ScriptLanguage {
  /// The newest version of the language that is known.
  package static let version = 2

  /// The whole language on one page of 80 columns: the statements, then the kinds of values.
  package static var reference: String {
    var text = "STATEMENTS, one a line; '#' begins a comment; [ ] may be left out\n"
    for form in Grammar.forms { text += "\n" + reference(of: form) }
    text += "\nVALUES; '{NAME}' of a sweep may stand for any but TEXT, NAME and COUNT of runs\n\n"
    for slot in Grammar.slots {
      let name = "  \(slot.name)"
      let column = String(repeating: " ", count: 14)
      let meaning = slot.meaning + "\nExample: " + slot.example
      text += fill(meaning, first: name + " " + column.dropFirst(name.count + 1), rest: column)
    }
    return text
  }

  /// The keywords of all statements.
  package static var keywords: [String] { Grammar.forms.map { $0.keyword } }

  /// What the reference says of one statement; `nil` if there is none of this keyword.
  package static func reference(of keyword: String) -> String? {
    Grammar.form(keyword).map { String(reference(of: $0).dropLast()) }
  }

  private static func reference(of form: Form) -> String {
    let indent = form.home == .arm ? "    " : "  "
    return fill("\(form.keyword) \(form.pattern)", first: indent, rest: indent + "    ")
      + fill(form.summary, first: "      ", rest: "      ")
      + fill(form.example, first: "      Example: ", rest: "        ")
  }

  /// Breaks a text into lines of 80 columns at most; its own line breaks stay.
  private static func fill(_ text: String, first: String, rest: String) -> String {
    wrappedText(text, width: 80, first: first, rest: rest).joined(separator: "\n") + "\n"
  }
}
