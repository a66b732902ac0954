package import LabAnswer
import LabMetrics
import LabPictures
import LabText

/// Answers as one HTML page that needs nothing else: headings, sentences, tables, pictures.
package enum AnswerPage {
  /// Returns the page.
  package static func text(of answers: [Answer]) -> String {
    let isOfOne = Set(answers.map { $0.subject }).count < 2
    let title = answers.first.map { $0.study + (isOfOne ? ": \($0.subject)" : "") } ?? ""
    var html = HTML()
    html.element("h1", title)
    for (number, answer) in answers.enumerated() {
      if !isOfOne { html.element("h2", answer.subject) }
      AnswerHTML.write(answer, number, &html)
    }
    return PageFrame.text(title: title, body: html.text)
  }
}
