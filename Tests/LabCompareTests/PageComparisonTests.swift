import Foundation
import LabAnswer
import LabCompare
import LabStudy
import TestSupport
import Testing

@testable import LabImport

@Suite struct `Two traces of a page` {
  private func trace() throws -> ImportedTrace {
    let path = "experiments/work/recordings/plotly-pan.trace.json"
    let bytes = Array(try Data(contentsOf: Checkout.root.appending(path: path)))
    return try TraceImporter.read(ByteSource(bytes))
  }

  private func cells(_ answer: Answer, _ table: String, _ row: Int) throws -> [Table.Cell] {
    try #require(answer.namedTables.first { $0.name == table }).rows[row]
  }

  @Test func `are set side by side, and it is said that nothing is crossed`() throws {
    let before = try trace()
    var after = before
    let longest = try #require(
      before.tasks.indices.max {
        before.tasks[$0].duration < before.tasks[$1].duration
      })
    after.tasks.remove(at: longest)
    after.frames = [.presented, .late, .idle, .unknown].map {
      ImportedTrace.Frame(start: 0, end: 1, outcome: $0, tasks: 0..<0, layer: "")
    }
    let answer = PageComparison(("a.json", before), ("b.json", after)).answer(Watch())
    let sentences = answer.paragraphs.joined().compactMap { part -> String? in
      guard case .sentences(let all) = part else { return nil }
      return all.map(\.text).joined(separator: " ")
    }
    #expect(sentences[0].hasSuffix("of the time in tasks; 'a.json' tells of no frames."))
    #expect(sentences[1].hasPrefix("Not crossed: "))
    #expect(try cells(answer, "changes", 1)[1...2] == [.none, .number(2)])
    #expect(try cells(answer, "changes", 2)[1...2] == [.none, .number(1)])
    let count = Double(before.tasks.count)
    let wanted: [Table.Cell] = [.text("tasks"), .number(count), .number(count - 1), .number(-1)]
    #expect(try Array(cells(answer, "changes", 3).prefix(4)) == wanted)
    #expect(try cells(answer, "tasks", 0)[0] == .text(before.tasks[longest].name))
    after.frames += after.frames
    var both = before
    both.frames = after.frames.dropLast(4)
    let frames = PageComparison(("a.json", both), ("b.json", after)).answer(Watch())
    guard case .sentences(let first)? = frames.paragraphs.joined().first else { return }
    #expect(first[0].text == "1 of 2 (50 %) → 2 of 4 (50 %) frames late or dropped.")
  }
}
