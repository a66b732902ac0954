package import LabAnswer
package import LabExperiment
import LabPictures
package import LabResults
import LabStudy

/// A result as one HTML file that needs nothing else: no network, no fonts, no scripts but its own.
///
/// What it shows of single runs is of runs that are performed again; their fingerprints must be
/// those of the result.
package struct Page {
  /// How many bytes a page has at most, but for very long scripts and tables.
  package static let sizeLimit = 500_000
  /// By what a page is known for one of the lab's.
  package static let mark = "<meta name=\"generator\" content=\"RunLoopLab\"/>"

  /// The bytes of the page, as text.
  package let text: String
  /// What a page that leads here shows of it; `nil` if it draws no run.
  package let strip: String?

  /// Writes the page of a result.
  ///
  /// - Throws: `InputError` if a run is not what it was, or `ExperimentFailure` if it
  ///   cannot be performed.
  package init(_ result: ExperimentResult, why explanation: Explanation?) throws {
    let answer = try RunFindings(
      result, rowLimit: PageSections.rowLimit, showsMoment: false, showsBlame: false
    ).answer()
    var content: PageContent
    do throws(ResultFailure) { content = try PageContent(result) } catch { throw error.reason }
    func page() -> String {
      PageSections(content: content, answer: answer, explanation: explanation).text
    }
    var text = page()
    // A large result has less detail, and says so.
    while text.utf8.count > Self.sizeLimit, content.shrink() { text = page() }
    self.text = text
    strip = content.stage.map { Self.strip(of: $0.point, named: result.name) }
    try result.table.check()
  }

  private static func strip(of point: PagePoint, named name: String) -> String {
    let id = "s" + hexadecimal(ContentHash.of(Array(name.utf8)))
    return SVGWriter(.page(id: id)).text(of: Overview.strip(of: point.drivers[point.lead]))
  }
}

extension PageSections {
  /// The page.
  var text: String {
    var html = body
    if let stage = content.stage {
      PagePictures(stage: stage).end(&html)
    }
    return PageFrame.text(
      title: title, body: html.text, script: content.stage == nil ? nil : .page)
  }
}

/// What stands around the content of every page: the policy, the style, the title.
enum PageFrame {
  /// The style of pages: the colors of pictures, and the file `page.css`.
  static let style = Palette.css + PageAssets.style

  private static let hashedStyle = Hashed(style)
  private static let playStyle = Hashed(style + "\n" + PageAssets.playStyle)

  /// A text of the lab's own, and the hash by which the policy of a page lets it in.
  fileprivate struct Hashed {
    let text: String
    let hash: PolicyHash

    init(_ text: String) { (self.text, hash) = (text, PolicyHash(of: text)) }
  }

  /// A script that a page may run.
  struct Script {
    fileprivate let source: Hashed
    /// Whether it runs the lab, and stands in the body, before the lab.
    fileprivate let runsModule: Bool

    private init(_ text: String, runsModule: Bool = false) {
      (source, self.runsModule) = (Hashed(text), runsModule)
    }

    /// That of the page of a result: the files in the folder `Browser`.
    static let page = Script(PageAssets.script)
    /// That of a page that leads to others.
    static let index = Script(PageAssets.index)
    /// That of the page in which the lab runs.
    static let play = Script(PageAssets.play, runsModule: true)
  }

  /// Returns a page, which may load nothing and run nothing but a script of the lab.
  static func text(title: String, body: String, script: Script? = nil) -> String {
    let runsModule = script?.runsModule == true
    let style = runsModule ? playStyle : hashedStyle
    let sources =
      (script.map { "'\($0.source.hash)'" } ?? "'none'")
      + (runsModule ? " 'wasm-unsafe-eval'; worker-src blob:" : "")
    let last = runsModule ? nil : script
    return """
      <!DOCTYPE html>
      <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
      <head>
      <meta charset="utf-8"/>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src \(sources); \
      style-src '\(style.hash)'; img-src data:; base-uri 'none'; form-action 'none'"/>
      \(Page.mark)
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <title>\(SVGWriter.escaped(title))</title>
      <style>\(style.text)</style>
      </head>
      <body\(runsModule ? " class=\"play\"" : "")>
      \(body)\(last.map { "<script type=\"module\">\($0.source.text)</script>\n" } ?? "")</body>
      </html>

      """
  }
}

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
