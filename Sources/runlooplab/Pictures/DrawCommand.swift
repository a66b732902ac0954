import Foundation
import LabExperiment
import LabMetrics
import LabPictures
import LabReport
import LabResults
import LabText

/// `runlooplab draw`: one picture of an experiment, as SVG or as text.
enum DrawCommand {
  static let subcommand = Command.Subcommand(
    usage, "draw a picture of a run or of a result"
  ) { words in
    let arguments = try usage.parse(words)
    guard let operand = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("name one script, or the folder of one result.")
    }
    let name = arguments.text("--picture") ?? "strip"
    guard let kind = Kind(rawValue: name) else {
      let names = Kind.allCases.map(\.rawValue)
      throw UsageError(
        "there is no picture '\(name)'." + Spelling.hint(for: name, among: names)
          + " There are \(Spelling.list(names)).")
    }
    guard let source = try ResultSource(operand, arguments) else { return .wrongInput }
    let pictures = try DrawCommand.pictures(kind, source, arguments)
    let number = try arguments.number("--number", in: 1...max(1, pictures.count))
    guard !pictures.isEmpty else {
      throw UsageError("there is nothing to draw: \(kind.emptiness)")
    }
    guard let path = arguments.text("-o") else {
      let writer = TextWriter(
        Terminal.showsBraille && !arguments.has("--plain") ? .braille : .plain,
        colours: Terminal.showsColours)
      let chosen = number.map { [pictures[$0 - 1]] } ?? pictures
      let texts = chosen.map { picture in
        (Terminal.screen.wrapped("\(picture.name). \(picture.caption)")
          + ["", writer.text(of: picture)])
          .joined(separator: "\n")
      }
      Terminal.print(texts.joined(separator: "\n\n"))
      return .success
    }
    let writer = SVGWriter(
      arguments.has("--plain") ? .plain(millimeters: try paperWidth(arguments)) : .file)
    let text = writer.text(of: pictures[(number ?? 1) - 1])
    guard path != "-" else {
      try Terminal.writeResults(Array(text.utf8))
      return .success
    }
    try WholeFiles([(path, text)]).write(replacing: arguments.has("--force"))
    return .success
  }

  /// What can be drawn.
  private enum Kind: String, CaseIterable {
    case strip = "strip"
    case spaceTime = "space-time"
    case scene = "scene"
    case lanes = "lanes"
    case lateness = "lateness"
    case animationError = "animation-error"
    case lateFrames = "late-frames"
    case attribution = "attribution"
    case plot = "plot"
    case heat = "heat"

    /// Why there may be no such picture, and what to do.
    var emptiness: String {
      switch self {
      case .strip, .spaceTime, .lanes: "the run has no refresh."
      case .scene: "no driver steps a physics scene there. Write 'simulate' in the script."
      case .lateFrames: "no refresh shows a frame. Choose another run by '--run'."
      case .lateness, .animationError: "no driver has a value. Choose another run by '--run'."
      case .attribution: "nothing is late or dropped. Choose another run by '--run'."
      case .plot: "the script has no sweep with numbers and no 'plot' statement."
      case .heat: "a map needs two sweeps of 2 to 40 values each."
      }
    }
  }

  private static func pictures(
    _ kind: Kind, _ source: ResultSource, _ arguments: Arguments
  ) throws -> [Picture] {
    let isText = arguments.text("-o") == nil
    let paper = try paperWidth(arguments).map { $0 * 11 / 2 }
    let width = isText ? 640 : paper ?? 960
    switch kind {
    case .plot:
      return SweepPlots(try source.result()).plots.map {
        $0.picture(width: min(width, 640), height: isText ? 256 : 304)
      }
    case .heat: return HeatMaps(try source.result()).maps.map(\.picture)
    case .strip, .spaceTime, .scene, .lanes, .lateness, .animationError, .lateFrames, .attribution:
      break
    }
    let chosen = try ChosenCase(
      source, arguments, refreshes: isText ? 11 : Stretch.usualRefreshes)
    let (drivers, stretch) = (chosen.runs.drivers, chosen.stretch)
    switch kind {
    case .strip: return [Replay.picture(of: drivers, in: stretch, width: width)]
    case .spaceTime: return [SpaceTime.picture(of: drivers, in: stretch, width: width)]
    case .scene:
      return [SceneFrames.picture(of: drivers, in: stretch, width: width)].compactMap(\.self)
    case .lanes: return [Lanes.picture(of: drivers, in: stretch, width: width)]
    case .lateness:
      return [Distributions.picture(of: .lateness, drivers, width: width)].compactMap(\.self)
    case .animationError:
      return [Distributions.picture(of: .animationError, drivers, width: width)]
        .compactMap(\.self)
    case .lateFrames:
      return [LateHistogram.picture(of: drivers, width: width)].compactMap(\.self)
    case .attribution:
      return [.droppedSlot, .lateFiring].compactMap {
        Ledger.picture(of: $0, drivers, width: width)
      }
    case .plot, .heat: return []
    }
  }

  /// How wide a picture for printing is, in millimeters; letters are 2.2 mm high then.
  private static func paperWidth(_ arguments: Arguments) throws(UsageError) -> Int? {
    guard let text = arguments.text("--width") else { return nil }
    let width = text.hasSuffix("mm") ? Int(text.dropLast(2)) : nil
    guard let width, (40...400).contains(width), arguments.has("--plain"),
      arguments.text("-o") != nil
    else {
      throw UsageError(
        "'--width \(text)' is no width of a picture for printing. Write for example --plain"
          + " --width 84mm -o a.svg.")
    }
    return width
  }

  private static let usage = Usage(
    name: "draw", operands: "FILE|RESULT",
    options: [
      Option(
        "--picture", "KIND",
        "\(Spelling.list(Kind.allCases.map(\.rawValue))) (default: strip)"),
      Option("-o", "FILE", "writes the picture as SVG; '-' is standard output (default: text)"),
      Option("--number", "N", "which one, where a kind has several pictures (default: the first)"),
      Option(
        "--plain", nil, "SVG without a style sheet, as programs for printing want it; text in ASCII"
      ),
      Option(
        "--width", "MM", "with --plain and -o: how wide on paper, from 40mm to 400mm, as 84mm"),
      Option("--force", nil, "replaces a file that is there already"),
    ] + ChosenCase.options + PlanOptions.options,
    text:
      "Draws a picture of a script's runs or of a result in a folder. A film strip, a space-time"
      + " diagram, the bodies of a scene and lanes show a stretch of a run in every arm; lateness, animation-error,"
      + " late-frames and attribution its whole runs; plot and heat the values over the sweeps.",
    remarks: [ChosenCase.remark],
    example: "experiments/timers/beat.lab --picture lanes -o beat.svg")
}
