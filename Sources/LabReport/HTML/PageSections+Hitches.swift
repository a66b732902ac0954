import LabPictures
import LabText

/// The choice of arms, and the list of the worst hitches.
extension PageSections {
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
      guard run.hitchCount > 0 else {
        return list.element("p", "No refresh was dropped.", ["class": "cap"])
      }
      list.element("table", ["aria-label": "Worst hitches of \(run.label)"]) { table in
        table.markup(
          "<thead><tr><th class=\"r\">at</th><th class=\"r\">stays</th><th class=\"r\">dropped</th>"
            + "<th>because of</th></tr></thead>\n")
        table.element("tbody") { body in
          for (number, row) in run.hitches.enumerated() { hitch(row, number, &body) }
        }
      }
      let more = run.hitchCount - run.hitches.count
      if more > 0 { list.element("p", "\(grouped(more)) more, none longer.", ["class": "cap"]) }
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
        cell.markup(content.owners.swatch(row.hitch.owner))
        cell.words(row.hitch.owner?.name ?? "late frames")
        if row.hitch.count > 1 { cell.element("small", " × \(row.hitch.count)") }
      }
    }
  }
}
