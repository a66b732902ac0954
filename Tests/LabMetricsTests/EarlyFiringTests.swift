import LabKernel
import LabMetrics
import Testing

/// On a machine, and in a recording, a callback may begin before its date.
@Suite struct `A callback before its date` {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `leaves every refresh empty, single or double`(seed: UInt64) throws {
    var chance = RandomStream(seed: seed, name: "early")
    var line = Timeline()
    let count = Int64(8)
    line.timer("ball", every: 7)
    line.vsyncs(every: 10, count: count)
    var (began, all) = (Int64(-1), [Int64]())
    let first = chance.next(in: 1...6)
    for step in first..<first + 6 {
      let date = 7 * step
      began = max(began + 1, date + chance.next(in: -12...6))
      line.fire("ball", due: date, at: began, next: date + 7)
      all.append(began)
    }
    let run = line.measure(end: 10 * count + 5)
    let firings = try #require(run[driver: "ball"]?.frames?.firings)
    let calls = (0..<count).map { refresh in all.count { $0 / 10 == refresh } }
    let due = Int(7 * first / 10)
    #expect(firings.doubleFires == calls.count { $0 > 1 })
    #expect(firings.empty == calls.dropFirst(due).count { $0 == 0 })
    #expect(firings.refreshes == calls.count { $0 > 0 } + firings.empty)
  }
}
