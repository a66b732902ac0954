/// Writes tracks in Perfetto's own format.
///
/// The experiment is a track, with one for each run, and in that those of the run in their order.
/// The frames of a run belong to a process of the same name, since Perfetto's frame timeline asks
/// for one.
package struct PerfettoWriter {
  private var packets = PerfettoPackets()
  private var lastTrack = 0
  private var lastCookie = 0
  private var open: [Int64] = []

  /// Creates a writer.
  package init() {}

  /// Writes a model.
  ///
  /// - Parameters:
  ///   - model: What to write.
  ///   - write: Is given the bytes, part by part.
  /// - Throws: What `write` threw.
  /// - Complexity: O(n) for n events.
  package mutating func write<Refusal>(
    _ model: TrackModel, to write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    let root = nextTrack()
    packets.track(root, model.title, holdsTracks: true)
    for (rank, group) in model.groups.enumerated() {
      let parent = nextTrack()
      packets.track(parent, group.title, in: root, rank: rank, holdsTracks: true)
      for (rank, track) in group.tracks.enumerated() {
        try add(track, in: parent, rank: rank, model.names.all, write)
      }
      addFrames(of: group)
    }
    try drain(beyond: 0, write)
  }

  private mutating func nextTrack() -> Int {
    lastTrack += 1
    return lastTrack
  }

  private mutating func drain<Refusal>(
    beyond limit: Int, _ write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    guard packets.file.count > limit else { return }
    try write(packets.file.bytes)
    packets.file.removeAll()
  }

  private mutating func add<Refusal>(
    _ track: Track, in parent: Int, rank: Int, _ names: [String],
    _ write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    let id = nextTrack()
    var unit: String?
    if case .counter(let name) = track.kind { unit = name }
    packets.track(id, track.name, note: track.note, in: parent, rank: rank, unit: unit)
    let flows = track.flowsByEvent
    var next = 0
    for (index, event) in track.events.enumerated() {
      try drain(beyond: 1 << 20, write)
      if unit != nil {
        packets.counter(on: id, at: event.begin, event.value)
        continue
      }
      // What has ended is closed before what begins at the same time.
      while let end = open.last, end <= event.begin { close(on: id) }
      let first = next
      while next < flows.count, flows[next].event == index { next += 1 }
      let (low, high) = (Int(event.arguments.lowerBound), Int(event.arguments.upperBound))
      packets.event(
        track.kind == .slices ? .begin : .instant, on: id, at: event.begin,
        name: (Int(event.name), names[Int(event.name)]), track.arguments[low..<high],
        names: names, flows: flows[first..<next])
      if track.kind == .slices { open.append(event.end) }
    }
    while !open.isEmpty { close(on: id) }
  }

  private mutating func close(on track: Int) {
    guard let end = open.popLast() else { return }
    packets.end(on: track, at: end)
  }

  /// Adds the frames of the display, then those of the drivers, each with the one that displayed
  /// it.
  private mutating func addFrames(of group: TrackGroup) {
    guard !(group.frames.isEmpty && group.displayed.isEmpty) else { return }
    let (display, drivers) = (nextTrack(), nextTrack())
    packets.process(display, pid: display, "\(group.title), display")
    packets.process(drivers, pid: drivers, group.title)
    var tokens: [Int: Int] = [:]
    for (refresh, time) in group.displayed.sorted(by: { $0.key < $1.key }) {
      tokens[refresh] = add(expected: time, actual: time, of: display)
    }
    for frame in group.frames {
      add(
        expected: frame.expected, actual: frame.actual, frame.jank, of: drivers,
        layer: (frame.layer, frame.refresh.flatMap { tokens[$0] } ?? 0))
    }
  }

  /// Adds an expected and an actual frame, and returns their token.
  @discardableResult
  private mutating func add(
    expected: ClosedRange<Int64>, actual: ClosedRange<Int64>, _ jank: JankType? = nil,
    of process: Int, layer: (name: String, display: Int)? = nil
  ) -> Int {
    lastCookie += 2
    let token = lastCookie / 2
    packets.expected(
      .init(cookie: lastCookie - 1, token: token, process: process, layer: layer), expected)
    packets.actual(
      .init(cookie: lastCookie, token: token, process: process, layer: layer), actual,
      jank == nil ? .onTime : .dropped, jank)
    return token
  }
}
