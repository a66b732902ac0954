import LabExperiment
import LabKernel
import LabTrace
import ResultSupport
import TestSupport
import Testing

@testable import LabResults

@Suite struct `Lists of long runs` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A run whose lists are longer than what is kept of them in memory.
  private static let long = """
    display 120 Hz
    run 20 s
    load noise poisson 60 per s takes uniform 0..9 ms as main-queue
    arm timer
      timer ball every 1/60 s phase 0.5 in default takes 0.5 ms
    arm link
      link  ball in default takes 0.5 ms
    """

  private func write(
    _ script: String, _ lists: [TraceList], to name: String
  ) throws -> [String: String] {
    let plan = try WrittenResult.plan(script)
    let request = RunRequest("test", plan, lists: lists, presentMon: nil)
    _ = try ResultWriter(request, plan, at: folder.path(name), .keep).perform(jobs: 2)
    return try folder.files(in: name)
  }

  @Test(arguments: [WrittenResult.script, long])
  func `have the same events alone and beside other lists`(
    script: String
  ) throws {
    let alone = try write(script, [.events], to: "alone")
    let all = try write(script, TraceList.allCases, to: "all")
    #expect(alone["events.csv"] == all["events.csv"])
    #expect(alone["runs.csv"] == all["runs.csv"])
    #expect(try #require(alone["events.csv"]).utf8.count > 1000)
  }

  /// More files than may be open at a time.
  @Test func `have the same bytes in files and in memory`() throws {
    let trace = try Runner(jobs: 1, detail: .everything).trace(of: WrittenResult.plan()[0])
    let name = RunName("test", try WrittenResult.plan()[0])
    let target = folder.path("rows")
    var hashes: Set<UInt64> = []
    var lists: [RowList] = []
    for index in 0..<140 {
      let file = index == 0 ? nil : SpoolFile(in: folder.path("."))
      // Both halves of every other list are written into one file by turns.
      let spools = [Spool(in: file, keeping: 64), Spool(in: file, keeping: 64)]
      EventFile.events(of: name, trace.first(10), to: spools[0])
      EventFile.events(of: name, trace.first(20), to: spools[1])
      EventFile.events(of: name, trace.first(10), to: spools[0])
      let list = try RowList(spools)
      hashes.insert(list.hash)
      lists.append(list)
    }
    #expect(hashes.count == 1)
    let bytes = lists[0].bytes
    #expect(hashes == [ContentHash.of(bytes)])
    for rows in lists {
      let file = try DiskFile(target)
      try file.truncate(to: 0)
      try rows.write(to: file)
      #expect(try file.reading.read(at: 0, count: file.count) == bytes)
      #expect(rows.count == bytes.count)
    }
  }

  @Test(arguments: [[.events], TraceList.allCases])
  func `tell how far a run is`(lists: [TraceList]) throws {
    let plan = try WrittenResult.plan(Self.long)
    let request = RunRequest("test", plan, lists: lists, presentMon: nil)
    let writer = try ResultWriter(request, plan, at: folder.path("told"), .keep)
    let told = Told()
    writer.underway = { run, now in told.note(run.index, now) }
    _ = try writer.perform(jobs: 1)
    let instants = told.instants
    #expect(!instants.isEmpty)
    for (_, times) in instants {
      #expect(times == times.sorted() && times.allSatisfy { $0 > .start && $0 < .seconds(20) })
    }
  }

  private final class Told: Sendable {
    private let state = Locked<[Int: [Instant]]>([:])

    var instants: [Int: [Instant]] { state.withLock(\.self) }

    func note(_ run: Int, _ now: Instant) {
      state.withLock { $0[run, default: []].append(now) }
    }
  }
}

extension Trace {
  /// The first so many records, with the names of all.
  fileprivate func first(_ count: Int) -> Trace {
    var trace = Trace(header: header, detail: .everything)
    for name in names { _ = trace.intern(name) }
    for mode in modes { trace.addMode(mode) }
    for record in records.prefix(count) { trace.append(record) }
    return trace
  }
}
