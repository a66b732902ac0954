package import LabAnswer
import LabMetrics
import LabPictures

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
    // The picture of all bars stands for them.
    let parts = answer.parts.filter { part in
      if case .figure(.bar) = part { answer.picture == nil } else { true }
    }
    write(parts, "a\(number)", &html)
    if let picture = answer.picture { draw(picture, "a\(number)", &html) }
    for command in answer.next {
      html.element("p") {
        $0.words("Next: ")
        $0.element("code", command)
      }
    }
  }

  /// Appends parts of an answer; the name tells their pictures from those of others.
  static func write(_ parts: [Answer.Part], _ name: String, _ html: inout HTML) {
    var drawn = SignKey()
    for (place, part) in parts.enumerated() { write(part, "\(name)p\(place)", &drawn, &html) }
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
    case .checks(let checks): write(checks, &html)
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

  /// What was to hold, with what was measured and, where it fails, in which runs and how to see it.
  private static func write(_ checks: [Answer.Check], _ html: inout HTML) {
    region("Expectations", &html) { table in
      table.element("tbody") { body in
        for check in checks {
          body.element("tr", ["class": check.outcome.rawValue]) { row in
            row.element("th", "\(check.outcome.sign) \(check.words)", ["scope": "row"])
            row.element("td", check.measured)
            row.element("td") { cell in
              cell.words(check.details + " ")
              if let command = check.command { cell.element("code", command) }
            }
          }
        }
      }
    }
  }

  private static func write(_ table: Table, _ html: inout HTML) {
    let shown = table.shown()
    let names = table.names(shown)
    region(table.name ?? names.joined(separator: ", "), &html) { html in
      if !names.allSatisfy({ $0.isEmpty }) {
        html.element("thead") { head in
          head.element("tr") { row in
            for (name, index) in zip(names, shown) {
              let metric = MetricDictionary.metric(inColumn: table.columns[index].name)
              let isNumber = table.columns[index].isNumber
              row.element("th", isNumber ? ["scope": "col", "class": "r"] : ["scope": "col"]) {
                head in
                guard let metric else { return head.words(name) }
                head.element("abbr", name, ["title": metric.meaning])
              }
            }
          }
        }
      }
      html.element("tbody") { body in
        let titles = table.titles
        for (line, texts) in table.texts(shown).enumerated() {
          if let title = titles[line] {
            body.element("tr") {
              $0.element("th", title, ["colspan": "\(shown.count)", "scope": "rowgroup"])
            }
          }
          body.element("tr") { row in
            for (place, (text, index)) in zip(texts, shown).enumerated() {
              if table.columns[index].isNumber {
                row.element("td", text, ["class": "r"])
              } else if place == 0, !text.isEmpty {
                row.element("th", text, ["scope": "row"])
              } else {
                row.element("td", text)
              }
            }
          }
        }
      }
    }
  }

  /// A table that scrolls where it has no room.
  private static func region(
    _ name: String, _ html: inout HTML, _ content: (inout HTML) -> Void
  ) {
    html.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": name])
    { $0.element("table", ["aria-label": name], content) }
  }

  private static func draw(_ picture: Picture, _ id: String, _ html: inout HTML) {
    html.element("figure") { figure in
      figure.markup(SVGWriter(.page(id: id)).text(of: picture))
      figure.element("figcaption", picture.caption)
    }
  }
}
