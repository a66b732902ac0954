import LabPictures

/// What stands around the content of every page: the policy, the style, the title.
enum PageFrame {
  /// The style of pages: the colors of pictures, and the file `page.css`.
  static let style = Palette.css + PageAssets.style

  private static let styleHash = PolicyHash(of: style)

  /// The style of the page in which the lab runs.
  private static let playStyle = style + "\n" + PageAssets.playStyle
  private static let playStyleHash = PolicyHash(of: playStyle)

  /// A script that a page may run, and the hash by which its policy lets it in.
  struct Script {
    let text: String
    let hash: PolicyHash

    init(_ text: String) { (self.text, hash) = (text, PolicyHash(of: text)) }

    /// That of the page of a result: the files in the folder `Browser`.
    static let page = Script(PageAssets.script)
    /// That of a page that leads to others.
    static let index = Script(PageAssets.index)
    /// That of the page in which the lab runs.
    static let play = Script(PageAssets.play)
  }

  /// Returns a page, which may load nothing and run nothing but a script of the lab, and a module
  /// that stands in it if it has one.
  static func text(
    title: String, body: String, script: Script? = nil, runsModule: Bool = false
  ) -> String {
    let module = runsModule ? " 'wasm-unsafe-eval'; worker-src blob:" : ""
    return """
      <!DOCTYPE html>
      <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
      <head>
      <meta charset="utf-8"/>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '\
      \(script?.hash.description ?? "none")'\(module); style-src '\(runsModule ? playStyleHash : styleHash)'; img-src data:; base-uri 'none'; \
      form-action 'none'"/>
      \(Page.mark)
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <title>\(SVGWriter.escaped(title))</title>
      <style>\(runsModule ? playStyle : style)</style>
      </head>
      <body\(runsModule ? " class=\"play\"" : "")>
      \(body)\(script.map { "<script type=\"module\">\($0.text)</script>\n" } ?? "")</body>
      </html>

      """
  }
}
