import LabImport
import LabLanguage
package import LabMetrics
package import LabText

/// What a capture of another tool tells of the pictures: PresentMon, FrameView, CapFrameX,
/// MangoHud.
///
/// The format is recognized by what the file holds. FrameView writes the columns of PresentMon.
package struct FrameCapture: Sendable {
  /// The tools whose files are read.
  package enum Format: String, Hashable, Sendable {
    /// Comma-separated columns of PresentMon, FrameView, or CapFrameX of old.
    case presentMon = "PresentMon"
    /// The JSON of CapFrameX.
    case capFrameX = "CapFrameX"
    /// The log of MangoHud.
    case mangoHud = "MangoHud"
  }

  /// The tool whose format it is.
  package let format: Format
  /// The swap chains, in the order of their first frames.
  package let swapChains: [PresentMonCapture.SwapChain]

  /// What frame times can be taken between: a log of MangoHud does not tell of the display.
  package var bases: [FrameSeries.Basis] {
    format == .mangoHud ? [.presented] : [.displayed, .presented]
  }

  /// Reads the bytes of a file.
  package init(path: String, bytes: [UInt8]) throws(InputError) {
    guard bytes.count <= Limits.recordingBytes else {
      throw InputError(
        path: path, line: 1, column: 1,
        "the file is larger than \(Limits.recordingBytes >> 20) MB.")
    }
    if TraceFormat.isOfTest(String(decoding: bytes.prefix(4096), as: UTF8.self)) {
      throw InputError(path: path, "\(TraceFormat.ofTest)")
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

extension FrameCapture {
  /// Whether the first bytes of a file are those of a capture with a frame.
  package static func isCapture(_ head: [UInt8]) -> Bool {
    if head.first(where: { $0 > 32 }) == UInt8(ascii: "{") {
      return String(decoding: head, as: UTF8.self).contains("\"CaptureData\"")
    }
    // The last line may be cut.
    let whole = head.lastIndex(of: 10).map { head[..<$0] } ?? head[...]
    let capture = try? FrameCapture(path: "", bytes: Array(whole))
    return capture?.swapChains.contains { !$0.updates.isEmpty } ?? false
  }

  /// Lets the rules judge each swap chain.
  ///
  /// - Parameters:
  ///   - path: What messages call the file.
  ///   - period: How long a refresh lasts; `nil` for as long as the median frame.
  ///   - cadence: Every how many refreshes a new frame is wanted.
  ///   - basis: Between what frame times are taken; `nil` for what the capture tells best.
  /// - Returns: The chains with their titles.
  /// - Throws: `InputError` if the capture does not tell such times.
  package func chains(
    of path: String, refreshPeriod period: Duration?, cadence: Int, by basis: FrameSeries.Basis?
  ) throws(InputError) -> [CaptureComparison.Chain] {
    let basis = basis ?? bases[0]
    guard bases.contains(basis) else {
      throw InputError(
        path: path,
        "\(format.rawValue) does not tell when frames were displayed. Write '--times presented'.")
    }
    return swapChains.map { chain in
      let series = FrameSeries(chain.updates, refreshPeriod: period, cadence: cadence, by: basis)
      return (chain.name.isEmpty ? path : "\(path): \(chain.name)", FrameRules(series))
    }
  }
}
