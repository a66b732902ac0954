import LabExperiment
import LabKernel
import LabMetrics

/// Where the columns are that the lab can use, and what a row says in them.
struct PresentMonColumns {
  /// A column of times, and how many decimal digits there are from its unit to the nanosecond.
  private struct Clock {
    let column: Int
    let digits: Int

    func time(_ line: CSVLine) throws(Mistake) -> Int64? {
      try line.time(column, digits: digits)
    }
  }

  private let owners: [Int]
  private let presented: Clock?
  private let began: Clock?
  private let busy: Int?
  private let untilDisplayed: Int?
  private let latency: Int?
  private let dropped: Int?
  private let animationTime: Int?
  private let animationError: Int?

  /// Finds the columns in the line of their names.
  ///
  /// - Throws: Which column is missing without which there are no frames.
  init(_ header: CSVLine) throws(Mistake) {
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
    presented = clock(["timeinseconds": 9, "timeinms": 6, "timeinqpc": 2])
    began = clock(["cpustarttime": 6, "cpustartqpctime": 6, "cpustartqpc": 2])
    busy = places["cpubusy"]
    untilDisplayed = places["untildisplayed"]
    latency = places["displaylatency"]
    dropped = places["dropped"]
    animationTime = places["animationtime"]
    animationError = places["animationerror"]
    let start = Place(source: header.source, line: header.number, column: 1)
    guard presented != nil || (began != nil && busy != nil) else {
      throw Mistake(
        start,
        "no column says when a frame was presented. There must be 'TimeInSeconds', or "
          + "'CPUStartTime' and 'CPUBusy'.")
    }
    guard untilDisplayed != nil || (began != nil && latency != nil) else {
      throw Mistake(
        start,
        "no column says when a frame was displayed. There must be 'MsUntilDisplayed', or "
          + "'CPUStartTime' and 'DisplayLatency' (capture without --no_track_display).")
    }
  }

  /// Whose frame a row is about.
  func owner(_ line: CSVLine) throws(Mistake) -> String {
    var words: [Substring] = []
    for column in owners { words.append(try line.field(column)) }
    return words.joined(separator: " ")
  }

  /// What a row says, and whether it states an animation error.
  func update(_ line: CSVLine) throws(Mistake) -> (PresentedUpdate, hasError: Bool) {
    let began = try began?.time(line)
    let ended = try presentTime(line, began)
    var photon: Int64?
    if let wait = try line.time(untilDisplayed) {
      photon = wait > 0 ? ended + wait : nil
    } else if untilDisplayed == nil, let began, let wait = try line.time(latency) {
      photon = wait > 0 ? began + wait : nil
    }
    if try line.flag(dropped) { photon = nil }
    let animation = try animationTime == nil ? began : line.time(animationTime)
    let update = PresentedUpdate(
      began: began.map { Instant(nanoseconds: $0) }, ended: Instant(nanoseconds: ended),
      animationTime: animation.map { Instant(nanoseconds: $0) },
      photon: photon.map { Instant(nanoseconds: $0) })
    return (update, try line.time(animationError, canBeNegative: true) != nil)
  }

  private func presentTime(_ line: CSVLine, _ began: Int64?) throws(Mistake) -> Int64 {
    if let time = try presented?.time(line) { return time }
    if let began, let busy = try line.time(busy) { return began + busy }
    let column = presented?.column ?? self.began?.column ?? 0
    throw Mistake(line.place(column), "this row does not say when the frame was presented.")
  }
}
