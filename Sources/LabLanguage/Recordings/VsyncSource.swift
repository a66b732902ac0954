package import LabDisplay
package import LabKernel
package import LabTrace
import LabWorkload

/// Where the vsyncs of a display come from.
package enum VsyncSource {
  case rate(RefreshRate)
  /// A panel that chooses among some rates.
  case steps(Panel)
  /// A panel that refreshes when there is something to show.
  case adaptive(slowest: RefreshRate, fastest: RefreshRate)
  /// The path of a recording.
  case recorded(String)
}

extension Slot<VsyncSource> {
  package static var vsyncs: Slot<VsyncSource> {
    Slot(
      "VSYNCS", "60 Hz",
      "a RATE; 'promotion-phone' or 'promotion-pad', which choose their rate by what the links"
        + " prefer (a link that prefers nothing has 60 Hz on the phone; 'promotion-phone without its"
        + " key', CADisableMinimumFrameDurationOnPhone, has 60 Hz at most); 'adaptive 40..120 Hz',"
        + " which waits for pictures; or 'recorded FILE' with the column vsync_ns, or a trace of"
        + " another tool that holds vsyncs"
    ) { cursor throws(Mistake) in
      if cursor.accept("recorded") { return .recorded(try cursor.path()) }
      if cursor.accept("promotion-phone") {
        guard cursor.accept("without") else { return .steps(.promotionPhone) }
        try cursor.expect("its")
        try cursor.expect("key")
        return .steps(.promotionPhoneWithoutKey)
      }
      if cursor.accept("promotion-pad") { return .steps(.promotionPad) }
      if let next = cursor.next, next.text.lowercased() == "promotion" {
        throw Mistake(
          next.place, "'\(next.text)' is not a rate. Write 'promotion-phone' or 'promotion-pad'.")
      }
      let place = cursor.place
      guard cursor.accept("adaptive") else { return .rate(try cursor.read(.rate)) }
      var rest = cursor
      guard rest.takeRest().dropFirst().dropLast().contains(where: { $0.text == ".." }) else {
        throw Mistake(
          place, "an adaptive display has two rates. Write for example 'adaptive 48 Hz .. 120 Hz'.")
      }
      let (slowest, fastest) = try cursor.rates()
      return .adaptive(slowest: slowest, fastest: fastest)
    }
  }
}

extension TokenCursor {
  /// Reads two rates, the slower one first.
  package mutating func rates() throws(Mistake) -> (slowest: RefreshRate, fastest: RefreshRate) {
    let place = place
    let (low, high) = try range()
    let (slowest, fastest) = (try low.refreshRate(), try high.refreshRate())
    guard low.value.approximate <= high.value.approximate else {
      throw Mistake(place, "this range is empty. Write the slower rate first.")
    }
    return (slowest, fastest)
  }
}

extension Slot<PresentMode> {
  package static var presentMode: Slot<PresentMode> {
    Slot(
      "QUEUE", "mailbox",
      "mailbox: a newer frame replaces a waiting one; 'fifo 3': at most 3 frames wait, and a frame"
        + " that finds the queue full is dropped; 'fifo 3 blocking': a callback ends with present,"
        + " which holds the thread until the queue has room; 'at target': the first vsync at or"
        + " after the time for which a frame was made shows it, the target of a link, the next fire"
        + " date of a timer"
    ) { cursor throws(Mistake) in
      switch try cursor.word(among: [
        ("mailbox", PresentMode.mailbox), ("fifo", .fifo(capacity: 1)), ("at", .atTarget),
      ]) {
      case .fifo:
        let capacity = try cursor.count(in: 1...1000)
        return cursor.accept("blocking")
          ? .blocking(capacity: capacity) : .fifo(capacity: capacity)
      case .atTarget:
        try cursor.expect("target")
        return .atTarget
      case let mode: return mode
      }
    }
  }
}

