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

/// Where the columns are that the lab can use, and what a row says in them.
struct PresentMonColumns {
  /// A column of times, and how many decimal digits there are from its unit to the nanosecond.
  struct Clock {
    let column: Int
    var digits: Int

    /// Stands for dates with a time of day.
    static let date = -1

    func time(_ row: CSVRow) throws(InputError) -> Int64? {
      digits == Self.date ? try row.date(column) : try row.time(column, digits: digits)
    }
  }

  private let owners: [Int]
  private(set) var presented: Clock?
  private let began: Clock?
  private let busy: Int?
  private let betweenPresents: Int?
  private let untilDisplayed: Int?
  private let latency: Int?
  private let dropped: Int?
  private let animationTime: Int?
  private let animationError: Int?
  /// Whether frames were presented when the work on them ended, whatever the other clock says.
  private var presentsByWork = false

  /// Finds the columns in the row of their names.
  ///
  /// - Throws: Which column is missing without which there are no frames.
  init(_ header: CSVRow) throws(InputError) {
    var places: [String: Int] = [:]
    for (index, field) in header.fields.enumerated() {
      var name = field.filter { $0 != " " }.lowercased()
      if name.hasPrefix("ms") { name.removeFirst(2) }
      if places[name] == nil { places[name] = index }
    }
    owners = ["application", "processid", "swapchainaddress"].compactMap { places[$0] }
    func clock(_ units: KeyValuePairs<String, Int>) -> Clock? {
      units.lazy.compactMap { name, digits in
        places[name].map { Clock(column: $0, digits: digits) }
      }.first
    }
    presented = clock([
      "timeinseconds": 9, "timeinms": 6, "timeinqpc": 2, "timeindatetime": Clock.date,
    ])
    began = clock([
      "cpustarttime": 6, "cpustarttimeinms": 6, "cpustarttimeinseconds": 9,
      "cpustartqpctime": 6, "cpustartqpctimeinms": 6, "cpustartqpc": 2,
      "cpustartdatetime": Clock.date,
    ])
    busy = places["cpubusy"]
    betweenPresents = places["betweenpresents"]
    untilDisplayed = places["untildisplayed"]
    latency = places["displaylatency"]
    dropped = places["dropped"]
    animationTime = places["animationtime"]
    animationError = places["animationerror"]
    guard presented != nil || (began != nil && busy != nil) else {
      throw header.mistake(
        at: nil,
        "no column says when a frame was presented. There must be 'TimeInSeconds', or "
          + "'CPUStartTime' and 'CPUBusy'.")
    }
    guard untilDisplayed != nil || (began != nil && latency != nil) else {
      throw header.mistake(
        at: nil,
        "no column says when a frame was displayed. There must be 'MsUntilDisplayed', or "
          + "'CPUStartTime' and 'DisplayLatency' (capture without --no_track_display).")
    }
  }

  /// Whose frame a row is about.
  func owner(_ row: CSVRow) throws(InputError) -> String {
    var words: [String] = []
    for column in owners { words.append(try row.field(column)) }
    return words.joined(separator: " ")
  }

  /// What a row says, and whether it states an animation error.
  func update(_ row: CSVRow) throws(InputError) -> (PresentedUpdate, hasError: Bool) {
    let began = try began?.time(row)
    let ended = try presentTime(row, began)
    var photon: Int64?
    if let wait = try row.time(untilDisplayed) {
      photon = wait > 0 ? ended + wait : nil
    } else if untilDisplayed == nil, let began, let wait = try row.time(latency) {
      photon = wait > 0 ? began + wait : nil
    }
    if try row.flag(dropped) { photon = nil }
    let animation = try animationTime == nil ? began : row.time(animationTime)
    let update = PresentedUpdate(
      began: began.map { Instant(nanoseconds: $0) }, ended: Instant(nanoseconds: ended),
      animationTime: animation.map { Instant(nanoseconds: $0) },
      photon: photon.map { Instant(nanoseconds: $0) })
    return (update, try row.time(animationError, canBeNegative: true) != nil)
  }

  private func presentTime(_ row: CSVRow, _ began: Int64?) throws(InputError) -> Int64 {
    if !presentsByWork, let time = try presented?.time(row) { return time }
    if let began, let busy = try row.time(busy) { return began + busy }
    let column = presented?.column ?? self.began?.column ?? 0
    throw row.mistake(at: column, "this row does not say when the frame was presented.")
  }
}

extension PresentMonColumns {
  /// Holds the clock of the presents against what else the rows say of them.
  ///
  /// With `--qpc_time_ms` PresentMon writes milliseconds into `TimeInSeconds`: then the steps of
  /// that column, and not a thousand times as much, are `MsBetweenPresents`. And the column may
  /// count from another start than that of the work on a frame, which is taken for both then.
  ///
  /// - Parameter chains: The rows of each swap chain, in the order of the file.
  mutating func adjust(to chains: [[CSVRow]]) {
    guard let presented else { return }
    let raw = Clock(column: presented.column, digits: 6)
    var (seconds, milliseconds) = (0, 0)
    for rows in chains where presented.digits == 9 {
      for (row, before) in zip(rows.dropFirst(), rows) {
        guard let time = try? raw.time(row), let last = try? raw.time(before), time > last,
          let between = try? row.time(betweenPresents)
        else { continue }
        let step = Double(time - last)
        if Self.isNear(step, Double(between)) { milliseconds += 1 }
        if Self.isNear(step * 1000, Double(between)) { seconds += 1 }
      }
    }
    if milliseconds > seconds { self.presented?.digits = 6 }
    var (near, far) = (0, 0)
    for row in chains.joined() {
      guard let clock = self.presented, let time = try? clock.time(row),
        let began = try? began?.time(row), let work = try? row.time(busy)
      else { continue }
      if abs(time - began - work) <= 100_000_000 { near += 1 } else { far += 1 }
    }
    presentsByWork = far > near
  }

  /// Whether two times are the same but for how they were printed.
  private static func isNear(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) <= 0.01 * max(one, other) + 10_000
  }
}
