import Testing

@testable import LabReport

/// Packets that Perfetto 52 read without an error, with these slices, flows, counters and frames.
@Suite struct `A packet of Perfetto` {
  private static let names = ["timer ball", "commit", "new", "updates"]

  private static func bytes(_ write: (inout PerfettoPackets) -> Void) -> String {
    var packets = PerfettoPackets()
    write(&packets)
    return packets.file.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func describe(_ packets: inout PerfettoPackets) {
    packets.track(1, "lab", holdsTracks: true)
    packets.track(2, "thread", in: 1, rank: 0)
    packets.track(3, "screen", in: 1, rank: 1)
    packets.track(4, "place", in: 1, rank: 2, unit: "pt")
  }

  private static func record(_ packets: inout PerfettoPackets) {
    func flow(isTarget: Bool) -> ArraySlice<FlowEnd> {
      [FlowEnd(id: 7, name: 0, event: 0, isTarget: isTarget)]
    }
    packets.event(.begin, on: 2, at: 1000, name: (0, names[0]), flows: flow(isTarget: false))
    packets.end(on: 2, at: 1500)
    packets.event(
      .instant, on: 2, at: 1500, name: (1, names[1]), [TrackArgument(name: 3, value: .number(1))],
      names: names)
    packets.event(.begin, on: 3, at: 2000, name: (2, names[2]), flows: flow(isTarget: true))
    packets.counter(on: 4, at: 2000, 192.5)
    packets.end(on: 3, at: 3000)
  }

  @Test func `describes a track`() {
    #expect(
      Self.bytes(Self.describe)
        == "0a10e20309080112036c6162580368015001" + "0a13e2030e08022801120674687265616460005001"
        + "0a13e2030e08032801120673637265656e60015001"
        + "0a18e20313080428011205706c61636542043202707460025001")
  }

  @Test func `is an event, with names when they are new`() {
    #expect(
      Self.bytes(Self.record)
        == "0a2b40e8075a10480158025001f902070000000000000068026210120e0801120a74696d65722062616c6c5001"
        + "0a0d40dc0b5a044802580268025001"
        + "0a3040dc0b5a0c48035802500222040801200168026219120a08021206636f6d6d69741a0b08011207757064617465735001"
        + "0a2440d00f5a1048015803500381030700000000000000680262091207080312036e65775001"
        + "0a1540d00f5a0e48045804e10200000000001068405001" + "0a0d40b8175a044802580368025001")
  }

  @Test func `is the begin or the end of a frame`() {
    let text = Self.bytes { packets in
      packets.expected(.init(cookie: 1, token: 5, process: 9, layer: ("ball", 5)), 1000...2000)
      packets.actual(
        .init(cookie: 2, token: 5, process: 9, layer: ("ball", 5)), 1000...3000, .late,
        .appDeadlineMissed)
    }
    #expect(
      text
        == "0a1840e807e204101a0e08011005180520092a0462616c6c5001" + "0a0c40d00fe204042a0208015001"
        + "0a2040e807e20418221608021005180520092a0462616c6c30023800484050015001"
        + "0a0c40b817e204042a0208025001")
  }

  @Test func `has the token of the display's frame, 0 if it was dropped`() {
    let text = Self.bytes { packets in
      packets.actual(
        .init(cookie: 2, token: 5, process: 9, layer: ("ball", 0)), 1000...3000, .dropped,
        .appDeadlineMissed)
    }
    #expect(
      text == "0a2040e807e20418221608021005180020092a0462616c6c30043800484050015001"
        + "0a0c40b817e204042a0208025001")
  }

  /// The fields of the display's frames, by the numbers of `frame_timeline_event.proto`.
  @Test func `is a frame of the display`() {
    let text = Self.bytes { packets in
      packets.actual(
        .init(cookie: 2, token: 5, process: 9, layer: nil), 1000...3000, .onTime, nil)
    }
    #expect(
      text == "0a1840e807e20410120e08021005180920012801380140015001"
        + "0a0c40b817e204042a0208025001")
  }

  @Test(arguments: [
    (0, "0800"), (127, "087f"), (128, "088001"), (300, "08ac02"),
    (-1, "08ffffffffffffffffff01"), (Int64.min, "0880808080808080808001"),
  ])
  func `spells numbers as varints`(number: Int64, bytes: String) {
    var message = ProtobufBuffer()
    message.number(1, number)
    let text = message.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(text == bytes)
  }
}
