import LabPictures

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
    /// What runs before it, where the body has it, of a page in which the lab runs; else empty.
    fileprivate let first: [Hashed]

    private init(_ text: String, first: [String] = []) {
      (source, self.first) = (Hashed(text), first.map { Hashed($0) })
    }

    /// That of the page of a result: the files in the folder `Browser`.
    static let page = Script(PageAssets.script)
    /// That of a page that leads to others.
    static let index = Script(PageAssets.index)
    /// That of the page in which the lab runs.
    static let play = Script(PageAssets.play, first: [PageAssets.start])
  }

  /// Returns a page, which may load nothing and run nothing but a script of the lab.
  static func text(title: String, body: String, script: Script? = nil) -> String {
    let runsModule = script?.first.isEmpty == false
    let style = runsModule ? playStyle : hashedStyle
    let hashes = script.map { ($0.first + [$0.source]).map { "'\($0.hash)'" } } ?? ["'none'"]
    let sources =
      hashes.joined(separator: " ")
      + (runsModule ? " 'wasm-unsafe-eval'; worker-src blob:" : "")
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
      \(body)\(script.map { "<script type=\"module\">\($0.source.text)</script>\n" } ?? "")</body>
      </html>

      """
  }
}
