import Foundation
import LabAnswer
import LabExperiment
import LabLanguage
import LabPictures
import LabReport
import LabResults
import LabStudy
import LabText

/// All lessons of the tour on one page, beside their scripts.
enum TourPageExport {
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

  /// Prints the page in which the lab itself runs: the lessons, and the shipped experiments that
  /// read no other file.
  ///
  /// - Parameter module: The path of two lines in base64: what unpacks LZMA, and the lab as a
  ///   module of WebAssembly, packed by xz as LZMA or by gzip.
  /// - Returns: How it ended.
  /// - Throws: That a file cannot be read, or that a run cannot be performed.
  static func printPlayground(of module: String) throws -> ExitStatus {
    guard let folder = Shipped.folder else {
      throw UsageError("the experiments are not here. Run it in the checkout of the lab.")
    }
    let lessons = Lesson.all.filter { $0.shows != .live }.enumerated().map { number, lesson in
      PlayPage.Example(
        group: "Lessons", name: lesson.name, title: "\(number + 1). \(lesson.question)",
        script: lesson.script + "\n",
        lesson: PlayPage.Lesson(
          question: lesson.question, guesses: lesson.guesses, answer: lesson.answer,
          reason: lesson.reason, change: lesson.change.text))
    }
    let first = "\(folder)/modes/carousel.lab"
    let carousel = try Experiment(path: first)
    let paths = try Scripts.paths([folder])
    var found: [(group: String, title: String, name: String, script: String)] = []
    for path in paths {
      let experiment = path == first ? carousel : try Experiment(path: path)
      guard experiment.inputs.count == 1 else { continue }
      let name = Scripts.name(of: path)
      let script = String(decoding: experiment.inputs[0].bytes, as: UTF8.self)
      found.append(
        (path == first ? "" : group(of: path), experiment.title ?? name, name, script))
    }
    found.sort { ($0.group, $0.title) < ($1.group, $1.title) }
    let examples = found.map { group, title, name, script in
      PlayPage.Example(
        group: group.isEmpty ? "Begin here" : group, name: name, title: title, script: script)
    }
    let result = try ExperimentResult(
      name: Scripts.name(of: first), performing: carousel.plan(), jobs: 2)
    let text = String(decoding: try FileBytes(module).all(), as: UTF8.self)
    let parts = text.split { $0.isWhitespace }.compactMap { Data(base64Encoded: String($0)) }
    guard parts.count == 2 else {
      throw UsageError("'\(module)' is no module of the lab. Write '.ci/playground FILE.html'.")
    }
    let page = try PlayPage(
      result, examples: examples.prefix(1) + lessons + examples.dropFirst(),
      module: Array(parts[1]), unpacker: Array(parts[0]))
    try Terminal.writeResults(Array(page.text.utf8))
    return .success
  }

  /// What the experiments of a folder are listed under.
  private static func group(of path: String) -> String {
    let folder = path.split(separator: "/").dropLast().last.map(String.init) ?? ""
    return folder.prefix(1).uppercased() + folder.dropFirst()
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
