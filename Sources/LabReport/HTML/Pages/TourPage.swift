import LabExperiment
import LabMetrics
package import LabPictures
package import LabResults
import LabStudy

/// The lessons of a tour as one page: a question, guesses, and the run that answers as a replay.
///
/// A press on a guess plays the run below it. Without the script of the page, and on paper, its
/// still picture stands there.
package struct TourPage {
  /// A lesson with the command that changes it, the run that answers it, and what is shown beside
  /// the replay.
  package typealias Run = (
    lesson: Lesson, command: String, result: ExperimentResult, picture: Picture?
  )

  /// The page as text.
  package let text: String

  /// Writes a page.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - lessons: The lessons in order, at least one.
  /// - Throws: What the page of a result throws.
  package init(title: String, _ lessons: [Run]) throws {
    let contents = try lessons.map { try PageContent($0.result) }
    // Only points that lie behind the first one can stand on a ribbon.
    let order = lessons.indices.sorted {
      (lessons[$0].lesson.hasPhases ? 0 : 1, $0) < (lessons[$1].lesson.hasPhases ? 0 : 1, $1)
    }
    var points: [PagePoint] = []
    var tally = OwnerTally()
    var starts: [Int: Int] = [:]
    for number in order {
      guard let stage = contents[number].stage else { continue }
      starts[number] = points.count
      for driver in stage.point.drivers { tally.add(driver) }
      points.append(stage.point.alone(as: stage.commands[0]))
      if lessons[number].lesson.hasPhases { points += stage.points.dropFirst() }
    }
    let phases = order.first.flatMap {
      lessons[$0].lesson.hasPhases ? contents[$0].stage?.ribbon : nil
    }
    let pictures = PagePictures(
      stage: PageStage(
        points: points, first: 0, owners: tally.ranked, sweeps: [], leftOut: 0,
        cards: points.map { _ in [] }, commands: [], arms: [], ribbon: phases))
    var html = HTML()
    html.element("h1", title)
    html.element(
      "p", "Guess, and the run plays. Each lesson is a script beside this page.", ["class": "q"])
    for (number, run) in lessons.enumerated() {
      guard let start = starts[number] else { continue }
      Self.write(run, number + 1, contents[number], at: start, pictures, &html)
    }
    html.element("div", ["id": "player", "hidden": "hidden"]) { pictures.write(&$0) }
    pictures.end(&html)
    text = PageFrame.text(title: title, body: html.text, script: .page)
    for run in lessons { try run.result.table.check() }
  }

  private static func write(
    _ run: Run, _ number: Int, _ content: PageContent, at start: Int,
    _ pictures: PagePictures, _ html: inout HTML
  ) {
    let lesson = run.lesson
    let attributes: KeyValuePairs = [
      "class": "lesson", "aria-labelledby": "lesson\(number)", "data-lesson": "\(start)",
      "data-right": "\(lesson.answer)",
    ]
    html.element("section", attributes) { html in
      html.element("h2", "\(number). \(lesson.question)", ["id": "lesson\(number)"])
      html.element("ol", ["type": "a", "class": "guess"]) { list in
        for guess in lesson.guesses { list.element("li") { $0.element("button", guess) } }
      }
      html.element("details", ["aria-label": "The script"]) { details in
        details.element("summary", "The script")
        details.element("pre", lesson.script)
      }
      html.element("details", ["class": "answer", "aria-label": "The answer"]) { html in
        html.element("summary", "The answer")
        html.element("p", ["class": "a"]) { words in
          words.element("b", lesson.solution + ".")
          words.words(" " + lesson.reason)
        }
        let point = pictures.stage.points[start]
        html.element("p", ["class": "a said"]) { $0.words(numbers(of: point, content)) }
        html.element("div", ["class": "still"]) {
          pictures.still(of: point, "lesson\(number)", &$0)
        }
        run.picture.map { html.markup(SVGWriter(.page(id: "picture\(number)")).text(of: $0)) }
        html.element("ul") { list in
          for verdict in run.result.verdicts {
            list.element(
              "li",
              "\(verdict.outcome.sign) \(verdict.text): \(verdict.closest?.value ?? "not judged")")
          }
        }
        html.element("p", ["class": "cap"]) { words in
          words.words("Then change one thing, \(lesson.change.text): ")
          words.element("code", run.command)
        }
      }
    }
  }

  /// What each arm does, in the metric that the lesson asks for first, and how much it drops.
  private static func numbers(of point: PagePoint, _ content: PageContent) -> String {
    let asked = content.result.experiment.judgedMetrics.map { $0.metric }
      .first { !MetricWords.isAboutDrops($0) }
    return point.runs.map { run in
      let head = asked.flatMap { metric in
        content.value(metric, of: run, at: point).map {
          MetricWords.headline(run.label, metric, $0) + ","
        }
      }
      return "\(head ?? run.label) \(run.drops)."
    }.joined(separator: " ")
  }
}
