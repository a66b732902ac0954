import LabExperiment
import LabMetrics
import LabPictures
import LabResults
import LabTrace

/// The pictures of runs, and the plots over sweeps.
extension PageSections {
  mutating func figure(_ picture: Picture, small: Bool = false) {
    figures += 1
    let svg = SVGWriter(.page(id: "f\(figures)")).text(of: picture)
    html.element("figure") { figure in
      figure.element("figcaption") {
        $0.markup("<b>\(SVGWriter.escaped(picture.name)).</b> ")
        $0.words(picture.caption)
      }
      figure.element(
        "div",
        ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": picture.name]
      ) { $0.markup(svg) }
      figure.element("details", ["class": "data"]) { details in
        details.element("summary", "The numbers")
        details.table(
          picture.name, picture.table.header, picture.table.rows, limit: Self.rowLimit,
          rest: "the files that 'runlooplab run --trace' writes")
      }
    }
  }

  mutating func pictures(of one: PageCase, _ number: Int) {
    open("See it: \(one.title)")
    html.element(
      "p",
      "Chosen because it is \(one.choice.reason)."
        + one.runs.runs.map {
          " Run \($0.spec.index), \($0.spec.arm): fingerprint \(hexadecimal($0.trace.fingerprint))."
        }.joined(), ["class": "muted"])
    if number > 0 { figure(one.strip) }
    for picture in one.pictures { figure(picture) }
    close()
  }

  mutating func summaries(of one: PageCase) {
    open("The whole runs: \(one.title)")
    for picture in one.summaries { figure(picture) }
    let rules = one.frameRules
    guard rules.header.count > 1 else { return close() }
    html.element("h3", "Frame rules")
    html.element(
      "p", "What published rules for bad frames say of the same frames of these runs.")
    html.table(
      "Frame rules", rules.header, rules.rows, limit: Self.rowLimit, rest: "frame_rules.csv")
    close()
  }

  mutating func plots() {
    let plots = SweepPlots(result)
    let all = plots.plots.map { $0.picture(width: 640) }
    let maps = HeatMaps(result).maps.map(\.picture)
    guard !all.isEmpty || !maps.isEmpty else { return }
    open("Over the sweeps")
    for picture in all.prefix(Self.plotLimit) + maps { figure(picture) }
    let hidden = plots.leftOut + max(0, all.count - Self.plotLimit)
    if hidden > 0 {
      html.element(
        "p",
        "\(hidden) plots more were left out: each is of other values of the sweeps that are not on"
          + " its axes.", ["class": "muted"])
    }
    close()
  }
}
