import LabKernel
import LabPictures
import LabText

/// The pictures of a page with their state, without its script and for it.
struct PagePictures {
  let stage: PageStage

  var point: PagePoint { stage.point }

  /// How wide the pictures are without a script, in pixels.
  static let width = 1_152
  private static let lanesWidth = 784

  /// Appends the pictures, what chooses among them, and what is said of them.
  func write(_ html: inout HTML) {
    picker(&html)
    let point = point
    let owners = stage.owners
    let drivers = point.rows.map { point.drivers[$0] }
    html.section(
      "see", "See it",
      (point.positions.isEmpty ? "\(MetricWords.capital(point.words)). " : "")
        + Self.words(of: drivers), controls: player
    ) { html in
      Self.picture(
        "stage",
        "Replay. Space plays, arrows go by a refresh, n and p go to the next and previous hitch, plus"
          + " and minus zoom.",
        Replay.picture(
          of: drivers, in: point.window, at: point.now,
          notes: point.rows.map { point.runs[$0].note }, width: Self.width), &html)
      ribbon(&html)
    }
    cards(&html)
    html.section("over", "Where in the run", Self.overview) { html in
      Self.picture(
        "over", nil, Overview.picture(of: drivers, window: point.window, width: Self.width), &html)
    }
    let (from, to) = (point.window.lowerBound.nanoseconds, point.window.upperBound.nanoseconds)
    html.section(
      "look", "Look closer",
      "\(seconds(from)) to \(seconds(to))" + (point.words.isEmpty ? "" : ", \(point.words)"),
      controls: Self.steps
    ) { html in
      chips(&html)
      html.element("div", ["class": "why"]) { why in
        why.element("div") { left in
          Self.picture(
            "lanes", "Lanes. The keys are those of the replay.",
            Lanes.picture(
              of: point.rows.filter(point.shown.contains).map { point.drivers[$0] },
              in: point.window, owners: owners, at: point.now, commits: false,
              width: Self.lanesWidth), &left)
          left.element("p", Self.lanes(hasModes: stage.hasModes), ["class": "cap"])
          left.element("p", "", ["id": "shares", "class": "cap"])
        }
        why.element("div") { list(&$0) }
      }
      reading(&html)
      command(&html)
    }
    helps(&html)
  }

  /// Appends the replay and the lanes of a point as they stand without a script.
  func still(of point: PagePoint, _ id: String, _ html: inout HTML) {
    let drivers = point.rows.map { point.drivers[$0] }
    let replay = Replay.picture(
      of: drivers, in: point.window, at: point.now, notes: point.rows.map { point.runs[$0].note },
      width: Self.width)
    let lanes = Lanes.picture(
      of: drivers, in: point.window, owners: stage.owners, at: point.now, commits: false,
      width: Self.width)
    for (name, picture) in [("replay", replay), ("lanes", lanes)] {
      html.element("div", ["class": "pic"]) {
        $0.markup(SVGWriter(.page(id: "\(id)\(name)")).text(of: picture))
      }
    }
    let hasModes = point.runs.contains(where: { $0.hasModes })
    html.element("p", Self.lanes(hasModes: hasModes), ["class": "cap"])
  }

  /// Appends what the script of the page needs.
  func end(_ html: inout HTML) {
    html.element("div", "", ["id": "live", "class": "vh", "aria-live": "polite"])
    html.markup("<script type=\"application/json\" id=\"data\">\(stage.json)</script>\n")
  }

  /// What the replay, the overview and the lanes show, in a sentence each.
  static func words(of drivers: [DrawnDriver]) -> String {
    drivers.contains { $0.scene == nil }
      ? "The symbol is what the screen shows, the line is where it should be now."
      : "The bodies as the screen shows them at the line; outlines are the frame before."
  }
  static let overview = "Red: how much longer than one refresh (dashes) a frame stayed."
  static func lanes(hasModes: Bool) -> String {
    "From the top: \(hasModes ? "mode, " : "")due (→ late), thread with tasks and callbacks, screen"
      + " (red: dropped, ▲ a frame never shown)."
      + (hasModes ? "" : " The run loop never runs in another mode.")
  }

  private static func picture(_ id: String, _ keys: String?, _ picture: Picture, _ html: inout HTML)
  {
    html.element("div", ["class": "tipbox"]) { box in
      let svg = SVGWriter(.page(id: id)).text(of: picture)
      let attributes: KeyValuePairs =
        keys.map { ["class": "pic", "id": id, "tabindex": "0", "role": "group", "aria-label": $0] }
        ?? ["class": "pic", "id": id]
      box.element("div", attributes) { $0.markup(svg) }
      box.element("div", "", ["class": "tip", "id": "tip-\(id)", "hidden": "hidden"])
    }
  }

  private func player(_ bar: inout HTML) {
    let more = point.order.count - point.rows.count
    if more > 0 {
      bar.element("button", "\(more) more", ["id": "more", "aria-pressed": "false"])
    }
    bar.element("span", "", ["id": "clock", "class": "say"])
    bar.element("button", "◀", ["id": "back", "aria-label": "One refresh back"])
    bar.element("button", "▶ Play", ["id": "play", "class": "main"])
    bar.element("button", "▶", ["id": "on", "aria-label": "One refresh on"])
    bar.element("select", ["id": "speed", "aria-label": "Speed"]) { select in
      for (value, words) in [("1", "true speed"), ("0.25", "4 × slower"), ("0.1", "10 × slower")] {
        select.element("option", words, ["value": value])
      }
    }
  }

