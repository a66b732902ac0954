import LabKernel
import LabText
package import LabWorkload

extension Slot<DurationLaw> {
  /// A distribution by its name, how it is written after that, and how that is read.
  private struct Form {
    package let name: String
    package let example: String
    package let read: (inout TokenCursor) throws(Mistake) -> DurationLaw
  }

  /// How each distribution is written.
  package static var examples: [String] { forms.map { "'\($0.name) \($0.example)'" } }

  private static var forms: [Form] {
    [
      Form(name: "uniform", example: "0..6 ms") { cursor throws(Mistake) in
        try cursor.uniform()
      },
      Form(name: "normal", example: "mean 3 ms sd 1 ms") { cursor throws(Mistake) in
        let (mean, deviation) = try cursor.meanAndDeviation()
        return .normal(mean: mean, deviation: deviation)
      },
      Form(name: "exponential", example: "mean 3 ms") { cursor throws(Mistake) in
        try cursor.expect("mean")
        return .exponential(mean: try cursor.read(.positiveDuration))
      },
      Form(name: "lognormal", example: "mean 3 ms sd 2 ms") { cursor throws(Mistake) in
        let (mean, deviation) = try cursor.meanAndDeviation()
        return .logNormal(mean: mean, deviation: deviation)
      },
      Form(name: "pareto", example: "least 1 ms shape 2.5") { cursor throws(Mistake) in
        try cursor.expect("least")
        let least = try cursor.read(.positiveDuration)
        try cursor.expect("shape")
        return .pareto(least: least, shape: try cursor.read(.factor))
      },
      Form(name: "empirical", example: "FILE") { cursor throws(Mistake) in
        .anyOf(try cursor.durations())
      },
      Form(name: "sequence", example: "FILE") { cursor throws(Mistake) in
        .inTurn(try cursor.durations())
      },
    ]
  }

  package static var law: Slot<DurationLaw> {
    Slot(
      "LAW", "0.5 ms",
      """
      a duration; several with commas, taken in turn; or a distribution:
      \(Slot<DurationLaw>.examples.joined(separator: ",\n"))
      """
    ) { cursor throws(Mistake) in
      if let word = cursor.next, word.kind == .word {
        guard let form = forms.first(where: { $0.name == word.text }) else {
          throw unknown(word)
        }
        _ = cursor.accept(word.text)
        return try form.read(&cursor)
      }
      let durations = try cursor.list(Slot<Duration>.duration.read)
      if let range = cursor.next, range.text == ".." {
        throw Mistake(
          range.place, "what lies between two durations is drawn. Write 'uniform 0..6 ms'.")
      }
      return durations.count == 1 ? .constant(durations[0]) : .inTurn(durations)
    }
  }

  private static func unknown(_ word: Token) -> Mistake {
    let hint = Spelling.hint(for: word.text, among: forms.map { $0.name })
    let examples =
      ["0.5 ms"]
      + forms.filter { $0.example != "FILE" }.map { "\($0.name) \($0.example)" }
    return Mistake(
      word.place,
      "'\(word.spelling)' is not a duration."
        + (hint.isEmpty ? " Write for example \(Spelling.list(examples))." : hint))
  }
}

extension TokenCursor {
  /// Reads the durations in the file at a path.
  fileprivate mutating func durations() throws(Mistake) -> [Duration] {
    let place = place
    let path = place.source.beside(try path())
    guard let files = scope.files else { preconditionFailure("'\(path)' is read without files") }
    return try files.durations(path, place: place)
  }

  fileprivate mutating func uniform() throws(Mistake) -> DurationLaw {
    let place = place
    let (low, high) = try range()
    guard let a = try low.checked(.time).value.whole, let b = try high.checked(.time).value.whole,
      0 <= a, a <= b
    else { throw Mistake(place, "this range must begin at 0 or later and not end before.") }
    return .uniform(.nanoseconds(a) ... .nanoseconds(b))
  }

  fileprivate mutating func meanAndDeviation() throws(Mistake) -> (Duration, Duration) {
    try expect("mean")
    let mean = try read(.positiveDuration)
    try expect("sd")
    return (mean, try read(.duration))
  }
}
