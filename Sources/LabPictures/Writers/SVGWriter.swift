/// Writes pictures as SVG, one mark a line.
///
/// The class of a mark names its ink, its paint and what it counts as, so that the marks of a
/// written picture can be counted.
package struct SVGWriter: Sendable {
  /// Where a picture will be looked at.
  package enum Setting: Hashable, Sendable {
    /// In a file of its own, on a light or dark ground as the reader prefers.
    case file
    /// In a file of its own, with nothing but attributes, as programs for printing want it; so wide
    /// on paper, or as wide as it has pixels.
    case plain(millimeters: Int?)
    /// In a page that has the rules of ``Palette/css``; the text keeps the pictures of a page
    /// apart.
    case page(id: String)
  }

  private let setting: Setting
  private let origin: PictureOrigin?

  package init(_ setting: Setting, origin: PictureOrigin? = nil) {
    self.setting = setting
    self.origin = origin
  }

  /// Returns a picture as SVG.
  package func text(of picture: Picture) -> String {
    let id = if case .page(let id) = setting { id } else { "p" }
    let (width, height) = (Self.text(picture.width), Self.text(picture.height))
    var size = (width, height)
    if case .plain(let millimeters?) = setting {
      let height = millimeters * 100 * picture.height / max(1, picture.width)
      size = ("\(millimeters)mm", "\(Self.text(height))mm")
    }
    var svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\""
      + " width=\"\(size.0)\" height=\"\(size.1)\" role=\"img\" aria-labelledby=\"\(id)t \(id)d\">\n"
      + "<title id=\"\(id)t\">\(Self.escaped(picture.name))</title>\n"
      + "<desc id=\"\(id)d\">\(Self.escaped(picture.caption))</desc>\n" + metadata
    switch setting {
    case .page: break
    case .file:
      svg += "<style>\(Palette.css)</style>\n"
      svg += "<rect class=\"paper f\" width=\"\(width)\" height=\"\(height)\"/>\n"
    case .plain:
      svg += "<rect fill=\"\(Palette.ground.light)\" width=\"\(width)\" height=\"\(height)\"/>\n"
    }
    for mark in picture.marks { svg += text(of: mark) + "\n" }
    return svg + "</svg>\n"
  }

  /// Where the picture comes from, as programs for drawing read it.
  ///
  /// - Source: Dublin Core, in RDF as SVG 1.1, section 21 shows it.
  private var metadata: String {
    guard let origin else { return "" }
    let terms = origin.terms.map { "<dc:\($0.name)>\(Self.escaped($0.value))</dc:\($0.name)>\n" }
    return "<metadata>\n<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
      + " xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n<rdf:Description rdf:about=\"\">\n"
      + terms.joined() + "</rdf:Description>\n</rdf:RDF>\n</metadata>\n"
  }

  /// The shape of an arm as an image beside its name.
  package static func symbol(ofArm arm: Int) -> String {
    var sheet = Canvas(width: px(12), height: px(12))
    sheet.symbol(ofArm: arm, x: px(6), y: px(6))
    return
      "<svg class=\"sw\" viewBox=\"0 0 12 12\" width=\"12\" height=\"12\" aria-hidden=\"true\">"
      + sheet.marks.map(Self(.page(id: "")).text).joined() + "</svg>"
  }

  private var isPlain: Bool { if case .plain = setting { true } else { false } }

  private func text(of mark: Mark) -> String {
    let style = style(of: mark)
    switch mark.shape {
    case .rectangle(let corner, let width, let height):
      return "<rect\(style) x=\"\(Self.text(corner.x))\" y=\"\(Self.text(corner.y))\""
        + " width=\"\(Self.text(width))\" height=\"\(Self.text(height))\"/>"
    case .line(let points): return "<path\(style) d=\"\(Self.path(points))\"/>"
    case .area(let points): return "<path\(style) d=\"\(Self.path(points))Z\"/>"
    case .boxes(let columns, let y):
      let boxes = columns.map { x in
        "M\(Self.text(x.lowerBound)) \(Self.text(y.lowerBound))h\(Self.text(x.count))"
          + "v\(Self.text(y.count))h-\(Self.text(x.count))z"
      }
      return "<path\(style) d=\"\(boxes.joined())\"/>"
    case .ticks(let points):
      let lines = stride(from: 0, to: points.count - 1, by: 2).map {
        Self.path([points[$0], points[$0 + 1]])
      }
      return "<path\(style) d=\"\(lines.joined())\"/>"
    case .circle(let center, let radius):
      return "<circle\(style) cx=\"\(Self.text(center.x))\" cy=\"\(Self.text(center.y))\""
        + " r=\"\(Self.text(radius))\"/>"
    case .text(let words, let point, let anchor, let size, let rest):
      let side =
        switch anchor {
        case .start: ""
        case .middle: " text-anchor=\"middle\""
        case .end: " text-anchor=\"end\""
        }
      let font = isPlain ? " font-family=\"Helvetica, Arial, sans-serif\"" : ""
      return "<text\(style)\(font) x=\"\(Self.text(point.x))\" y=\"\(Self.text(point.y))\"\(side)"
        + " font-size=\"\(Self.text(size))\">\(Self.escaped(words))\(muted(rest))</text>"
    }
  }

  private func muted(_ words: String) -> String {
    guard !words.isEmpty else { return "" }
    let style =
      isPlain
      ? "fill=\"\(Palette.colour(of: .muted).light)\" font-weight=\"400\"" : "class=\"muted f\""
    return "<tspan \(style)>\(Self.escaped(words))</tspan>"
  }

  private func style(of mark: Mark) -> String {
    let kind = mark.kind.map { " " + $0.rawValue } ?? ""
    guard isPlain else {
      return " class=\"\(Palette.name(of: mark.ink)) \(mark.paint.letter)\(kind)\""
    }
    let colour = Palette.colour(of: mark.ink).light
    let opacity = if case .band = mark.ink { " opacity=\"0.28\"" } else { "" }
    let paint =
      switch mark.paint {
      case .fill, .halo: "fill=\"\(colour)\""
      case .bold: "fill=\"\(colour)\" font-weight=\"650\""
      case .stroke where mark.ink == .grid: "fill=\"none\" stroke=\"\(colour)\""
      case .stroke: "fill=\"none\" stroke=\"\(colour)\" stroke-width=\"1.5\""
      case .thick: "fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2.5\""
      case .dashed:
        "fill=\"none\" stroke=\"\(colour)\" stroke-width=\"1.5\" stroke-dasharray=\"6 4\""
      }
    return (kind.isEmpty ? "" : " class=\"\(kind.dropFirst())\"") + " " + paint + opacity
  }

  private static func path(_ points: [Mark.Point]) -> String {
    guard let first = points.first else { return "" }
    var path = "M\(text(first.x)) \(text(first.y))"
    var last = first
    for point in points.dropFirst() {
      if point.y == last.y {
        path += "H\(text(point.x))"
      } else if point.x == last.x {
        path += "V\(text(point.y))"
      } else {
        path += "L\(text(point.x)) \(text(point.y))"
      }
      last = point
    }
    return path
  }

  /// Returns hundredths as decimal text without zeros at the end.
  private static func text(_ hundredths: Int) -> String {
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    return rest % 10 == 0
      ? "\(sign)\(whole).\(rest / 10)"
      : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Returns text for SVG and HTML: nothing in it is markup, and nothing in it is invisible or
  /// turns the direction of writing.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      default:
        switch scalar.value {
        case 0..<0x20, 0x7f..<0xa0, 0xfffe, 0xffff: escaped += "\u{fffd}"
        case 0x61c, 0x200b, 0x200e...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff:
          escaped += "U+" + String(scalar.value, radix: 16, uppercase: true)
        default: escaped.unicodeScalars.append(scalar)
        }
      }
    }
    return escaped
  }
}

extension Mark.Paint {
  /// The class of a paint in SVG.
  var letter: String {
    switch self {
    case .fill: "f"
    case .stroke: "s"
    case .thick: "t"
    case .bold: "b"
    case .halo: "h"
    case .dashed: "d"
    }
  }
}
