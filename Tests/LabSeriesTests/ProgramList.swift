import Foundation
import LabKernel
import LabSeries
import TestSupport

/// A list of a real program, and what the program does.
struct ProgramList: CustomStringConvertible {
  let name: String
  let question: SeriesQuestion
  /// What may be named: what the program does, and what no list can tell from it.
  let mechanisms: [SeriesMechanism]
  let text: String

  var description: String { name }
  /// How many intervals it has.
  var length: Int { Int(name.split(separator: ".").last ?? "") ?? 0 }
  var isQuiet: Bool { name.contains(".quiet.") }

  var answer: SeriesAnswer {
    get throws {
      let reading = try SeriesReading(text, title: name, asked: question.askedMilliseconds)
      return SeriesAnswer(reading, question)
    }
  }

  /// All lists of the sample.
  static let all: [ProgramList] = {
    let file = Checkout.root.appending(path: "Tests/LabSeriesTests/Fixtures/programs.tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let cells = line.split(separator: "\t").map(String.init)
      let asked = Double(cells[1]).map { Duration.nanoseconds(Int64(($0 * 1_000_000).rounded())) }
      let display = Int64(cells[2]).map { RefreshRate($0) }
      let others = cells[4].split(separator: "|").map(String.init)
      return ProgramList(
        name: cells[0], question: SeriesQuestion(asked: asked, display: display),
        mechanisms: ([cells[3]] + others).compactMap(SeriesMechanism.init), text: cells[5])
    }
  }()
}
