import LabAnswer
import LabExperiment
import LabMetrics
import LabPictures
import LabResults
import LabStudy
import LabText

/// The values over the sweeps.
extension PageSections {
  /// How many small plots there are, and how many points have bars.
  private static let plotLimit = 6
  private static let barLimit = 12
  /// How many lines a small plot has room for.
  private static let seriesLimit = 12

  private var points: [PagePoint] { content.stage?.points.filter { $0.date == nil } ?? [] }

  /// How many columns of a map fit on a screen.
  private static let wideMap = 18

  func sweep(_ html: inout HTML) {
    let plots = SweepPlots(result)
    let all = plots.plots
    let shown = all.filter { $0.series.count <= Self.seriesLimit && !$0.isZero }
    let pictures = shown.map {
      $0.picture(width: $0.smallSize.width, height: $0.smallSize.height)
    }
    let maps = HeatMaps(result).maps
    let hasBars =
      maps.isEmpty && (2...Self.barLimit).contains(points.count)
      && points.contains { $0.runs.contains { $0.dropped.count > 0 } }
    guard !pictures.isEmpty || !maps.isEmpty || hasBars else { return }
    let sentences = [
      hasBars ? "Bars: refreshes dropped, on one scale." : "",
      maps.isEmpty ? "" : "The outlined cell is the point above\(means).",
      pictures.isEmpty ? "" : "Lines: means of the runs, which are dots.",
    ]
    html.section(
      "sweep", "Over the sweep", sentences.filter { !$0.isEmpty }.joined(separator: " "),
      controls: maps.isEmpty ? { _ in } : Self.hint
    ) { html in
      html.element("div", ["class": "multi"]) { multi in
        if hasBars { bars(&multi) }
        for map in maps where !map.isEven { table(map, &multi) }
        for (number, picture) in pictures.prefix(Self.plotLimit).enumerated() {
          multi.markup(SVGWriter(.page(id: "m\(number)")).text(of: picture))
        }
      }
      for (words, even) in [
        (
          "0",
          maps.filter { $0.isEven && $0.range != nil }.map(\.title)
            + all.filter(\.isZero).map { $0.title.replacing(", ", with: " in ") }
        ),
        ("Undefined", maps.filter { $0.range == nil }.map(\.title)),
      ] where !even.isEmpty {
        // A metric of all drivers stands there already where each of them does.
        let names = even.enumerated().filter { number, name in
          !even.prefix(number).contains { $0 == name || $0.hasSuffix(".\(name)") }
        }.map(\.element).joined(separator: ", ")
        html.element("p", "\(words) at all points: \(names).", ["class": "cap"])
      }
      let even = all.count(where: \.isZero)
      let hidden = plots.leftOut + all.count - even - min(pictures.count, Self.plotLimit)
      if hidden > 0 {
        html.element(
          "p", "\(hidden) more plots: 'runlooplab show RESULT --as plot' draws them.",
          ["class": "cap"])
      }
    }
  }

  /// What a cell is where a point has several runs.
  private var means: String {
    result.plan.replications > 1 ? "; a cell is the mean of its runs" : ""
  }

  private static func hint(_ html: inout HTML) {
    html.element("span", "Press a cell to see its point above.", ["class": "say"])
  }

  /// A block of bars for each point, on one scale.
  private func bars(_ html: inout HTML) {
    let most = max(1, points.flatMap { $0.runs.map(\.dropped.count) }.max() ?? 1)
    for point in points {
      html.element("div") { block in
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

  /// How many columns a map has, if they are more than a screen shows.
  private static func sign(of map: HeatMap) -> String {
    map.columns.count > wideMap ? " · \(map.columns.count) columns" : ""
  }

  /// A heat map as a table whose cells lead to their points.
  private func table(_ map: HeatMap, _ html: inout HTML) {
    html.element("div", ["class": "heat"]) { html in
      html.element("table", ["aria-label": map.title]) { table in
        table.element("caption", map.title + Self.sign(of: map))
        for (name, cells) in zip(map.rows, map.cells) {
          table.element("tr") { row in
            row.element("th", name, ["scope": "row"])
            for (column, cell) in zip(map.columns, cells) {
              row.element("td", ["class": cell?.fails == true ? "fails" : "holds"]) {
                self.cell(cell, of: map, [name, column], &$0)
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

  private func cell(
    _ cell: HeatMap.Cell?, of map: HeatMap, _ values: [String], _ html: inout HTML
  ) {
    let words = cell?.value.map { ReportNumber.short($0, decimals: 2) } ?? "–"
    let heat = cell.flatMap(map.ink).map(Palette.name) ?? "cell"
    guard let number = points.firstIndex(where: { $0.values == values }) else {
      return html.element("span", ["class": heat]) { $0.element("b", words) }
    }
    html.element(
      "button",
      [
        "class": heat, "data-p": "\(number)",
        "aria-label":
          "\(map.rowName) = \(values[0]), \(map.columnName) = \(values[1]): \(words)",
        "aria-pressed": "\(number == content.stage?.first)",
      ]
    ) { $0.element("b", words) }
  }
}

extension HeatMap {
  /// Whether a sentence says it all: every value is 0, or none is there.
  fileprivate var isEven: Bool { range == nil || isZero }

  /// The ground of a cell; `nil` if it is undefined.
  fileprivate func ink(of cell: Cell) -> Ink? {
    guard let value = cell.value, let range = shared ?? range else { return nil }
    return .heat(Self.step(value, range))
  }
}
