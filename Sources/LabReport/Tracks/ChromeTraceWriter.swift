import LabResults
import LabText

/// Writes tracks in the Trace Event Format, which Perfetto, Firefox Profiler and speedscope open.
///
/// One event a line. Times are microseconds with three decimals, so that no nanosecond is lost. A
/// run is a process, a track a thread. A complete event stands before those within it, and an arrow
/// behind the event at which it ends.
///
/// - Source: Trace Event Format, the document of the Chromium project.
package struct ChromeTraceWriter {
  /// Bytes beyond which viewers give up: a string of JavaScript ends at 512 MiB.
  static let byteLimit = 400 << 20

  private var buffer = ByteBuffer()
  private var names: [[UInt8]] = []

  /// Writes a model.
  ///
  /// - Complexity: O(n) for n events.
  package mutating func write<Refusal>(
    _ model: TrackModel, to write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    names = model.names.all.map { Array(JSONText.quoted($0).utf8) }
    text(
      "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"tool\":\"RunLoopLab\",\"version\":"
        + "\(JSONText.quoted(RunLoopLab.version)),\"experiment\":\(JSONText.quoted(model.title))},"
        + "\"traceEvents\":[")
    var separator = "\n"
    var number = 1
    for (rank, group) in model.groups.enumerated() {
      // The main thread of a process has the number of the process.
      let process = number
      text(separator)
      metadata(process, process, "process_name", "name", JSONText.quoted(group.title))
      text(",\n")
      metadata(process, process, "process_sort_index", "sort_index", "\(rank)")
      separator = ",\n"
      for (rank, track) in group.tracks.enumerated() {
        if case .counter = track.kind {} else { describe(track, process, number, rank: rank) }
        try add(track, process, number, write)
        number += 1
      }
    }
    text("\n]}\n")
    try write(buffer.bytes)
    buffer.removeAll()
  }

  private mutating func describe(_ track: Track, _ process: Int, _ thread: Int, rank: Int) {
    text(",\n")
    metadata(process, thread, "thread_name", "name", JSONText.quoted(track.name))
    text(",\n")
    metadata(process, thread, "thread_sort_index", "sort_index", "\(rank)")
  }

  private mutating func add<Refusal>(
    _ track: Track, _ process: Int, _ thread: Int, _ write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    let line = Line(process: process, thread: thread, track: track)
    let flows = track.flowsByEvent
    var next = 0
    for (index, event) in track.events.enumerated() {
      append(event, track, line)
      while next < flows.count, flows[next].event == index {
        append(flows[next], at: event.begin, line)
        next += 1
      }
      if buffer.count > 1 << 20 {
        try write(buffer.bytes)
        buffer.removeAll()
      }
    }
  }
}

extension ChromeTraceWriter {
  /// What all events of a track have in common.
  private struct Line {
    let place: [UInt8]
    let category: [UInt8]
    let counter: (head: [UInt8], tail: [UInt8])?

    init(process: Int, thread: Int, track: Track) {
      place = Array("\"pid\":\(process),\"tid\":\(thread),\"ts\":".utf8)
      category = Array(",\"cat\":\(JSONText.quoted(track.category))".utf8)
      guard case .counter(let unit) = track.kind else {
        counter = nil
        return
      }
      counter = (
        Array(",\n{\"ph\":\"C\",\"pid\":\(process),\"ts\":".utf8),
        Array(
          ",\"name\":\(JSONText.quoted(track.name)),\"args\":{\(JSONText.quoted(unit)):".utf8)
      )
    }
  }

  private mutating func append(_ event: TrackEvent, _ track: Track, _ line: Line) {
    if let counter = line.counter {
      buffer.append(counter.head)
      microseconds(event.begin)
      buffer.append(counter.tail)
      text(decimalText(event.value) + "}}")
      return
    }
    if track.kind == .slices {
      buffer.append(Self.slice)
      buffer.append(line.place)
      microseconds(event.begin)
      buffer.append(Self.duration)
      microseconds(event.end - event.begin)
    } else {
      buffer.append(Self.instant)
      buffer.append(line.place)
      microseconds(event.begin)
    }
    buffer.append(Self.name)
    buffer.append(names[Int(event.name)])
    buffer.append(line.category)
    buffer.append(Self.values)
    for index in event.arguments {
      let argument = track.arguments[Int(index)]
      if index != event.arguments.lowerBound { buffer.append(UInt8(ascii: ",")) }
      buffer.append(names[Int(argument.name)])
      buffer.append(UInt8(ascii: ":"))
      switch argument.value {
      case .number(let number): buffer.append(number: number)
      case .text(let text): buffer.append(names[Int(text)])
      }
    }
    buffer.append(Self.end)
  }

  private mutating func append(_ flow: FlowEnd, at time: Int64, _ line: Line) {
    buffer.append(flow.isTarget ? Self.flowEnd : Self.flowBegin)
    buffer.append(line.place)
    microseconds(time)
    buffer.append(Self.name)
    buffer.append(names[Int(flow.name)])
    buffer.append(Self.flow)
    buffer.append(number: Int64(flow.id))
    buffer.append(UInt8(ascii: "}"))
  }

  private mutating func metadata(
    _ process: Int, _ thread: Int, _ name: String, _ key: String, _ value: String
  ) {
    text(
      "{\"ph\":\"M\",\"pid\":\(process),\"tid\":\(thread),\"ts\":0,\"name\":\"\(name)\","
        + "\"args\":{\"\(key)\":\(value)}}")
  }

  private mutating func microseconds(_ nanoseconds: Int64) {
    buffer.fill(24) { room, place in
      let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
      room.write(whole, at: &place)
      room.write(UInt8(ascii: "."), at: &place)
      room.write(rest, digits: 3, at: &place)
    }
  }

  private mutating func text(_ text: String) { buffer.append(Array(text.utf8)) }

  private static let slice = Array(",\n{\"ph\":\"X\",".utf8)
  private static let instant = Array(",\n{\"ph\":\"i\",\"s\":\"t\",".utf8)
  private static let flowBegin = Array(",\n{\"ph\":\"s\",".utf8)
  private static let flowEnd = Array(",\n{\"ph\":\"f\",\"bp\":\"e\",".utf8)
  private static let duration = Array(",\"dur\":".utf8)
  private static let name = Array(",\"name\":".utf8)
  private static let values = Array(",\"args\":{".utf8)
  private static let end = Array("}}".utf8)
  private static let flow = Array(",\"cat\":\"flow\",\"id\":".utf8)
}
