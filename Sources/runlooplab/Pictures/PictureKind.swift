import Foundation
import LabExperiment
import LabMetrics
import LabPictures
import LabReport
import LabResults
import LabText

/// A picture of runs or of a result.
enum PictureKind: String, CaseIterable {
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

  /// What the words and signs of the picture mean.
  var legend: [(word: String, meaning: String)] {
    let name =
      switch self {
      case .strip: "Replay"
      case .spaceTime: "Space-time diagram"
      case .scene: "Scene"
      case .lanes: "Lanes"
      case .lateness, .animationError: "Distribution"
      case .lateFrames: "Late frames"
      case .attribution: "Attribution"
      case .plot: "Plot"
      case .heat: "Heat map"
      }
    return PictureWords.chapters.first { $0.name == name }?.words ?? []
  }

  /// Draws the pictures that the options of a command ask for.
  func pictures(_ source: RunSource, _ arguments: Arguments) throws -> [Picture] {
    let isText = arguments.text("--out") == nil
    let paper = try Self.paperWidth(arguments).map { $0 * 11 / 2 }
    let width = isText ? 640 : paper ?? 960
    switch self {
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
    switch self {
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
