package import LabAnswer
import LabMetrics
import LabPictures
import LabText

/// An answer as a part of a page: headings, sentences, tables, pictures.
package enum AnswerHTML {
  /// Returns an answer alone.
  package static func text(of answer: Answer) -> String {
    var html = HTML()
    write(answer, 0, &html)
    return html.text
  }

  /// Appends an answer; its number tells its pictures from those of others.
  static func write(_ answer: Answer, _ number: Int, _ html: inout HTML) {
    var drawn = SignKey()
    for (place, part) in answer.parts.enumerated() {
      // The picture of all bars stands for them.
      if case .figure(.bar) = part, answer.picture != nil { continue }
      write(part, "a\(number)p\(place)", &drawn, &html)
    }
    if let picture = answer.picture { draw(picture, "a\(number)", &html) }
    for command in answer.next {
      html.element("p") {
        $0.words("Next: ")
        $0.element("code", command)
      }
    }
  }

  private static func write(
    _ part: Answer.Part, _ id: String, _ drawn: inout SignKey, _ html: inout HTML
  ) {
    switch part {
    case .heading(let text, _): html.element("h2", text)
    case .sentences(let sentences):
      html.element("p", sentences.map { $0.text }.joined(separator: " "))
    case .list(let sentences):
      html.element("ul") { list in
        for sentence in sentences { list.element("li", sentence.text) }
      }
    case .table(let table): write(table, &html)
    case .script(let script): html.element("pre", script)
    case .command(let command): html.element("p") { $0.element("code", command) }
    case .checks(let checks):
      html.element("ul") { list in
        for check in checks {
          let words = [
            "\(check.outcome.sign) \(check.words)", check.measured, check.details,
            check.command ?? "",
          ]
          list.element("li", words.filter { !$0.isEmpty }.joined(separator: "; "))
        }
      }
    case .key:
      for line in drawn.lines(on: Screen(width: .max / 2)) { html.element("p", line) }
    case .terms(let terms):
      html.element("ul") { list in
        for term in terms { list.element("li", "\(term.word): \(term.meaning)") }
      }
    case .figure(.timeline(let timeline, _)):
      let text = timeline.text(width: 120)
      drawn.timelines += text
      html.element("pre", text)
    case .figure(.bar(let bar, let values)):
      let signs = bar.signs(over: values, width: 72)
      drawn.bars += signs
      html.element("pre", signs)
    case .figure(.strip(let strip)): draw(strip.picture, id, &html)
    case .figure(.picture(let picture)): draw(picture, id, &html)
    }
  }

  private static func write(_ table: Table, _ html: inout HTML) {
    let shown = table.shown()
    html.element("div", ["class": "scroll"]) {
      $0.element("table") { html in
        html.element("thead") { head in
          for heading in table.headings(shown) {
            head.element("tr") { row in
              for (text, index) in zip(heading, shown) {
                row.element(
                  "th", text, ["scope": "col", "class": table.columns[index].isNumber ? "r" : ""])
              }
            }
          }
        }
        html.element("tbody") { body in
          let titles = table.titles
          for (line, texts) in table.texts(shown).enumerated() {
            if let title = titles[line] {
              body.element("tr") { $0.element("th", title, ["colspan": "\(shown.count)"]) }
            }
            body.element("tr") { row in
              for (text, index) in zip(texts, shown) {
                row.element("td", text, ["class": table.columns[index].isNumber ? "r" : ""])
              }
            }
          }
        }
      }
    }
  }

  private static func draw(_ picture: Picture, _ id: String, _ html: inout HTML) {
    html.element("figure") { figure in
      figure.markup(SVGWriter(.page(id: id)).text(of: picture))
      figure.element("figcaption", picture.caption)
    }
  }
}
