import LabAnswer
import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import LabStudy
import LabText
import TestSupport
import Testing

@Suite struct `A picture of a script` {
  private let subject: RunSubject

  init() throws {
    let plan = try Experiment(path: "a.lab") { _ in Array(SampleScript.block.utf8) }.plan()
    subject = RunSubject("a.lab", named: "a", plan)
  }

  private func answer(
    _ kind: PictureStudy.Kind, number: Int? = nil, on paper: PictureStudy.RenderTarget = .text,
    _ ask: (inout ChosenCase.Question) -> Void = { _ in }
  ) throws -> Answer {
    var asked = ChosenCase.Question()
    ask(&asked)
    return try PictureStudy(kind, of: subject, asked, number: number, on: paper).answer(Watch())
  }

  @Test func `is of the run and the stretch that are asked for`() throws {
    let found = try answer(.timeline) { asked in
      (asked.run, asked.from, asked.length) = (4, .milliseconds(500), .milliseconds(50))
    }
    #expect(
      found.namedTables.first?.rows == [
        [.count(4), .text("timer"), .count(500_000_000), .count(550_000_000)],
        [.count(5), .text("link"), .count(500_000_000), .count(550_000_000)],
      ])
    #expect(found.paragraphs.headings.count == 2 && found.picture == nil)
    let arm = try answer(.timeline) { $0.arms = [1] }
    #expect(arm.namedTables.first?.column("arm") == [.text("link")])
    #expect(arm.paragraphs.headings.first?.hasPrefix("chosen: ") == true)
  }

  @Test(arguments: [PictureStudy.Kind.strip, .lanes, .plot])
  func `says what it is of, and what its signs mean`(_ kind: PictureStudy.Kind) throws {
    let found = try answer(kind, on: .sheet(millimeters: nil))
    let origin = try #require(found.origin)
    #expect(origin.title == "A block" && origin.command.hasSuffix("--as \(kind.rawValue)"))
    #expect(origin.fingerprints.count == (kind == .plot ? 0 : 2))
    #expect(found.parts.contains(.terms(kind.legend)) && !kind.legend.isEmpty)
    let picture = try #require(found.picture)
    #expect(found.parts.contains(.figure(.picture(picture))))
    #expect(picture.width == (kind == .plot ? 64_000 : 96_000))
  }

  @Test func `is one of as many as there are, or is refused`() throws {
    #expect(try answer(.plot, number: 1).picture == answer(.plot).picture)
    for (kind, number) in [(PictureStudy.Kind.plot, 9), (.scene, 1), (.heat, 1)] {
      #expect(throws: UsageError.self) { try answer(kind, number: number) }
    }
  }
}
