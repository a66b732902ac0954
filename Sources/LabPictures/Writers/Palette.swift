/// The colours of pictures, for light and dark grounds.
///
/// Arms are told apart by people with any kind of colour vision: their colours have a contrast of
/// at least 3 : 1 to the ground and are at least 20 apart (CIE 1976) for normal, protan, deutan and
/// tritan sight, and 20 from the red of dropped refreshes. Colour never stands alone: arms differ
/// in dashes and symbols too, and names stand beside owners.
package enum Palette {
  /// The same colour on a light and on a dark ground, as `#RRGGBB`.
  package struct Colour {
    package let light, dark: String
  }

  static let ground = Colour(light: "#FFFFFF", dark: "#14171A")

  private static let arms = [
    Colour(light: "#0072B2", dark: "#56B4E9"), Colour(light: "#174940", dark: "#A7D4A5"),
    Colour(light: "#5B07AC", dark: "#9D36F8"), Colour(light: "#C97703", dark: "#D7CC30"),
    Colour(light: "#3438F7", dark: "#7578DD"), Colour(light: "#80156F", dark: "#D083A4"),
  ]

  private static let owners = [
    Colour(light: "#C3D0DE", dark: "#43566B"), Colour(light: "#CFE3B9", dark: "#44602F"),
    Colour(light: "#DFCBEE", dark: "#5C4675"), Colour(light: "#F6CFC0", dark: "#7A4A38"),
    Colour(light: "#BCE3E0", dark: "#2A625E"), Colour(light: "#F3D3E3", dark: "#703F58"),
    Colour(light: "#E6DCC6", dark: "#5F5539"), Colour(light: "#DADCDF", dark: "#4B5057"),
  ]

  private static let heat = [
    Colour(light: "#F3F7FB", dark: "#1B2733"), Colour(light: "#D3E4F2", dark: "#1D3A55"),
    Colour(light: "#A9CBE6", dark: "#1F5079"), Colour(light: "#76ABD4", dark: "#2B6A9E"),
    Colour(light: "#2F77B0", dark: "#4E8DBF"), Colour(light: "#1F68A3", dark: "#86B5DB"),
    Colour(light: "#0B4576", dark: "#C8E0F4"),
  ]

  /// Every ink that a picture may have.
  static let inks: [ColorRole] =
    [.text, .paper, .muted, .grid, .cell, .dropped, .onDropped, .mode, .modeGround]
    + (0..<ColorRole.armCount).flatMap { [.arm($0), .band($0)] } + owners.indices.map { .owner($0) }
    + heat.indices.map { .heat($0) }

  /// The shades of an ink.
  package static func colour(of ink: ColorRole) -> Colour {
    switch ink {
    case .text: Colour(light: "#16191D", dark: "#E8EAED")
    case .paper: ground
    case .muted: Colour(light: "#57606A", dark: "#A3ABB5")
    case .grid: Colour(light: "#D8DEE4", dark: "#343B42")
    case .cell: Colour(light: "#F4F6F8", dark: "#1B1F24")
    case .dropped: Colour(light: "#D1242F", dark: "#FF6B61")
    case .onDropped: Colour(light: "#FFFFFF", dark: "#16191D")
    case .owner(let rank): owners[min(max(0, rank), owners.count - 1)]
    case .mode: Colour(light: "#6E5A00", dark: "#F2D675")
    case .modeGround: Colour(light: "#FFF3C4", dark: "#3D3510")
    case .arm(let index), .band(let index): arms[index % ColorRole.armCount]
    case .heat(let step): heat[max(0, min(heat.count - 1, step))]
    }
  }

  /// The class of an ink in SVG.
  package static func name(of ink: ColorRole) -> String {
    switch ink {
    case .text: "ink"
    case .paper: "paper"
    case .muted: "muted"
    case .grid: "grid"
    case .cell: "cell"
    case .dropped: "gone"
    case .onDropped: "ongone"
    case .owner(let rank): "owner\(min(max(0, rank), owners.count - 1))"
    case .mode: "mode"
    case .modeGround: "modeground"
    case .arm(let index): "arm\(index % ColorRole.armCount)"
    case .band(let index): "band\(index % ColorRole.armCount)"
    case .heat(let step): "heat\(max(0, min(heat.count - 1, step)))"
    }
  }

  /// The rules of style for all classes; the ground is that of the page around the picture.
  ///
  /// A class sets `color`, which the classes of paint take up.
  package static let css: String =
    rules { $0.light }
    + ".f,.b,.h{fill:currentColor}.s,.t,.d{fill:none;stroke:currentColor;stroke-width:1.5}"
    + ".t{stroke-width:2.5}.d{stroke-dasharray:6 4}.grid.s{stroke-width:1}[class^=band]{opacity:.28}"
    + ".b{font-weight:650}tspan{font-weight:400}.h{paint-order:stroke;stroke:\(ground.light);stroke-width:4px}"
    + "svg text{font-family:system-ui,Helvetica,Arial,sans-serif}"
    + "@media screen and (prefers-color-scheme:dark){\(rules({ $0.dark })).h{stroke:\(ground.dark)}}"

  private static func rules(_ shade: (Colour) -> String) -> String {
    inks.map { ".\(name(of: $0)){color:\(shade(colour(of: $0)))}" }.joined()
  }
}
