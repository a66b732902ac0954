/// The colours of pictures, for light and dark grounds.
///
/// Arms are told apart by people with any kind of colour vision: their colours have a contrast of at least
/// 3 : 1 to the ground and are at least 29 apart (CIE 1976) for normal, protan, deutan and tritan
/// sight. Colour never stands alone: arms differ in dashes and symbols too, outcomes in letters.
public enum Palette {
  /// The same colour on a light and on a dark ground, as `#RRGGBB`.
  struct Colour {
    let light: String
    let dark: String
  }

  static let ground = Colour(light: "#FFFFFF", dark: "#14171A")

  private static let arms = [
    Colour(light: "#0072B2", dark: "#56B4E9"), Colour(light: "#D55E00", dark: "#E69F00"),
    Colour(light: "#51235C", dark: "#FFD699"), Colour(light: "#9300F5", dark: "#8566FF"),
    Colour(light: "#18188B", dark: "#E0528B"), Colour(light: "#800000", dark: "#D3E3EE"),
  ]

  private static let heat = [
    Colour(light: "#F3F7FB", dark: "#1B2733"), Colour(light: "#D3E4F2", dark: "#1D3A55"),
    Colour(light: "#A9CBE6", dark: "#1F5079"), Colour(light: "#76ABD4", dark: "#2B6A9E"),
    Colour(light: "#2F77B0", dark: "#4E8DBF"), Colour(light: "#1F68A3", dark: "#86B5DB"),
    Colour(light: "#0B4576", dark: "#C8E0F4"),
  ]

  /// Every ink that a picture may have.
  static let inks: [Ink] =
    [.text, .paper, .muted, .grid, .cell, .dropped, .alert, .task]
    + (0..<Ink.armCount).flatMap { [.arm($0), .band($0)] } + heat.indices.map { .heat($0) }

  static func colour(of ink: Ink) -> Colour {
    switch ink {
    case .text: Colour(light: "#1A1D21", dark: "#E8EAED")
    case .paper: ground
    case .muted: Colour(light: "#59616B", dark: "#A3ABB5")
    case .grid: Colour(light: "#D9DEE3", dark: "#343B42")
    case .cell: Colour(light: "#EEF1F4", dark: "#23292F")
    case .dropped: Colour(light: "#B4BBC3", dark: "#5A636D")
    case .alert: Colour(light: "#D55E00", dark: "#E69F00")
    case .task: Colour(light: "#B9C0C8", dark: "#4B545D")
    case .arm(let index), .band(let index): arms[index % Ink.armCount]
    case .heat(let step): heat[max(0, min(heat.count - 1, step))]
    }
  }

  /// The class of an ink in SVG.
  static func name(of ink: Ink) -> String {
    switch ink {
    case .text: "ink"
    case .paper: "paper"
    case .muted: "muted"
    case .grid: "grid"
    case .cell: "cell"
    case .dropped: "gone"
    case .alert: "alert"
    case .task: "task"
    case .arm(let index): "arm\(index % Ink.armCount)"
    case .band(let index): "band\(index % Ink.armCount)"
    case .heat(let step): "heat\(max(0, min(heat.count - 1, step)))"
    }
  }

  /// The rules of style for all classes; the ground is that of the page around the picture.
  ///
  /// A class sets `color`, which the classes of paint take up.
  public static let css: String =
    rules(\.light) + ".f{fill:currentColor}.s,.t,.d{fill:none;stroke:currentColor;stroke-width:1.5}"
    + ".t{stroke-width:2.5}.d{stroke-dasharray:6 4}.grid.s{stroke-width:1}[class^=band]{opacity:.2}"
    + "svg text{font-family:system-ui,Helvetica,Arial,sans-serif}"
    + "@media (prefers-color-scheme:dark){\(rules(\.dark))}"

  private static func rules(_ shade: KeyPath<Colour, String>) -> String {
    inks.map { ".\(name(of: $0)){color:\(colour(of: $0)[keyPath: shade])}" }.joined()
  }
}
