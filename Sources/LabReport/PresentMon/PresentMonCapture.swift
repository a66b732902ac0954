public import LabExperiment
import LabKernel
public import LabMetrics

/// What a file of PresentMon, or of a tool that writes the same columns, tells of the pictures.
///
/// Columns are found by name, whatever their order, their case and the prefix `Ms`; others are passed
/// over. Lines before the header that begin with `//` are comments, as CapFrameX writes them.
///
/// When a frame was presented is `TimeInSeconds`, or `CPUStartTime` and `CPUBusy`; when it gave light,
/// `UntilDisplayed` after that, or `DisplayLatency` after `CPUStartTime`. A frame with neither, or with
/// `Dropped` set, never did. The animation time is `AnimationTime`, or else `CPUStartTime`. Where the
/// file has animation errors of its own, a shown frame without one begins a new stretch of motion.
///
/// Performance counters (`TimeInQPC`, `CPUStartQPC`) are taken to count 10 MHz, as they do on Windows
/// since version 10; a file does not say.
///
/// - Source: PresentMon, README-ConsoleApplication.md of the versions 1 and 2.
public struct PresentMonCapture: Sendable {
  /// The frames of one swap chain of one process.
  public struct SwapChain: Sendable {
    /// The application, the process and the address, as far as the file names them.
    public let name: String
    /// What was presented to it, in the order of the file.
    public internal(set) var updates: [PresentedUpdate] = []
  }

  /// The swap chains, in the order of their first frames.
  public let swapChains: [SwapChain]

  /// Reads the bytes of a file.
  ///
  /// - Throws: The first mistake with its line and column: a column that is missing, a row that ends
  ///   early, a field that is no number.
  public init(path: String, bytes: [UInt8]) throws(ScriptError) {
    do throws(Mistake) {
      let source = try SourceText(path: path, bytes: bytes, limit: Limits.recordingBytes)
      swapChains = try Self.read(source)
    } catch {
      throw ScriptError([error], path: path)
    }
  }

  private static func read(_ source: SourceText) throws(Mistake) -> [SwapChain] {
    guard let header = source.lines.firstIndex(where: { !$0.isEmpty && !$0.hasPrefix("//") }) else {
      throw Mistake(
        Place(source: source, line: 1, column: 1),
        "there is no line with the names of columns. Is this a file of PresentMon?")
    }
    let columns = try PresentMonColumns(CSVLine(source, header))
    var known: [String: Int] = [:]
    var chains: [SwapChain] = []
    var errors: [[Bool]] = []
    for index in source.lines.indices.dropFirst(header + 1) where !source.lines[index].isEmpty {
      let line = CSVLine(source, index)
      let name = try columns.owner(line)
      let chain = known[name] ?? chains.count
      if chain == chains.count {
        known[name] = chain
        chains.append(SwapChain(name: name))
        errors.append([])
      }
      let (update, hasError) = try columns.update(line)
      chains[chain].updates.append(update)
      errors[chain].append(hasError)
    }
    for index in chains.indices { chains[index].split(by: errors[index]) }
    return chains
  }
}

extension PresentMonCapture.SwapChain {
  /// Begins a new stretch at every shown frame without an animation error, if others have one.
  fileprivate mutating func split(by hasError: [Bool]) {
    guard hasError.contains(true) else { return }
    var stretch = 0
    for index in updates.indices {
      if updates[index].photon != nil, !hasError[index] { stretch += 1 }
      updates[index].stretch = stretch
    }
  }
}
