import LabExperiment
import LabKernel
import LabLanguage
import LabMetrics
import LabPictures
import LabResults
import LabStudy
import LabText

/// The parts of a page, from top to bottom.
struct PageSections {
  let content: PageContent

  /// How many rows a table has.
  static let rowLimit = 200

  /// The page.
  var text: String {
    var html = HTML()
    head(&html)
    html.element("main") { main in
      content.proofs?.write(&main)
      content.stage.map(PagePictures.init)?.write(&main)
      sweep(&main)
      folded(&main)
    }
    if let stage = content.stage {
      html.markup(strip(of: stage.point))
      PagePictures(stage: stage).end(&html)
    }
    return PageFrame.text(
      title: title, body: html.text, script: content.stage == nil ? nil : .page)
  }

  var result: ExperimentResult { content.result }

  private var title: String { result.experiment.title ?? result.name }

  /// What a page that leads here shows of it.
  private func strip(of point: PagePoint) -> String {
    let strip = Overview.strip(of: point.drivers[point.lead])
    let id = "s" + hexadecimal(ContentHash.of(Array(result.name.utf8)))
    return IndexPage.comment(SVGWriter(.page(id: id)).text(of: strip))
  }

  private func head(_ html: inout HTML) {
    let verdicts = ExperimentSummary(result).verdicts
    html.element("header") { header in
      header.element("div", ["class": "top"]) { top in
        top.element("h1", title)
        top.element(
          "a",
          (content.proofs.map { "\($0.sentence); " } ?? "")
            + (result.verdicts.isEmpty
              ? verdicts.words : "\(verdicts.outcome.sign) \(verdicts.sentence)"),
          ["class": "chip", "href": "#expectations"])
      }
      if let question = result.experiment.question { header.element("p", question, ["class": "q"]) }
      answer(&header)
    }
  }

  /// What the script answers, and the value nearest to failing of what that is about.
  private func answer(_ html: inout HTML) {
    guard let answer = content.answer, content.proofs == nil else {
      if let because = result.experiment.because { html.element("p", because, ["class": "a"]) }
      return
    }
    let verdict = result.verdicts[answer.number]
    html.element("p", ["class": "a"]) { words in
      if let because = result.experiment.because {
        let doubt =
          ExperimentSummary(result).verdicts.hold
          ? "" : "This answer of the script does not fit the result: "
        words.words(doubt + because + " ")
      }
      words.element(
        "small",
        "\(verdict.outcome.sign) \(verdict.text)"
          + (verdict.closest.map { "; closest: \($0.text(" at "))" } ?? ""))
    }
  }
}
