#if os(Linux)
  import Foundation
  import LabImport
  import LabMetrics
  import LabStudy
  import LabTrace
  import TestSupport
  import Testing

  /// A recorder on the loop of a stage: timers, display links, load delivered in five ways, fingers
  /// that scroll.
  @Suite struct `A recorder on a stage` {
    @Test(arguments: FuzzBatch.all("recorder on a stage"))
    func `tells in virtual time what the simulation does`(_ batch: FuzzBatch) throws {
      #expect(try LiveStageProcess.perform("recorded", batch) == batch.numbers.map(String.init))
    }

    @Test func `writes the same bytes in every repetition, which can be measured`() throws {
      let batch = FuzzBatch(numbers: 0..<40, seed: 3)
      let folders = try (0..<3).map { _ in try TemporaryFolder() }
      for folder in folders {
        #expect(
          try LiveStageProcess.perform("recorded", batch, into: folder.url).count
            == batch.numbers.count)
      }
      for number in batch.numbers {
        let files = try folders.map {
          try Data(contentsOf: $0.url.appending(path: "\(number).json"))
        }
        #expect(files.allSatisfy { $0 == files[0] })
        let trace = try TraceImporter.read(
          ByteSource(Array(files[0])), options: ImportOptions(least: 0))
        let run = try #require(try RecordedRun(trace))
        #expect(TraceContract.violations(of: run.trace).map(\.description) == [], "\(number)")
        #expect(RunMeasurement(run.trace).verifyConservation().map { "\($0)" } == [], "\(number)")
      }
    }
  }
#endif
