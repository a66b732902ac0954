import LabKernel
import LabLanguage

extension TokenCursor {
  /// Whether `in` begins a quantifier rather than a range.
  var isAtQuantifier: Bool {
    next?.text == "in" && ["every", "some", "no", "at"].contains(afterNext?.text)
  }

  /// Reads `in every run`, `in some run`, `in no run` or `in at least 95 % of runs`, if it is
  /// there.
  mutating func quantifier() throws(Mistake) -> Quantifier {
    guard accept("in") else { return .every }
    if accept("at") {
      try expect("least")
      let percent = try quantity(.percent)
      try expect("of")
      try expect("runs")
      guard percent.value.numerator >= 0, percent.value.approximate <= 100 else {
        throw Mistake(percent.place, "a share of runs lies between 0 % and 100 %.")
      }
      return .share(percent.value.approximate)
    }
    let quantifier = try word(
      among: [("every", Quantifier.every), ("some", .some), ("no", .no)])
    try expect("run")
    return quantifier
  }
}
