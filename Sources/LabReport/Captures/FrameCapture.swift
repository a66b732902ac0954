import LabExperiment
import LabLanguage
public import LabMetrics
import LabResults
public import LabText

/// What a capture of another tool tells of the pictures: PresentMon, FrameView, CapFrameX,
/// MangoHud.
///
/// The format is recognized by what the file holds. FrameView writes the columns of PresentMon.
public struct FrameCapture: Sendable {
  /// The tools whose files are read.
  public enum Format: String, Hashable, Sendable {
    /// Comma-separated columns of PresentMon, FrameView, or CapFrameX of old.
    case presentMon = "PresentMon"
    /// The JSON of CapFrameX.
    case capFrameX = "CapFrameX"
    /// The log of MangoHud.
    case mangoHud = "MangoHud"
  }

  /// The tool whose format it is.
  public let format: Format
  /// The swap chains, in the order of their first frames.
  public let swapChains: [PresentMonCapture.SwapChain]

  /// What frame times can be taken between: a log of MangoHud does not tell of the display.
  public var bases: [FrameSeries.Basis] {
    format == .mangoHud ? [.presented] : [.displayed, .presented]
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: The first mistake with its place.
  public init(path: String, bytes: [UInt8]) throws(InputError) {
    guard bytes.count <= Limits.recordingBytes else {
      throw InputError(
        path: path, line: 1, column: 1,
        "the file is larger than \(Limits.recordingBytes >> 20) MB.")
    }
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
    if text.first(where: { $0 > 32 }) == UInt8(ascii: "{") {
      format = .capFrameX
      swapChains = try CapFrameXFile(path: path, bytes: text).swapChains
    } else if let log = try MangoHudFile(path: path, bytes: text) {
      format = .mangoHud
      swapChains = [log.swapChain]
    } else {
      format = .presentMon
      swapChains = try PresentMonCapture(path: path, bytes: bytes).swapChains
    }
  }
}