extension Slot<TargetCadence> {
  package static var target: Slot<TargetCadence> {
    Slot(
      "TARGET", "2 refreshes",
      "how often new content is wanted: '2 refreshes', '30 Hz' or none (default: the pace of a link;"
        + " for a timer its interval, if that is one and a half refreshes or more, else every refresh;"
        + " none on an adaptive display)"
    ) { cursor throws(Mistake) in
      if cursor.accept("none") { return .undeclared }
      let quantity = try cursor.quantity()
      if quantity.dimension == .frequency { return .rate(try quantity.refreshRate()) }
      if quantity.dimension == .time { _ = try quantity.checked(.frequency) }
      guard quantity.unit != nil else {
        throw Mistake(
          quantity.place,
          "'\(quantity.number)' has no unit. Write '\(quantity.number) refreshes' or"
            + " '\(quantity.number) Hz'.")
      }
      return .refreshes(Int(try quantity.count(in: 1...1_000_000)))
    }
  }
}

/// The instants of a panel's vsyncs, as they stand in a file.
package struct VsyncRecording {
  package static let header = "vsync_ns"

  package let instants: [Instant]

  /// Reads a table with the column `vsync_ns`, in ascending order.
  ///
  /// - Throws: The first row that is not a whole number of nanoseconds or not larger than its
  ///   predecessor, or the mistake that there are too few or too slow ones.
  package init(_ source: SourceText) throws(Mistake) {
    let start = Place(source: source, line: 1, column: 1)
    guard source.lines[0] == Self.header else {
      throw Mistake(
        start, "this is not a recording of vsyncs. Its first line must be '\(Self.header)'.")
    }
    var instants: [Instant] = []
    for (index, line) in source.lines.enumerated().dropFirst() where !line.isEmpty {
      let place = Place(source: source, line: index + 1, column: 1)
      guard let count = Int64(line), (0...Limits.nanoseconds).contains(count) else {
        throw Mistake(place, "a row is a whole number of nanoseconds, 0 to 1000 days.")
      }
      let instant = Instant(nanoseconds: count)
      if let last = instants.last, last >= instant {
        throw Mistake(place, "this vsync does not come after the one above.")
      }
      instants.append(instant)
    }
    guard let first = instants.first, let last = instants.last, instants.count >= 2,
      (.microseconds(100) ... .seconds(1)).contains(
        first.duration(to: last) / (instants.count - 1))
    else {
      throw Mistake(start, "a recording needs two vsyncs at least, at 1 Hz to 10 kHz on average.")
    }
    self.instants = instants
  }
}

extension Instant {
  /// Returns the vsyncs in a file, which scripts read as a recorded display.
  ///
  /// - Throws: What is wrong with the file.
  package static func vsyncs(path: String, bytes: [UInt8]) throws(ScriptError) -> [Instant] {
    do {
      let text = try SourceText(path: path, bytes: bytes, limit: Limits.recordingBytes)
      return try VsyncRecording(text).instants
    } catch {
      throw ScriptError([error], path: path)
    }
  }
}

/// Traces of other tools where a script names a recording.
///
/// Such a trace counts as the text of a recording: its tasks, and below them its vsyncs, if there
/// are any. So a result can keep and repeat what was read, whatever the bytes of the trace are.
package enum ForeignTrace {
  /// Returns the tasks of a text that may hold vsyncs below them.
  package static func tasks(in text: SourceText) -> SourceText {
    guard Recording.headers.contains(text.lines[0]),
      let end = text.lines.firstIndex(of: VsyncRecording.header)
    else { return text }
    return SourceText(path: text.path, lines: text.lines[..<end])
  }

  /// Returns the vsyncs of a text that may hold tasks above them.
  package static func vsyncs(in text: SourceText, place: Place) throws(Mistake) -> SourceText {
    guard Recording.headers.contains(text.lines[0]) else { return text }
    guard let begin = text.lines.firstIndex(of: VsyncRecording.header) else {
      throw Mistake(place, "'\(text.path)' holds no vsyncs. Write a rate, such as 'display 60 Hz'.")
    }
    return SourceText(path: text.path, lines: text.lines[begin...])
  }
}
