package import LabAnswer
import LabStudy

/// Annotations for GitHub Actions, and the summary of the step.
///
/// - Source: GitHub, *Workflow commands for GitHub Actions*.
package enum AnswerGitHub {
  /// GitHub shows ten annotations of a kind for a step, and drops the others without a word.
  private static let annotationLimit = 10
  /// GitHub rejects a summary of more than 1,024 kB as a whole.
  private static let summaryLimit = 900_000

  /// Writes annotations, each on a line: one for each expectation that fails and each mistake; of
  /// answers without a name an error for one that fails, a warning for one that is undecided.
  ///
  /// - Returns: The lines, ten at most.
  package static func text(of answers: [Answer], strict isStrict: Bool = false) -> String {
    var lines = answers.flatMap { annotations(of: $0, isStrict) }
    let hidden = lines.count - annotationLimit + 1
    if hidden > 1 {
      lines.removeSubrange((annotationLimit - 1)...)
      lines.append("::error title=More::and \(hidden) more; the log of the step lists all")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func annotations(of answer: Answer, _ isStrict: Bool) -> [String] {
    guard answer.name != nil else {
      guard answer.outcome >= .undecided else { return [] }
      let words = answer.outcome == .undecided ? "is undecided" : "fails"
      return [
        annotation(
          nil, "\(answer.study) '\(answer.subject)' \(words)", answer.headline,
          isWarning: answer.outcome == .undecided)
      ]
    }
    let checks = answer.checks
    if isStrict, checks.isEmpty {
      return [
        annotation(
          Answer.Place(answer.subject, line: 1), "Nothing is expected", VerdictCounts([]).sentence)
      ]
    }
    return checks.compactMap { check in
      let name = check.name.map { "'\($0)'" } ?? "Expectation"
      switch check.outcome {
      case .holds: return nil
      case .mistaken: return annotation(check.place, "Mistake", check.text)
      case .fails:
        return annotation(
          check.place, "\(name) fails", "\(check.text)\n\(check.details)\n\(check.advice)")
      case .answered, .undecided:
        return isStrict
          ? annotation(
            check.place, "\(name) is \(check.openWords)",
            "\(check.text)\n\(check.openWords): \(check.reason)") : nil
      }
    }
  }

  /// An annotation; one that warns does not fail.
  private static func annotation(
    _ place: Answer.Place?, _ title: String, _ text: String, isWarning: Bool = false
  ) -> String {
    let properties = [
      place.map { place in
        "file=\(property(place.path.hasPrefix("./") ? String(place.path.dropFirst(2)) : place.path))"
      },
      place?.line.map { "line=\($0)" }, place?.column.map { "col=\($0)" },
      "title=\(property(title))",
    ].compactMap { $0 }.joined(separator: ",")
    return "::\(isWarning ? "warning" : "error") \(properties)::\(message(text))"
  }

  /// The Markdown for the summary of the step, as many answers as fit.
  static func summary(of answers: [Answer]) -> String {
    var text = ""
    for (index, answer) in answers.enumerated() {
      let section = AnswerMarkdown.text(of: answer)
      guard text.utf8.count + section.utf8.count <= summaryLimit else {
        return text + "\n\(answers.count - index) answers more do not fit here.\n"
      }
      text += section + "\n"
    }
    return text
  }

  private static func message(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
