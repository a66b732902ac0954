import LabPictures
import LabText

/// The choice of arms, and the list of the worst hitches.
extension PagePictures {
  func chips(_ html: inout HTML) {
    guard point.runs.count > 1 else { return }
    html.element(
      "div",
      [
        "class": "bar js", "id": "chips", "hidden": "hidden", "role": "group",
        "aria-label": "Arms in the lanes",
      ]
    ) { bar in
      for row in point.order {
        let isShown = point.shown.contains(row)
        bar.element("button", ["data-i": "\(row)", "aria-pressed": "\(isShown)"]) { button in
          button.markup(SVGWriter.symbol(ofArm: point.runs[row].arm))
          button.words(point.runs[row].label)
        }
      }
    }
  }

  /// The worst hitches of the driver that the page speaks of.
  func list(_ html: inout HTML) {
    let run = point.runs[point.lead]
    html.element("div", ["class": "bar"]) { bar in
      bar.element("h3", ["class": "mini"]) {
        $0.element("label", "Worst hitches of", ["for": "armsel"])
      }
      bar.element("span", run.label, ["class": "nojs"])
      bar.element("select", ["id": "armsel", "class": "js", "hidden": "hidden"]) { select in
        for (row, run) in point.runs.enumerated() {
          select.element("option", "\(run.label) (\(run.hitchCount))", ["value": "\(row)"])
        }
      }
    }
    html.element(
      "div",
      [
        "class": "list", "id": "worst", "tabindex": "0", "role": "region",
        "aria-label": "Worst hitches",
      ]
    ) { list in
      list.element("table", ["aria-label": "Worst hitches of \(run.label)"]) { table in
        table.columns(Self.hitchColumns)
        table.element("tbody") { body in
          for (number, row) in run.hitches.enumerated() { hitch(row, number, &body) }
        }
      }
      let more = run.hitchCount - run.hitches.count
      let words = more > 0 ? "\(grouped(more)) more, none longer." : ""
      list.element(
        "p", run.hitchCount == 0 ? "No refresh was dropped." : words, ["class": "cap"])
    }
  }

  /// The columns of the list of hitches, with what they say.
  private static let hitchColumns = [
    HTML.Column("at", "When the last frame before the hitch came.", isNumber: true),
    HTML.Column(
      "stays", "How long that frame stays: the dropped refreshes and its own.", isNumber: true),
    HTML.Column("dropped", "How many refreshes showed the old frame again.", isNumber: true),
    HTML.Column("because of", "What held up most of it; × how many tasks."),
  ]

  /// The window as a table, which the script fills when it is opened.
  func reading(_ html: inout HTML) {
    let name = "Read it: the window refresh by refresh"
    html.element(
      "details", ["id": "reading", "class": "js", "hidden": "hidden", "aria-label": name]
    ) { details in
      details.element("summary", name)
      details.element("p", "", ["id": "say-moment", "class": "cap"])
      details.element(
        "div",
        ["class": "scroll tall", "tabindex": "0", "role": "region", "aria-label": "The window"]
      ) {
        $0.element("table", ["id": "moment", "aria-label": "The window, refresh by refresh"]) {
          $0.columns(Self.momentColumns)
          $0.element("tbody") { _ in }
        }
      }
    }
  }

  private static let momentColumns = [
    HTML.Column("refresh", "When the refresh begins.", isNumber: true),
    HTML.Column("screen", "What it shows: a new frame, or the old one again."),
    HTML.Column("due", "When the callbacks that began in it were due.", isNumber: true),
    HTML.Column("began", "When they began.", isNumber: true),
    HTML.Column("late", "By how much they began after they were due.", isNumber: true),
    HTML.Column("tasks", "The tasks that began in it, and how long they held the thread."),
  ]

  /// The command that draws the same window elsewhere.
  func command(_ html: inout HTML) {
    guard stage.commands.contains(where: { $0 != nil }) else { return }
    html.element("div", ["class": "bar js", "hidden": "hidden"]) { bar in
      bar.element("code", "", ["id": "command"])
      bar.element("button", "Copy", ["id": "copy", "aria-label": "Copy the command"])
      bar.empty("input", ["id": "copied", "hidden": "hidden", "aria-label": "To copy"])
    }
  }

  private func hitch(
    _ row: (hitch: DrawnDriver.Hitch, at: String, stays: String), _ number: Int, _ body: inout HTML
  ) {
    body.element("tr", ["class": "go", "data-k": "\(number)"]) { cells in
      cells.element("td", ["class": "r"]) {
        $0.element("button", row.at, ["class": "link"])
      }
      cells.element("td", row.stays, ["class": "r"])
      cells.element("td", "\(row.hitch.dropped)", ["class": "r"])
      cells.element("td") { cell in
        cell.markup(stage.owners.swatch(row.hitch.owner))
        cell.words(row.hitch.owner?.name ?? "late frames")
        if row.hitch.count > 1 { cell.element("small", " × \(row.hitch.count)") }
      }
    }
  }
}
