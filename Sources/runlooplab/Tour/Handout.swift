import LabAnswer
import LabExperiment
import LabPictures
import LabReport
import LabResults
import LabStudy
import LabText

/// All lessons of the tour on one page, beside their scripts.
enum Handout {
  private static let path = "\(TourCommand.folder)/tour.html"

  /// Performs the lessons, and writes the page.
  static func write() throws -> ExitStatus {
    var lessons: [TourPage.Lesson] = []
    for (lesson, number) in zip(Lesson.all, 1...) {
      let script = try TourCommand.script(of: number)
      guard let plan = try Scripts.read([script])?.first?.plan() else { return .wrongInput }
      lessons.append(
        TourPage.Lesson(
          question: lesson.question, guesses: lesson.guesses, answer: lesson.answer,
          reason: lesson.reason, script: lesson.script,
          change: (
            lesson.change.text,
            "runlooplab \(lesson.command) \(script) --set '\(lesson.change.set)'"
          ),
          result: try ExperimentResult(name: lesson.name, performing: plan, jobs: 2),
          picture: try picture(of: lesson, plan, script), hasPhases: lesson.shows == .phases))
    }
    let page = try TourPage(title: "Why a timer stutters", lessons)
    try WholeFiles([(path, page.text)]).write(replacing: false)
    Terminal.print("The scripts are in \(TourCommand.folder)/.\nPage: \(path)")
    return .success
  }

  /// What a lesson shows beside its worst moment.
  private static func picture(
    of lesson: Lesson, _ plan: Plan, _ script: String
  ) throws -> Picture? {
    switch lesson.shows {
    case .moment, .live: return nil
    case .phases: return try PhaseStudy(plan, of: script).answer(Watch()).picture
    case .picture(let options):
      let arguments = try ShowCommand.subcommand.usage.parse([script, "-o", "-"] + options)
      guard let kind = arguments.text("--as").flatMap(PictureStudy.Kind.init),
        let source = try RunSource.read(arguments)
      else { return nil }
      let answer = try ShowCommand.study(kind, source, arguments, on: nil).answer(Watch())
      return answer.parts.lazy.compactMap { part in
        if case .figure(.picture(let picture)) = part { picture } else { nil }
      }.first
    }
  }
}
