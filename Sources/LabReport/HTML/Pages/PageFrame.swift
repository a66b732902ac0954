import LabPictures

/// What stands around the content of every page: the policy, the style, the title.
enum PageFrame {
  /// The style of pages: the colors of pictures, and the file `page.css`.
  static let style = Palette.css + PageAssets.style

  private static let styleHash = PolicyHash(of: style)

  /// A script that a page may run, and the hash by which its policy lets it in.
  struct Script {
    let text: String
    let hash: PolicyHash

    init(_ text: String) { (self.text, hash) = (text, PolicyHash(of: text)) }

    /// That of the page of a result: the files in the folder `Browser`.
    static let page = Script(PageAssets.script)
    /// That of a page that leads to others.
    static let index = Script(PageAssets.index)
  }

  /// Returns a page, which may load nothing and run nothing but a script of the lab.
  static func text(title: String, body: String, script: Script? = nil) -> String {
    """
    <!DOCTYPE html>
    <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
    <head>
    <meta charset="utf-8"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '\
    \(script?.hash.description ?? "none")'; style-src '\(styleHash)'; img-src data:; base-uri 'none'; \
    form-action 'none'"/>
    \(Page.mark)
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <title>\(SVGWriter.escaped(title))</title>
    <style>\(style)</style>
    </head>
    <body>
    \(body)\(script.map { "<script type=\"module\">\($0.text)</script>\n" } ?? "")</body>
    </html>

    """
  }
}
