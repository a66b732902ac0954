import LabKernel
import LabLoop
import LabTrace
import LabWorkload
import Testing

@Suite struct `The arrivals of a load` {
  /// The milliseconds at which tasks arrive within 100 ms.
  private func times(
    _ arrivals: Arrivals, from begins: Int = 0, until ends: Int? = nil
  ) throws -> [Double] {
    var load = Load.work(arrivals)
    load.begins = .milliseconds(begins)
    load.ends = ends.map { .milliseconds($0) }
    return try Play(for: .milliseconds(100), loads: [load]).times(.arrived, of: "load")
  }

  @Test func `come in bursts`() throws {
    let first = Instant.milliseconds(10)
    let bursts = Arrivals.bursts(
      of: 3, every: .milliseconds(40), first: first, apart: .milliseconds(2))
    #expect(try times(bursts) == [10, 12, 14, 50, 52, 54, 90, 92, 94])
    let volleys = Arrivals.bursts(of: 2, every: .milliseconds(60), first: first, apart: .zero)
    #expect(try times(volleys) == [10, 10, 70, 70])
  }

  @Test func `leave gaps of any law`() throws {
    let law = DurationLaw.inTurn([.milliseconds(30), .milliseconds(5)])
    #expect(try times(.gaps(law)) == [30, 35, 65, 70])
    #expect(try times(.gaps(law), from: 7) == [37, 42, 72, 77])
  }

  @Test func `are a Poisson process if their gaps are exponential`() throws {
    let load = Load.work(.gaps(.exponential(mean: .milliseconds(20))))
    let count = try Play(for: .seconds(100), loads: [load]).records(.arrived, of: "load").count
    #expect(abs(count - 5000) < 284)
  }

  @Test func `begin and end when they are told`() throws {
    let instants = [5, 20, 21, 60].map { Instant.milliseconds($0) }
    #expect(try times(.at(instants), from: 20, until: 60) == [20, 21])
    let grid = Arrivals.every(.milliseconds(20), first: .milliseconds(10))
    #expect(try times(grid, until: 50) == [10, 30])
    let noise = try times(.poisson(perSecond: 1000), from: 40, until: 60)
    #expect(noise.count > 5 && noise.allSatisfy { (40..<60).contains($0) })
  }

  @Test func `of a recording are counted from where the load begins`() throws {
    let tasks = [2, 4, 9].map {
      Recording.Task(arrival: .milliseconds($0), duration: .milliseconds(1), name: "t")
    }
    let load = Load(
      name: "load", tasks: .recorded(tasks), delivery: .port, modes: [.common],
      begins: .milliseconds(50), ends: .milliseconds(58))
    let play = try Play(for: .milliseconds(100), loads: [load])
    #expect(play.times(.arrived, of: "load") == [52, 54])
  }
}
