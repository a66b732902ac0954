import LabExperiment
import LabMetrics
import LabPictures
import LabResults

/// The values over the sweeps.
extension PageSections {
  /// How many small plots there are, and how many points have bars.
  private static let plotLimit = 8
  private static let barLimit = 12
  /// How many lines a small plot has room for.
  private static let seriesLimit = 12

  func sweep(_ html: inout HTML) {
    let plots = SweepPlots(result)
    let all = plots.plots
    let pictures = all.filter { $0.series.count <= Self.seriesLimit }.map { plot in
      let names = plot.series.map(\.label.count).max() ?? 0
      return plot.picture(
        width: max(262, 190 + 7 * names), height: max(150, 60 + 15 * plot.series.count))
    }
    let maps = HeatMaps(result).maps
    let hasBars =
      maps.isEmpty && (2...Self.barLimit).contains(content.points.count)
      && content.points.contains { $0.runs.contains { $0.dropped.count > 0 } }
    guard !pictures.isEmpty || !maps.isEmpty || hasBars else { return }
    let sentences = [
      hasBars ? "Bars: refreshes dropped, on one scale." : "",
      maps.isEmpty ? "" : "Press a cell to see that point above.",
      pictures.isEmpty ? "" : "Lines: means of the runs, which are dots.",
    ]
    section(
      &html, "sweep", "Over the sweep", sentences.filter { !$0.isEmpty }.joined(separator: " ")
    ) { html in
      if hasBars { bars(&html) }
      if !maps.isEmpty {
        html.element("div", ["class": "heat"]) { heat in
          for map in maps { table(map, &heat) }
        }
      }
      html.element("div", ["class": "multi"]) { multi in
        for (number, picture) in pictures.prefix(Self.plotLimit).enumerated() {
          multi.markup(SVGWriter(.page(id: "m\(number)")).text(of: picture))
        }
      }
      let hidden = plots.leftOut + all.count - min(pictures.count, Self.plotLimit)
      if hidden > 0 {
        html.element(
          "p", "\(hidden) more plots: 'runlooplab show RESULT --as plot' draws them.",
          ["class": "cap"])
      }
    }
  }

  /// A block of bars for each point, on one scale.
  private func bars(_ html: inout HTML) {
    let most = max(1, content.points.flatMap { $0.runs.map(\.dropped.count) }.max() ?? 1)
    html.element("div", ["class": "multi"]) { multi in
      for point in content.points {
        multi.element("div") { block in
          block.element("h3", point.words, ["class": "mini"])
          block.element("table", ["class": "bars", "aria-label": "Dropped at \(point.words)"]) {
            table in
            for row in point.rows {
              let run = point.runs[row]
              table.element("tr") { cells in
                cells.element("th", run.label, ["scope": "row"])
                cells.share(run.dropped.count * 100 / most, .arm(run.arm))
                cells.element("td", grouped(run.dropped.count), ["class": "r"])
              }
            }
          }
        }
      }
    }
  }

  /// A heat map as a table whose cells lead to their points; of one that is all 0, a sentence.
  private func table(_ map: HeatMap, _ html: inout HTML) {
    let range = map.range
    guard let range, range.lowerBound != 0 || range.upperBound != 0 else {
      return html.element(
        "p", "\(map.title): \(range == nil ? "undefined" : "0") at all points.", ["class": "cap"])
    }
    html.element("table", ["aria-label": map.title]) { table in
      table.element("caption", map.title)
      for (row, name) in map.rows.enumerated() {
        table.element("tr") { cells in
          cells.element("th", name, ["scope": "row"])
          for (column, cell) in map.cells[row].enumerated() {
            let words = cell?.value.map { ReportNumber.short($0, decimals: 2) } ?? "–"
            let values = [name, map.columns[column]]
            let number = content.points.firstIndex { $0.values == values }
            let heat =
              cell?.value.map { Palette.name(of: .heat(HeatMap.step($0, range))) } ?? "cell"
            cells.element("td", ["class": cell?.fails == true ? "fails" : "holds"]) { td in
              guard let number else { return td.element("span", words, ["class": heat]) }
              td.element(
                "button", words,
                [
                  "type": "button", "class": heat, "data-p": "\(number)",
                  "aria-label":
                    "\(map.rowName) = \(name), \(map.columnName) = \(values[1]): \(words)",
                  "aria-pressed": number == content.first ? "true" : "false",
                ])
            }
          }
        }
      }
      table.element("tr") { foot in
        foot.element("th", "\(map.rowName) ↓ \(map.columnName) →")
        for name in map.columns { foot.element("th", name, ["scope": "col"]) }
      }
    }
  }
}
