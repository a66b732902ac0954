import LabExperiment
import LabKernel
import LabMetrics
import Testing

@testable import LabImport
@testable import LabStudy

@Suite struct `The frames of a capture` {
  private static let script = """
    display 60 Hz
    run 1 s
    load page at 300 ms takes 60 ms as main-queue
    arm link
      link ball in common takes 0.5 ms

    """

  private static func rows() throws -> [RefreshRow] {
    let plan = try Experiment(path: "a.lab") { _ in Array(script.utf8) }.plan()
    return RunMeasurement(try Runner(jobs: 1).trace(of: plan[0])).refreshRows(of: "ball")
  }

  /// The frames of a display whose pipeline is some vsyncs deep, and that shows what is simulated.
  private static func frames(_ rows: [RefreshRow], depth: Int) -> [ImportedTrace.Frame] {
    rows.dropLast(depth).enumerated().map { index, row in
      // A start is noted a little after its vsync.
      let start = row.vsync.nanoseconds + 1_000_000
      return ImportedTrace.Frame(
        start: start, end: start + 1, outcome: rows[index + depth].isNew ? .presented : .dropped,
        tasks: 0..<0, layer: "")
    }
  }

  @Test(arguments: 0...4)
  func `that are as predicted all agree, however deep the pipeline`(depth: Int) throws {
    let rows = try Self.rows()
    let result = try #require(CaptureAgreement(Self.frames(rows, depth: depth), rows))
    #expect(result.depth == depth && result.first == nil)
    #expect(result.agreeing == result.compared && result.compared > 40)
    #expect(result.inTime == result.predicted && result.inTime == result.compared - 3)
  }

  @Test func `that are not name the first`() throws {
    let rows = try Self.rows()
    var frames = Self.frames(rows, depth: 2)
    frames[30].outcome = .late
    frames[41].outcome = .dropped
    frames[42].outcome = .idle
    frames[43].outcome = .unknown
    let result = try #require(CaptureAgreement(frames, rows))
    let all = Self.frames(rows, depth: 2).indices.count { rows[$0 + 2].isMeasured }
    #expect(result.compared == all - 2 && result.agreeing == all - 4 && result.depth == 2)
    #expect(result.first?.vsync == rows[30].vsync && result.first?.wasInTime == false)
  }

  @Test func `are not compared without any`() throws {
    #expect(CaptureAgreement([], try Self.rows()) == nil)
  }
}
