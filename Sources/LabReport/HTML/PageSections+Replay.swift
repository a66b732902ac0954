import LabExperiment
import LabMetrics
import LabPictures
import LabTrace

/// The replay, the only part of a page that needs its script.
extension PageSections {
  mutating func replay() {
    guard !cases.isEmpty else { return }
    open("Replay", ["class": "screen"])
    html.markup(
      "<noscript><p>Scripts are off: the film strips show the same.</p></noscript>\n")
    html.element("div", ["id": "replay", "class": "screen", "hidden": "hidden"]) { html in
      html.element("p", ["class": "controls"]) { controls in
        Self.choice("case", "Case", cases.map(\.title), &controls)
        Self.choice("first", "Above", [], &controls)
        Self.choice("second", "Below", [], &controls)
        Self.choice(
          "pace", "Speed", ["true speed", "1/4", "1/8"], values: ["1", "0.25", "0.125"],
          &controls)
      }
      html.element("p", ["class": "controls"]) { controls in
        controls.element("button", "Play", ["id": "play", "type": "button"])
        controls.element("button", "Back by one refresh", ["id": "back", "type": "button"])
        controls.element("button", "On by one refresh", ["id": "on", "type": "button"])
      }
      html.empty(
        "input",
        [
          "id": "slider", "type": "range", "min": "0", "value": "0",
          "aria-label": "Refresh of the upper driver",
        ])
      html.element(
        "canvas",
        [
          "id": "stage", "tabindex": "0", "role": "img",
          "aria-label": "What the screen shows; Space plays, arrows go by one refresh",
        ]
      ) { $0.words("") }
      html.element("p") { $0.element("output", "", ["id": "where"]) }
      html.element("p", "", ["id": "note", "class": "muted"])
      html.element("p", ["id": "inks", "hidden": "hidden"]) { inks in
        let names = ["ink", "muted", "grid", "cell", "gone", "alert"]
        for name in names + (0..<Ink.armCount).map({ "arm\($0)" }) {
          inks.element("span", "", ["class": name])
        }
      }
    }
    let data = ReplayData(cases.map { ($0.runs.drivers, $0.replayed, $0.stretch.lowerBound) })
    html.markup(
      "<script type=\"application/json\" id=\"replay-data\">\(data.json)</script>\n")
    close()
  }

  static func choice(
    _ id: String, _ label: String, _ texts: [String], values: [String]? = nil,
    _ html: inout HTML
  ) {
    html.element("label") { html in
      html.words(label + " ")
      html.element("select", ["id": id]) { select in
        for (index, text) in texts.enumerated() {
          select.element("option", text, ["value": values?[index] ?? String(index)])
        }
      }
    }
  }
}
