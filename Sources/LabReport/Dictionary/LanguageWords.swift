import LabLanguage

/// The words of the experiment language that its grammar explains: statements, their clauses, and
/// kinds of values.
enum LanguageWords {
  /// Every word, where it stands, and what it says.
  static let all: [(name: String, place: String, meaning: String)] =
    statements + clauses + kinds

  private static let statements = Grammar.forms.map { form in
    (form.keyword, "a statement of a script", summary(of: form))
  }

  /// Every word of every clause, with what the statements say of it.
  private static let clauses: [(name: String, place: String, meaning: String)] = {
    var order: [String] = []
    var uses: [String: [(form: Form, clause: Form.Clause)]] = [:]
    for form in Grammar.forms {
      for clause in form.clauses {
        for word in Set([clause.name] + clause.words + [clause.unit].compactMap(\.self)).sorted()
        where word.contains(where: \.isLetter) {
          if uses[word] == nil { order.append(word) }
          uses[word, default: []].append((form, clause))
        }
      }
    }
    return order.map { word in
      let forms = uses[word] ?? []
      let names = forms.map { "‘\($0.form.keyword)’" }
      let known = Set(names)
      return (
        word, "a part of " + names.filter { known.contains($0) }.unique.joined(separator: ", "),
        forms.uniqueForms.map { form, clause in
          "\(form.keyword) … \(clause.name) \(clause.slot.name)\n"
            + "\(clause.slot.name) is \(clause.slot.meaning)\n\(form.summary)\nExample: "
            + form.example(with: clause)
        }.joined(separator: "\n\n")
      )
    }
  }()

  private static let kinds = Grammar.slots.map { slot in
    (slot.name, "a kind of value", slot.meaning + "\n\nExample: " + slot.example)
  }

  private static func summary(of form: Form) -> String {
    "\(form.keyword) \(form.pattern)\n\n\(form.summary)\n\nExample: \(form.example)"
  }
}

extension [String] {
  /// Each once, in order.
  fileprivate var unique: [String] {
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}

extension [(form: Form, clause: Form.Clause)] {
  /// The first of each statement, three at most.
  fileprivate var uniqueForms: ArraySlice<(form: Form, clause: Form.Clause)> {
    var known: Set<String> = []
    return filter { known.insert($0.form.keyword).inserted }.prefix(3)
  }
}
