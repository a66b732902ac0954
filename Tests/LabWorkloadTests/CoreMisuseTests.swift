import Foundation
import TestSupport
import Testing

@Suite struct `A misuse of the core` {
  @Test(arguments: CoreMisuse.all.indices)
  func `ends the process with a sentence, in release builds too`(number: Int) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [number] in
      CoreMisuse.all[number].commit()
    }
    let words = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(words.contains(CoreMisuse.all[number].sentence), "\(words)")
  }

  /// Every sentence in the sources, without what is put into it, is in the table.
  @Test(arguments: [
    "LabKernel", "LabTrace", "LabLoop", "LabDisplay", "LabMotion", "LabWorkload",
  ])
  func `is in the table, and has a sentence`(module: String) throws {
    let folder = Checkout.root.appending(path: "Sources/\(module)")
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where file.hasSuffix(".swift") && !file.hasSuffix("Misuse.swift") {
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      #expect(!source.contains(/\bprecondition\(/), "\(file): a release build drops the sentence")
      for call in source.matches(of: /\b(?:require|misuse)\([^"]*"((?:\\\([^()]*\)|[^"])*)"/) {
        let pieces = call.1.split(separator: /\\\([^()]*\)/)
        let longest = try #require(pieces.max { $0.count < $1.count })
          .trimmingCharacters(in: .whitespaces)
        let isListed = CoreMisuse.all.contains { $0.sentence.contains(longest) }
        #expect(isListed, "\(file): ‘\(longest)’")
      }
    }
  }
}
