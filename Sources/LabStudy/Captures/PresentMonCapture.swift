import LabExperiment
import LabKernel
import LabLanguage
package import LabMetrics
import LabResults
package import LabText

/// What a file of PresentMon, or of a tool that writes the same columns, tells of the pictures.
///
/// Columns are found by name, whatever their order, their case and the prefix `Ms`; others are
/// passed over. Lines before the header that begin with `//` are comments, as CapFrameX writes
/// them.
///
/// A frame is presented at `TimeInSeconds`, or `CPUBusy` after `CPUStartTime`; it is displayed
/// `UntilDisplayed` after that, or `DisplayLatency` after `CPUStartTime`. A frame with neither, or
/// with `Dropped` set, is not displayed. The animation time is `AnimationTime`, or else
/// `CPUStartTime`. Where the file has animation errors of its own, a displayed frame without one
/// begins a new stretch of motion. `CPUStartTime` is also called `CPUStartTimeInMs`,
/// `CPUStartTimeInSeconds`, `CPUStartQPCTime`, `CPUStartQPCTimeInMs` or `CPUStartQPC`.
///
/// PresentMon writes a row when it knows all of a frame, so that rows may be out of order; frames
/// are measured in the order in which they were presented.
///
/// Performance counters (`TimeInQPC`, `CPUStartQPC`) are taken to count 10 MHz, as they do on
/// Windows since version 10; a file does not say.
///
/// - Source: PresentMon, README-ConsoleApplication.md of the versions 1 and 2.
package struct PresentMonCapture: Sendable {
  /// The frames of one swap chain of one process.
  package struct SwapChain: Sendable {
    /// The application, the process and the address, as far as the file names them.
    package internal(set) var name: String
    /// What was presented to it, in the order of time.
    package internal(set) var updates: [PresentedUpdate] = []
  }

  /// The swap chains, in the order of their first frames.
  package let swapChains: [SwapChain]

  /// Reads the bytes of a file.
  ///
  /// - Throws: The first mistake with its line and column: a column that is missing, a row that
  ///   ends early, a field that is no number.
  package init(path: String, bytes: [UInt8]) throws(InputError) {
    guard bytes.count <= Limits.recordingBytes else {
      throw InputError(
        path: path, line: 1, column: 1,
        "the file is larger than \(Limits.recordingBytes >> 20) MB.")
    }
    let reader = try CSVReader(path, foreign: bytes)
    var columns = try PresentMonColumns(reader.header)
    var known: [String: Int] = [:]
    var names: [String] = []
    var rows: [[CSVRow]] = []
    while let row = try reader.next() {
      let name = try columns.owner(row)
      let chain = known[name] ?? rows.count
      if chain == rows.count {
        known[name] = chain
        names.append(name)
        rows.append([])
      }
      rows[chain].append(row)
    }
    columns.adjust(to: rows)
    var chains: [SwapChain] = []
    for (name, rows) in zip(names, rows) {
      var frames: [(update: PresentedUpdate, hasError: Bool)] = []
      for row in rows { frames.append(try columns.update(row)) }
      // The order of frames that were presented at one instant is that of the file.
      let order = frames.indices.sorted {
        (frames[$0].update.ended, $0) < (frames[$1].update.ended, $1)
      }
      var chain = SwapChain(name: name, updates: order.map { frames[$0].update })
      chain.split(by: order.map { frames[$0].hasError })
      chains.append(chain)
    }
    swapChains = chains
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
