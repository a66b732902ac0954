package import LabPictures

/// A page of text, scripts and pictures for readers on paper or on a screen.
package struct HandoutPage {
  /// What stands below a heading.
  package enum Part {
    /// A paragraph.
    case words(String)
    /// One paragraph each.
    case list([String])
    /// Lines of a script.
    case code(String)
    /// A picture with its caption.
    case picture(Picture)
  }

  /// A heading with what stands below it.
  package struct Section {
    let heading: String
    let parts: [Part]

    /// Creates a section.
    package init(heading: String, parts: [Part]) {
      self.heading = heading
      self.parts = parts
    }
  }

  /// The page as text.
  package let text: String

  /// Writes a page.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - parts: The names of its parts, and their sections.
  package init(title: String, parts: [(name: String, sections: [Section])]) {
    var html = HTML()
    html.element("h1", title)
    var count = 0
    for (name, sections) in parts {
      html.element("h2", name)
      for section in sections {
        html.element("h3", section.heading)
        for part in section.parts {
          count += 1
          Self.write(part, "p\(count)", &html)
        }
      }
    }
    text = PageFrame.text(title: title, body: html.text)
  }

  private static func write(_ part: Part, _ id: String, _ html: inout HTML) {
    switch part {
    case .words(let words): html.element("p", words)
    case .list(let items): html.element("ul") { for item in items { $0.element("li", item) } }
    case .code(let lines): html.element("pre", lines)
    case .picture(let picture):
      html.element("figure") { figure in
        figure.markup(SVGWriter(.page(id: id)).text(of: picture))
        figure.element("figcaption", picture.caption)
      }
    }
  }
}
