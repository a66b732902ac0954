import Foundation
import LabKernel
import LabResults
import ResultSupport
import TestSupport
import Testing

@testable import LabCompare

@Suite struct `The journal of a ranking` {
  private static let request = Array("these recordings".utf8)

  private static let parts = [FleetPart.Pass.singles, .pairs].flatMap { pass in
    (0..<4).map { number in
      FleetPart(
        pass: pass, recording: "r\(number).json", leftOut: number == 2 ? "it has no vsyncs" : nil,
        isWrong: number == 2,
        dropped: 10 * number,
        savings: [.init(change: "in common", saved: number, isRepair: true, kind: "ball mode")])
    }
  }

  /// Goes through all parts as a study does; returns how many were known.
  @discardableResult
  private static func study(_ folder: ResultFolder) throws -> Int {
    let journal = try FleetJournal(folder.journal())
    var known = 0
    for part in parts {
      if let found = try journal.recall(part.pass, part.recording) {
        #expect(found == part)
        known += 1
      } else {
        try journal.keep(part)
      }
    }
    folder.keepsRuns = true
    return known
  }

  @Test(arguments: FuzzBatch.all("journal of a ranking"))
  func `is resumed wherever it is cut off or damaged`(batch: FuzzBatch) throws {
    let temporary = try TemporaryFolder()
    let path = temporary.path("fleet.whatif")
    try Self.study(ResultFolder(path, .keep, request: Self.request))
    let file = temporary.url.appending(path: ".fleet.whatif.partial/runs.journal")
    let whole = try Data(contentsOf: file)
    for number in batch.numbers {
      var stream = RandomStream(seed: batch.seed &+ UInt64(number), name: "torn")
      var torn = whole
      let place = Int(stream.next() % UInt64(whole.count))
      // Every third within the first record.
      let cut = number % 3 == 0 ? place % 200 : place
      if number % 2 == 0 {
        torn = torn.prefix(cut)
      } else {
        torn[cut] ^= UInt8(1 + stream.next() % 255)
      }
      try torn.write(to: file)
      let known = try Self.study(ResultFolder(path, .resume, request: Self.request))
      #expect(known < Self.parts.count, "\(number)")
      #expect(try Data(contentsOf: file) == whole, "\(number)")
      let again = try Self.study(ResultFolder(path, .resume, request: Self.request))
      #expect(again == Self.parts.count)
    }
  }

  @Test func `is not of other recordings`() throws {
    let path = try TemporaryFolder().path("fleet.whatif")
    try Self.study(ResultFolder(path, .keep, request: Self.request))
    for policy in [ResultFolder.Policy.keep, .resume] {
      #expect(throws: WriteError.unfinishedOther(path: path)) {
        try ResultFolder(path, policy, request: Array("others".utf8))
      }
    }
  }

  @Test func `has no name of a recording that is a formula`() {
    let row = FleetStudy.Row(recording: "=cmd.json", change: "-a link", dropped: 1, saved: -1)
    #expect(String(decoding: row.line, as: UTF8.self) == "'=cmd.json,'-a link,1,-1\n")
  }
}
