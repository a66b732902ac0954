import Foundation
import LabExperiment
import LabLanguage
import TestSupport
import Testing

/// Every kind of mistake has a script `Fixtures/broken/x.lab` and its messages in `x.expected`.
@Suite struct `A broken script` {
  @Test(arguments: Fixture.names(in: "broken", with: "lab"))
  func `gets exactly the messages it deserves`(name: String) throws {
    let folder = Fixture.folder.appending(path: "broken")
    let expected = folder.appending(path: "\(name).expected")
    let messages = Fixture.messages(path: "\(name).lab") { path throws(InputFile.Problem) in
      try InputFile.read(folder.appending(path: path).path)
    } listing: {
      InputFile.names(in: "\(folder.path)/\($0)")
    }
    let recorded = try? String(contentsOf: expected, encoding: .utf8)
    if Checkout.isRecorded {
      try messages.write(to: expected, atomically: true, encoding: .utf8)
    }
    #expect(messages == recorded)
  }

  @Test func `is refused above the size limit without being looked at`() {
    let messages = Fixture.messages(path: "big.lab") { _ in
      Array(repeating: UInt8(ascii: "x"), count: 2 << 20)
    }
    #expect(messages == "big.lab: error: the file is larger than 1024 KB.\n")
  }
}
