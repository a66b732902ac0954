package import LabAnswer

/// How answers ended, for build servers.
package enum AnswerVerdicts {
  /// Returns the answers as test cases, a suite for each question; one in which nothing was judged
  /// or decided is skipped.
  package static func junit(of answers: [Answer]) -> String {
    var suites = JUnitSuites()
    var studies: [String] = []
    for answer in answers where !studies.contains(answer.study) { studies.append(answer.study) }
    for study in studies {
      suites.add(
        study,
        answers.filter { $0.study == study }.map {
          JUnitSuites.Case(name: $0.subject, outcome: outcome(of: $0))
        })
    }
    return suites.text
  }

  private static func outcome(of answer: Answer) -> JUnitSuites.Outcome {
    switch answer.outcome {
    case .holds: .passed
    case .answered: .skipped("Nothing was to be judged: \(answer.headline)")
    case .undecided: .skipped(answer.headline)
    case .fails: .failed(answer.study, answer.headline, text: AnswerText().text(of: answer))
    }
  }

  /// Returns annotations of GitHub Actions: an error for each answer that fails, a warning for one
  /// that is undecided.
  package static func github(of answers: [Answer]) -> String {
    GitHubDocument.text(
      of: answers.filter { $0.outcome >= .undecided }.map { answer in
        GitHubDocument.annotation(
          nil, nil,
          "\(answer.study) '\(answer.subject)' \(answer.outcome == .fails ? "fails" : "is undecided")",
          answer.headline, isWarning: answer.outcome == .undecided)
      })
  }
}
