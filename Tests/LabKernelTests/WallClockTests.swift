import LabKernel
import TestSupport
import Testing

/// The clock on the wall beside that of a run, nanosecond by nanosecond.
@Suite struct `A wall clock` {
  /// What it says at each instant, counted up.
  private static func readings(_ sleeps: [Int64: Int64], until end: Int64) -> [Int64] {
    var reading: Int64 = -1
    return (0..<end).map { instant in
      reading += 1 + (sleeps[instant] ?? 0)
      return reading
    }
  }

  @Test(arguments: 0..<200)
  func `goes on in each sleep`(_ number: Int) {
    var chance = RandomStream(seed: UInt64(number), name: "wall")
    var sleeps: [Int64: Int64] = [:]
    for _ in 0..<chance.next(in: 0...4) {
      sleeps[chance.next(in: 0...40)] = chance.next(in: 1...30)
    }
    var clock = WallClock()
    for (begins, length) in sleeps {
      clock.add(WallClock.Sleep(at: Instant(nanoseconds: begins), for: .nanoseconds(length)))
    }
    let readings = Self.readings(sleeps, until: 60)
    #expect(clock.hasSleeps == !sleeps.isEmpty)
    for (instant, reading) in readings.enumerated() {
      #expect(clock.time(at: Int64(instant)) == reading)
      #expect(clock.slept(by: Int64(instant)) == reading - Int64(instant))
    }
    for time in 0...(readings.last ?? 0) {
      #expect(clock.instant(of: time) == readings.firstIndex { $0 >= time }.map(Int64.init))
    }
  }
}
