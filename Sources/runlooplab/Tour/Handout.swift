import LabAnswer
import LabExperiment
import LabPictures
import LabReport
import LabResults
import LabStudy
import LabText

/// All lessons of the tour on one page: the questions first, the solutions at its end.
enum Handout {
  private static let path = "\(TourCommand.folder)/tour.html"

  /// Performs the lessons, and writes the page beside their scripts.
  static func write() throws -> ExitStatus {
    var questions: [HandoutPage.Section] = []
    var solutions: [HandoutPage.Section] = []
    for (lesson, number) in zip(Lesson.all, 1...) {
      let script = try TourCommand.script(of: number)
      guard let plan = try Scripts.read([script])?.first?.plan() else { return .wrongInput }
      questions.append(question(lesson, number, script))
      solutions.append(try solution(lesson, number, plan, script))
    }
    let page = HandoutPage(
      title: "Why a timer stutters", parts: [("Lessons", questions), ("Solutions", solutions)])
    try WholeFiles([(path, page.text)]).write(replacing: false)
    Terminal.print("The page is \(path); the scripts lie beside it.")
    return .success
  }

  private static func question(
    _ lesson: Lesson, _ number: Int, _ script: String
  ) -> HandoutPage.Section {
    HandoutPage.Section(
      heading: "\(number). \(lesson.question)",
      parts: [
        .list(zip("abc", lesson.guesses).map { "\($0): \($1)" }), .code(lesson.script),
        .words(
          "Guess, then run it: runlooplab run \(script). Then change one thing, \(lesson.change.text):"
            + " runlooplab \(lesson.command) \(script) --set '\(lesson.change.set)'"
        ),
      ])
  }

  private static func solution(
    _ lesson: Lesson, _ number: Int, _ plan: Plan, _ script: String
  ) throws -> HandoutPage.Section {
    let result = try ExperimentResult(name: lesson.name, performing: plan, jobs: 2)
    let pictures: [Picture]
    switch lesson.shows {
    case .phases:
      let answer = try PhaseStudy(plan, of: script).answer(Watch())
      pictures = [answer.picture].compactMap(\.self)
    case .moment, .live: pictures = try picture(of: script, ["--as", "strip"])
    case .picture(let options): pictures = try picture(of: script, options)
    }
    return HandoutPage.Section(
      heading: "\(number). \(lesson.solution)",
      parts: [
        .words(lesson.reason),
        .list(
          result.verdicts.map { "\($0.text): \($0.closest?.value ?? "not judged")" }),
      ]
        + pictures.map { .picture($0) })
  }

  /// The pictures that options of `show` draw of a script.
  private static func picture(of script: String, _ options: [String]) throws -> [Picture] {
    let arguments = try ShowCommand.subcommand.usage.parse([script, "-o", "-"] + options)
    guard let kind = arguments.text("--as").flatMap(PictureStudy.Kind.init),
      let source = try RunSource.read(arguments)
    else { return [] }
    let answer = try ShowCommand.study(kind, source, arguments, on: nil).answer(Watch())
    return answer.parts.compactMap { part in
      if case .figure(.picture(let picture)) = part { picture } else { nil }
    }
  }
}
