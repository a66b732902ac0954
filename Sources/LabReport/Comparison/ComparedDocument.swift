import LabPictures
import LabText

/// What comparisons come to, as build servers and pull requests show it.
package struct ComparedDocument {
  /// One comparison.
  package struct Subject {
    /// What was compared.
    let name: String
    /// The verdict in a sentence.
    let headline: String
    /// All that a person reads of it in a terminal.
    let text: String
    /// What comes of it.
    let outcome: Outcome

    /// Creates what is told of a comparison.
    package init(name: String, headline: String, text: String, _ outcome: Outcome) {
      (self.name, self.headline, self.text, self.outcome) = (name, headline, text, outcome)
    }
  }

  /// What comes of a comparison.
  package enum Outcome: Sendable {
    /// It is as it should be.
    case met
    /// It differs, or is worse than it may be.
    case failed
    /// The runs do not decide it.
    case open
  }

  /// The kinds of reports that there are of comparisons.
  package static let kinds: [ReportKind] = [.markdown, .junit, .github]
  /// GitHub rejects comments of more than 65,536 characters; so much of a comparison is shown.
  private static let textLimit = 4_000

  private let subjects: [Subject]

  /// Prepares reports on comparisons.
  package init(_ subjects: [Subject]) { self.subjects = subjects }

  /// Returns a report of one of ``kinds``.
  package func text(_ kind: ReportKind) -> String {
    switch kind {
    case .junit: junit
    case .github: github
    default: markdown
    }
  }

  /// A heading, the verdict, and the rest folded together for each comparison.
  private var markdown: String {
    let parts = subjects.map { subject in
      let sign =
        switch subject.outcome {
        case .met: "✅"
        case .failed: "❌"
        case .open: "❔"
        }
      var text = String(subject.text.prefix(Self.textLimit))
      if text.count < subject.text.count { text += "\n…" }
      let fence = text.contains("```") ? "````" : "```"
      return """
        ### \(MarkdownDocument.plain(subject.name))

        \(sign) \(MarkdownDocument.plain(subject.headline))

        <details><summary>All that changed</summary>

        \(fence)text
        \(text)
        \(fence)

        </details>
        """
    }
    return ([AnswerMarkdown.mark] + parts).joined(separator: "\n\n") + "\n"
  }

  /// An annotation for each comparison that is not met.
  private var github: String {
    subjects.filter { $0.outcome != .met }.map { subject in
      let level = subject.outcome == .failed ? "error" : "warning"
      let title = subject.outcome == .failed ? "differs" : "is not decided"
      return "::\(level) title=\(GitHubDocument.property("'\(subject.name)' \(title)"))::"
        + GitHubDocument.message(subject.headline) + "\n"
    }.joined()
  }

  /// A case for each comparison; one that is not decided is skipped.
  private var junit: String {
    let failures = subjects.count { $0.outcome == .failed }
    let skipped = subjects.count { $0.outcome == .open }
    let counts = "tests=\"\(subjects.count)\" failures=\"\(failures)\" errors=\"0\" time=\"0\""
    let cases = subjects.map { subject in
      let head =
        "<testcase classname=\"compare\" name=\(JUnitDocument.quoted(subject.name)) time=\"0\""
      let message = JUnitDocument.quoted(subject.headline)
      switch subject.outcome {
      case .met: return head + "/>\n"
      case .open: return head + "><skipped message=\(message)/></testcase>\n"
      case .failed:
        return head + "><failure type=\"comparison\" message=\(message)>"
          + SVGWriter.escaped(subject.text) + "</failure></testcase>\n"
      }
    }
    return
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"runlooplab\" \(counts)>\n"
      + "<testsuite name=\"compare\" \(counts) skipped=\"\(skipped)\">\n" + cases.joined()
      + "</testsuite>\n</testsuites>\n"
  }
}
