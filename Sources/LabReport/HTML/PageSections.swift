import LabExperiment
import LabKernel
import LabLanguage
import LabMetrics
import LabPictures
import LabResults
import LabText

/// The parts of a page, from top to bottom.
struct PageSections {
  let content: PageContent

  /// How many rows a table has.
  static let rowLimit = 200
  /// How wide the pictures are without a script, in pixels.
  static let width = 1_152
  private static let lanesWidth = 784

  /// The page.
  var text: String {
    var html = HTML()
    head(&html)
    html.element("main") { main in
      content.proofs?.write(&main)
      if !content.points.isEmpty { pictures(&main) }
      sweep(&main)
      folded(&main)
    }
    if !content.points.isEmpty { end(&html) }
    return PageFrame.text(
      title: title, body: html.text, script: content.points.isEmpty ? nil : .page)
  }

  var result: ExperimentResult { content.result }
  var point: PagePoint { content.points[content.first] }

  private var title: String { result.experiment.title ?? result.name }

  private func end(_ html: inout HTML) {
    let strip = Overview.strip(of: point.drivers[point.lead])
    let id = "s" + hexadecimal(ContentHash.of(Array(result.name.utf8)))
    html.markup(IndexPage.comment(SVGWriter(.page(id: id)).text(of: strip)))
    html.element("div", "", ["id": "live", "class": "vh", "aria-live": "polite"])
    html.markup("<script type=\"application/json\" id=\"data\">\(content.json)</script>\n")
  }

  private func head(_ html: inout HTML) {
    let verdicts = ExperimentSummary(result).verdicts
    html.element("header") { header in
      header.element("div", ["class": "top"]) { top in
        top.element("h1", title)
        top.element(
          "a",
          (content.proofs.map { "\($0.sentence); " } ?? "")
            + (result.verdicts.isEmpty
              ? verdicts.words : "\(verdicts.outcome.sign) \(verdicts.sentence)"),
          ["class": "chip", "href": "#expectations"])
      }
      if let question = result.experiment.question { header.element("p", question, ["class": "q"]) }
      answer(&header)
    }
  }

  /// What the script answers, and the value nearest to failing of what that is about.
  private func answer(_ html: inout HTML) {
    guard let answer = content.answer, content.proofs == nil else {
      if let because = result.experiment.because { html.element("p", because, ["class": "a"]) }
      return
    }
    let verdict = result.verdicts[answer.number]
    html.element("p", ["class": "a"]) { words in
      if let because = result.experiment.because {
        let doubt =
          ExperimentSummary(result).verdicts.hold
          ? "" : "This answer of the script does not fit the result: "
        words.words(doubt + because + " ")
      }
      words.element(
        "small",
        "\(verdict.outcome.sign) \(verdict.text)"
          + (verdict.closest.map { "; nearest: \($0.text)" } ?? ""))
    }
  }

  private func pictures(_ html: inout HTML) {
    picker(&html)
    let point = point
    let owners = content.owners
    let drivers = point.rows.map { point.drivers[$0] }
    html.section(
      "see", "See it", Self.words(of: drivers), controls: player
    ) { html in
      Self.picture(
        "stage",
        "Replay. Space plays, arrows go by a refresh, n and p go to the next and previous hitch, plus"
          + " and minus zoom.",
        Replay.picture(
          of: drivers, in: point.window, at: point.now,
          notes: point.rows.map { point.runs[$0].note }, width: Self.width), &html)
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
          left.element("p", Self.lanes(hasModes: content.hasModes), ["class": "cap"])
        }
        why.element("div") { list(&$0) }
      }
      reading(&html)
      command(&html)
    }
    helps(&html)
  }

  /// What the replay, the overview and the lanes show, in a sentence each.
  static func words(of drivers: [DrawnDriver]) -> String {
    drivers.contains { $0.scene == nil }
      ? "The symbol is the frame on the screen: when it falls behind the line, it is old."
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
    guard content.points.count > 1 else { return }
    let sweeps = result.experiment.sweeps.filter(\.isIndependent)
    html.element(
      "div",
      ["class": "bar js", "hidden": "hidden", "role": "group", "aria-label": "Point of the sweep"]
    ) { bar in
      if sweeps.count == 1, content.points.count <= 8 {
        bar.element("span", sweeps[0].name, ["class": "say"])
        for (number, point) in content.points.enumerated() {
          let isFirst = number == content.first
          bar.element("button", ["data-p": "\(number)", "aria-pressed": "\(isFirst)"]) { button in
            button.element("b", point.values[0])
            button.element("small", " \(grouped(point.runs[0].dropped.count))")
          }
        }
        bar.element("span", "(dropped by \(point.runs[0].label))", ["class": "say"])
      } else {
        for (dimension, sweep) in sweeps.enumerated() {
          bar.element("label", ["class": "range"]) { label in
            label.words(sweep.name)
            label.empty(
              "input",
              [
                "type": "range", "min": "0", "max": "1", "value": "0",
                "data-dim": "\(dimension)", "aria-label": sweep.name,
              ])
            label.element("output", point.values[dimension])
          }
        }
      }
    }
  }

  /// Which points the page does not show.
  private func leftOutPoints(_ html: inout HTML) {
    guard content.leftOut > 0 else { return }
    let here = content.points.count == 1 ? point.words : "\(content.points.count) points"
    html.element(
      "p",
      "Pictures of \(here); \(counted(content.leftOut, "more point")) of the sweep"
        + " \(content.leftOut == 1 ? "is" : "are") in the tables alone.", ["class": "cap"])
  }

  private func cards(_ html: inout HTML) {
    html.element("div", ["class": "cards", "id": "cards"]) { cards in
      for card in content.cards(of: content.first) {
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
    guard content.points.contains(where: { $0.helps?.rows.isEmpty == false }) else { return }
    let helps = point.helps.flatMap { $0.rows.isEmpty ? nil : $0 }
    html.section(
      "helps", "What helps", helps == nil ? "" : content.sentence(of: point),
      isHidden: helps == nil
    ) { html in
      html.element("div", ["id": "helps"]) { $0.markup(helps?.markup ?? "") }
    }
  }
}
