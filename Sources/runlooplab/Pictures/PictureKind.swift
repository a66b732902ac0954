import Foundation
import LabExperiment
import LabMetrics
import LabPictures
import LabReport
import LabResults
import LabStudy
import LabText
import LabTrace

/// A picture of runs or of a result.
enum PictureKind: String, CaseIterable {
  case strip = "strip"
  case scene = "scene"
  case lanes = "lanes"
  case plot = "plot"
  case heat = "heat"

  /// Why there may be no such picture, and what to do.
  var emptiness: String {
    switch self {
    case .strip, .lanes: "the run has no refresh."
    case .scene: "no driver steps a physics scene there. Write 'simulate' in the script."
    case .plot: "the script has no sweep with numbers and no 'plot' statement."
    case .heat: "a map needs two sweeps of 2 to 40 values each."
    }
  }

  /// What the words and signs of the picture mean.
  var legend: [(word: String, meaning: String)] {
    let name = self == .strip ? "replay" : self == .heat ? "heat map" : rawValue
    return PictureWords.chapters.first { $0.name.lowercased() == name }?.words ?? []
  }

  /// Draws the pictures that the options of a command ask for, and says of which runs they are.
  func pictures(
    _ source: RunSubject, _ arguments: Arguments
  ) throws -> (pictures: [Picture], origin: PictureOrigin) {
    let isText = arguments.text("--out") == nil
    let paper = try Self.paperWidth(arguments).map { $0 * 11 / 2 }
    let width = isText ? 640 : paper ?? 960
    switch self {
    case .plot:
      let pictures = SweepPlots(try source.result(jobs: Reporting.jobs)).plots.map {
        $0.picture(width: min(width, 640), height: isText ? 256 : 304)
      }
      return (pictures, origin(source, nil))
    case .heat:
      return (
        HeatMaps(try source.result(jobs: Reporting.jobs)).maps.map(\.picture), origin(source, nil)
      )
    case .strip, .scene, .lanes: break
    }
    let chosen = try CaseOptions.chosen(
      source, arguments, refreshes: isText ? 11 : Stretch.usualRefreshes)
    let (drivers, stretch) = (chosen.runs.drivers, chosen.stretch)
    let picture: Picture? =
      switch self {
      case .strip: Replay.picture(of: drivers, in: stretch, width: width)
      case .scene: SceneFrames.picture(of: drivers, in: stretch, width: width)
      case .lanes, .plot, .heat: Lanes.picture(of: drivers, in: stretch, width: width)
      }
    return ([picture].compactMap(\.self), origin(source, chosen))
  }

  /// What a picture says of itself: the script, the runs and their hashes, the command.
  private func origin(_ source: RunSubject, _ chosen: ChosenCase?) -> PictureOrigin {
    let runs = chosen?.runs.runs ?? []
    let command = source.plan.commandLine("show", run: runs.first?.spec.index)
    return PictureOrigin(
      title: source.plan.experiment.title ?? source.name,
      point: runs.map { $0.spec.words() }.joined(separator: "; "),
      fingerprints: runs.map(\.trace.fingerprint), command: "\(command) --as \(rawValue)")
  }

  /// How wide a picture for printing is, in millimeters; letters are 2.2 mm high then.
  static func paperWidth(_ arguments: Arguments) throws(UsageError) -> Int? {
    guard let text = arguments.text("--width") else { return nil }
    let width = text.hasSuffix("mm") ? Int(text.dropLast(2)) : nil
    guard let width, (40...400).contains(width), arguments.has("--plain"),
      arguments.text("--out") != nil
    else {
      throw UsageError(
        "'--width \(text)' is no width of a picture for printing. Write for example --plain"
          + " --width 84mm -o a.svg.")
    }
    return width
  }
}
