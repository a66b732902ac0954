import LabLanguage

/// The words of the experiment language: statements, their clauses, kinds of values, and values.
enum LanguageWords {
  /// Every word, where it stands, and what it says.
  static let all: [(name: String, place: String, meaning: String)] =
    values + statements + clauses + kinds

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
            + example(of: form, with: clause)
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

  /// The shortest statement that has the clause.
  private static func example(of form: Form, with clause: Form.Clause) -> String {
    form.example.contains(clause.words.joined(separator: " "))
      ? form.example : "\(form.example) \(clause.example)"
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

extension LanguageWords {
  /// The rules of browsers, each with what it does.
  static let rules = [
    (
      "remember",
      "a vsync that came while a frame was on its way gets one as soon as that has ended: a page that"
        + " needs longer than a refresh draws at once, not at the next vsync."
    ),
    (
      "promotion",
      "a frame goes before all tasks once none has been drawn for a while, so that a flood of messages"
        + " cannot hold up pictures for ever."
    ),
    (
      "at-once",
      "a change of the page gets a frame at once if its refresh has had none; without it, at the next"
        + " vsync."
    ),
    (
      "overtake", "an input goes before all tasks that were posted, and waits only for what runs."
    ),
    ("together", "inputs that wait run one after the other, without a frame between them."),
    (
      "hold",
      "tasks that were posted and timers wait for the frame that shows an input, 50 ms at most."
    ),
    (
      "carry",
      "the first frame that begins after an input shows it; without it, one with a callback of the"
        + " driver does."
    ),
    (
      "draw",
      "a frame is seen as soon as it is committed, one a refresh; without it, it waits for the next"
        + " vsync."
    ),
    ("unchanged", "an input that changes nothing has no frame, and delays no posted task."),
    ("yields", "a frame leaves other tasks as long as they had before it."),
    ("row", "after some timers in a row a task of another kind goes first."),
    ("batch", "the task in which timers are called ends after a while, and the rest wait again."),
    (
      "grid",
      "a setInterval keeps its grid, so that a late fire date is followed sooner by the next; without it,"
        + " each counts from the one before."
    ),
    ("clamp", "an interval that is very short, or deeply nested, becomes longer."),
    (
      "costs",
      "the browser's own work around each task, timer and frame takes time, and so does waking up."
        + " Without it, 'wake-up' may say how long that takes."
    ),
  ].map { word, meaning in
    (
      name: word, place: "a rule of a browser",
      meaning: meaning.prefix(1).uppercased() + meaning.dropFirst()
        + " 'explain like chromium' lists all rules. Without it: like chromium except \(word)"
    )
  }
}