  private static func steps(_ bar: inout HTML) {
    bar.element("button", "Previous hitch", ["id": "prev"])
    bar.element("button", "Next hitch", ["id": "next"])
    bar.element("button", "−", ["id": "out", "aria-label": "Zoom out"])
    bar.element("button", "+", ["id": "in", "aria-label": "Zoom in"])
    bar.element("button", "SVG", ["id": "svg", "title": "Save the pictures as SVG"])
    bar.element("button", "PNG", ["id": "png", "title": "Save the pictures as PNG"])
    bar.element("button", "Link", ["id": "link", "title": "Copy a link to just this"])
  }

  /// The sweep point: buttons for one sweep of few values, else a slider for each sweep.
  private func picker(_ html: inout HTML) {
    defer { leftOutPoints(&html) }
    guard stage.points.count > 1, stage.ribbon == nil else { return }
    let sweeps = stage.sweeps
    html.element(
      "div",
      ["class": "bar js", "hidden": "hidden", "role": "group", "aria-label": "Point of the sweep"]
    ) { bar in
      if sweeps.count == 1, stage.points.count <= 8 {
        bar.element("span", sweeps[0], ["class": "say"])
        for (number, point) in stage.points.enumerated() {
          let isFirst = number == stage.first
          let dropped = grouped(point.runs[0].dropped.count)
          bar.element("button", ["data-p": "\(number)", "aria-pressed": "\(isFirst)"]) { button in
            button.element("b", point.values[0])
            button.element("small", " " + (stage.counts?.values[number] ?? dropped))
          }
        }
        let counted = stage.counts?.name ?? "dropped"
        bar.element("span", "(\(counted) of \(point.runs[0].label))", ["class": "say"])
      } else {
        for (dimension, sweep) in sweeps.enumerated() {
          bar.element("label", ["class": "range"]) { label in
            label.words(sweep)
            label.empty(
              "input",
              [
                "type": "range", "min": "0", "max": "1", "value": "0",
                "data-dim": "\(dimension)", "aria-label": sweep,
              ])
            label.element("output", point.values[dimension])
          }
        }
      }
    }
  }

  /// Which points the page does not show.
  private func leftOutPoints(_ html: inout HTML) {
    guard stage.leftOut > 0 else { return }
    let here = stage.points.count == 1 ? point.words : "\(stage.points.count) points"
    html.element(
      "p",
      "Pictures of \(here); \(counted(stage.leftOut, "more point")) of the sweep"
        + " \(stage.leftOut == 1 ? "is" : "are") in the tables alone.", ["class": "cap"])
  }

  /// The phase of a timer as a picker.
  private func ribbon(_ html: inout HTML) {
    guard let ribbon = stage.ribbon else { return }
    html.element("div", ["id": "phases"]) { html in
      html.element("p", ribbon.caption, ["class": "cap"])
      html.element(
        "div",
        [
          "class": "ribbon", "id": "ribbon", "role": "img",
          "aria-label": "First fire date of \(ribbon.driver)",
        ]
      ) { $0.markup(ribbon.markup) }
      html.element("p", ribbon.sentences[0], ["id": "say-ribbon", "class": "cap"])
    }
  }

  private func cards(_ html: inout HTML) {
    html.element("div", ["class": "cards", "id": "cards"]) { cards in
      for card in stage.cards[stage.first] {
        let isEmpty = card.head.isEmpty
        cards.element(
          "section", isEmpty ? ["class": "card", "hidden": "hidden"] : ["class": "card"]
        ) { section in
          section.element("div") { $0.markup(card.markup) }
        }
      }
    }
  }

  private func helps(_ html: inout HTML) {
    guard stage.points.contains(where: { $0.helps?.rows.isEmpty == false }) else { return }
    let helps = point.helps.flatMap { $0.rows.isEmpty ? nil : $0 }
    html.section(
      "helps", "Changes that help", helps == nil ? "" : stage.sentence(of: point),
      isHidden: helps == nil
    ) { html in
      html.element("div", ["id": "helps"]) { $0.markup(helps?.markup ?? "") }
    }
  }
}

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
        "p", run.hitchCount == 0 ? "No frame was dropped." : words, ["class": "cap"])
    }
  }

  /// The columns of the list of hitches, with what they say.
  private static let hitchColumns = [
    HTML.Column("at", "When the last frame before the hitch came.", isNumber: true),
    HTML.Column(
      "stays", "How long that frame stays: its own refresh and the drops.", isNumber: true),
    HTML.Column(
      "refreshes", "How many refreshes showed the old frame again, though a new one was wanted.",
      isNumber: true),
    HTML.Column("because of", "What held up most of it; × how many tasks."),
  ]

  /// The window as a table, which the script fills when it is opened.
  func reading(_ html: inout HTML) {
    let name = "Frame by frame"
    html.element(
      "details", ["id": "reading", "class": "js", "hidden": "hidden", "aria-label": name]
    ) { details in
      details.element("summary", name)
      details.element("p", "", ["id": "say-moment", "class": "cap"])
      details.element(
        "div",
        ["class": "scroll tall", "tabindex": "0", "role": "region", "aria-label": "The window"]
      ) {
        $0.element("table", ["id": "moment", "aria-label": "The window, frame by frame"]) {
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
    guard stage.hasCommands else { return }
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
