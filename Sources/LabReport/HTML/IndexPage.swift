import LabExperiment
import LabPictures

/// A page that leads to the pages of several experiments, with their verdicts.
public struct IndexPage {
  private let summaries: [ExperimentSummary]

  /// Makes the page of experiments whose own pages lie beside it.
  public init(_ summaries: [ExperimentSummary]) {
    self.summaries = summaries
  }

  /// The page.
  public var text: String {
    var html = HTML()
    html.element("h1", "Experiments")
    html.element("p", ExperimentSummary.verdicts(of: summaries).sentence, ["class": "badge"])
    html.element("table", ["aria-label": "Experiments"]) { table in
      table.element("thead") { head in
        head.element("tr") { row in
          for name in ["experiment", "verdict", "answer"] {
            row.element("th", name, ["scope": "col"])
          }
        }
      }
      table.element("tbody") { body in
        for summary in summaries { body.element("tr") { Self.row(summary, &$0) } }
      }
    }
    return PageFrame.text(title: "Experiments", body: html.text)
  }

  private static func row(_ summary: ExperimentSummary, _ row: inout HTML) {
    row.element("th", ["scope": "row"]) {
      $0.element("a", summary.name, ["href": address(summary.name + ".html")])
    }
    row.element("td", "\(summary.verdicts.outcome.sign) \(summary.verdicts.words)")
    row.element("td", summary.because ?? "")
  }

  /// Returns the address of a file beside the page: every byte but letters, digits, ‘-’, ‘_’ and ‘.’
  /// is written as its number, so that no name leads elsewhere.
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
