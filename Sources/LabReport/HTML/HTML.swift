import LabPictures

/// A document in the common part of HTML and XML: every tag is closed, every attribute is quoted.
struct HTML {
  private(set) var text = ""

  /// Appends a start tag, what stands in it, and the end tag.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
    _ content: (inout HTML) -> Void
  ) {
    text += Self.tag(name, attributes) + ">"
    content(&self)
    text += "</\(name)>\n"
  }

  /// Appends an element with text in it.
  mutating func element(
    _ name: String, _ words: String, _ attributes: KeyValuePairs<String, String> = [:]
  ) {
    text += Self.tag(name, attributes) + ">\(SVGWriter.escaped(words))</\(name)>\n"
  }

  /// Appends an element without content.
  mutating func empty(_ name: String, _ attributes: KeyValuePairs<String, String>) {
    text += Self.tag(name, attributes) + "/>\n"
  }

  /// Appends a part of a page: its heading, a sentence, what stands on the right, and its content.
  mutating func section(
    _ id: String, _ title: String, _ sentence: String = "", isHidden: Bool = false,
    controls: (inout HTML) -> Void = { _ in }, _ content: (inout HTML) -> Void
  ) {
    let hidden = isHidden ? " hidden=\"hidden\"" : ""
    text += "<section aria-labelledby=\"h-\(id)\" id=\"s-\(id)\"\(hidden)>\n"
    element("div", ["class": "bar"]) { bar in
      bar.element("h2", title, ["id": "h-\(id)"])
      bar.element("span", sentence, ["class": "say", "id": "say-\(id)"])
      bar.element("div", ["class": "right js", "hidden": "hidden"], controls)
    }
    content(&self)
    text += "</section>\n"
  }

  /// A column of a table, with a sentence that says what it has.
  struct Column {
    let name, meaning: String
    let isNumber: Bool

    init(_ name: String, _ meaning: String, isNumber: Bool = false) {
      (self.name, self.meaning, self.isNumber) = (name, meaning, isNumber)
    }
  }

  /// Appends the head of a table.
  mutating func columns(_ columns: [Column]) {
    element("thead") { head in
      head.element("tr") { row in
        for column in columns {
          row.element("th", ["scope": "col", "class": column.isNumber ? "r" : ""]) {
            $0.element("abbr", column.name, ["title": column.meaning])
          }
        }
      }
    }
  }

  /// Appends text, whose signs of markup are written out.
  mutating func words(_ words: String) { text += SVGWriter.escaped(words) }

  /// Appends markup of the lab's own.
  mutating func markup(_ markup: String) { text += markup }

  /// Returns JSON without a sign of markup, so that it cannot end the element that holds it.
  static func inert(_ json: String) -> String {
    // One walk over bytes: three searches took a tenth of the time of a page.
    let bytes = json.utf8.reduce(into: [UInt8]()) { bytes, byte in
      switch byte {
      case UInt8(ascii: "&"): bytes += "\\u0026".utf8
      case UInt8(ascii: "<"): bytes += "\\u003c".utf8
      case UInt8(ascii: ">"): bytes += "\\u003e".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a cell of a table with a bar in it, so many hundredths of the cell wide.
  mutating func share(_ percent: Int, _ ink: ColorRole) {
    element("td", ["class": "share"]) {
      $0.markup(
        "<svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" width=\"100\" height=\"10\""
          + " aria-hidden=\"true\"><rect class=\"cell f\" width=\"100\" height=\"10\"/>"
          + "<rect class=\"\(Palette.name(of: ink)) f\" width=\"\(percent)\" height=\"10\"/></svg>")
    }
  }

  private static func tag(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
    attributes.reduce("<\(name)") { tag, attribute in
      "\(tag) \(attribute.key)=\"\(SVGWriter.escaped(attribute.value))\""
    }
  }
}
