import LabExperiment
package import LabStudy

/// A page that leads to the pages of several experiments: their questions, their answers, and where
/// the first driver of each drops.
package struct IndexPage {
  private let summaries: [ExperimentSummary]
  private let headings: [String?]
  private let strips: [String?]

  /// Makes the page of experiments whose own pages lie beside it.
  ///
  /// - Parameters:
  ///   - summaries: The experiments.
  ///   - headings: What stands above an experiment, in the same order; `nil` for nothing.
  ///   - strips: What their pages show of them, in the same order.
  package init(
    _ summaries: [ExperimentSummary], under headings: [String?] = [], strips: [String?] = []
  ) {
    self.summaries = summaries
    self.headings = summaries.indices.map { $0 < headings.count ? headings[$0] : nil }
    self.strips = summaries.indices.map { $0 < strips.count ? strips[$0] : nil }
  }

  /// The page.
  package var text: String {
    var html = HTML()
    html.element("h1", "Experiments")
    html.element("p", ExperimentSummary.verdicts(of: summaries).sentence, ["class": "q"])
    Self.filter(&html)
    html.element("table", ["aria-label": "Experiments", "class": "index"]) { table in
      table.element("thead") { head in
        head.element("tr") { row in
          for name in ["experiment", "dropped", "question and answer", "verdict"] {
            row.element("th", name, ["scope": "col"])
          }
        }
      }
      table.element("tbody") { body in
        for ((heading, summary), strip) in zip(zip(headings, summaries), strips) {
          if let heading {
            body.element("tr") {
              $0.element("th", heading, ["colspan": "4", "scope": "rowgroup"])
            }
          }
          let words = [summary.name, summary.question ?? "", summary.because ?? ""]
          body.element(
            "tr",
            [
              "data-words": words.joined(separator: " "),
              "data-outcome": summary.verdicts.outcome.rawValue,
            ]
          ) { Self.row(summary, strip, &$0) }
        }
      }
    }
    return PageFrame.text(title: "Experiments", body: html.text, script: .index)
  }

  private static func filter(_ html: inout HTML) {
    html.element("div", ["class": "bar js", "hidden": "hidden"]) { bar in
      bar.element("label", "Filter", ["for": "filter"])
      bar.empty("input", ["id": "filter", "type": "search"])
      bar.element("button", "only failing", ["id": "failing", "aria-pressed": "false"])
      bar.element("span", "", ["id": "count", "class": "say", "role": "status"])
    }
  }

  private static func row(_ summary: ExperimentSummary, _ strip: String?, _ row: inout HTML) {
    row.element("th", ["scope": "row"]) {
      $0.element("a", summary.name, ["href": address(summary.name + ".html")])
    }
    row.element("td", ["class": "strip"]) { $0.markup(strip ?? "") }
    row.element("td") { cell in
      if let question = summary.question { cell.element("b", question) }
      cell.element("p", summary.because ?? "")
    }
    row.element("td", "\(summary.verdicts.sign) \(summary.verdicts.words)")
  }

  /// Returns the address of a file beside the page: every byte but letters, digits, ‘-’, ‘_’ and
  /// ‘.’ is written as its number, so that no name leads elsewhere.
  private static func address(_ name: String) -> String {
    name.utf8.reduce("./") { address, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        address + String(UnicodeScalar(byte))
      default:
        address + "%" + String(0x100 + Int(byte), radix: 16, uppercase: true).dropFirst()
      }
    }
  }
}
