import LabPictures

/// What stands around the content of every page: the policy, the style, the title.
enum PageFrame {
  /// Returns a page, which may load nothing and run nothing but the lab's own script.
  static func text(title: String, body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
    <head>
    <meta charset="utf-8"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '\
    \(PageScript.hash)'; style-src '\(PageStyle.hash)'; img-src data:; base-uri 'none'; \
    form-action 'none'"/>
    \(Page.mark)
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <title>\(SVGWriter.escaped(title))</title>
    <style>\(PageStyle.text)</style>
    </head>
    <body>
    \(body)</body>
    </html>

    """
  }
}
