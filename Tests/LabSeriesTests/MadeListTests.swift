import LabKernel
import LabSeries
import TestSupport
import Testing

/// `LAB_LISTS=10000 swift test --filter 'made list'` makes any number; it prints the table.
@Suite struct `A made list` {
  /// What was named of lists of a mechanism.
  private struct Row {
    var named: [String: Int] = [:]
    var (count, right, wrong) = (0, 0, 0)
    var (long, longRight) = (0, 0)
  }

  /// Right is the maker's mechanism, or one that describes the list as well; undecided is right if
  /// the maker's is among the best.
  private func isRight(_ answer: SeriesAnswer, _ maker: SeriesMechanism) -> Bool {
    for other in answer.candidates where answer.alike.contains(other.mechanism) {
      #expect(other.behind < 12, "\(other.mechanism) takes \(other.behind) bits more")
    }
    if answer.mechanism == maker || answer.alike.contains(maker) { return true }
    return answer.candidates.contains { $0.mechanism == maker && $0.behind < 3 }
  }

  @Test func `is named by the mechanism that made it`() throws {
    var rows: [SeriesMechanism: Row] = [:]
    for number in 0..<Count("made list").value {
      var stream = RandomStream(seed: UInt64(number), name: "lists")
      let maker = SeriesMechanism.allCases[number % SeriesMechanism.allCases.count]
      let scene = MadeScene(maker, noise: number / 9 % 3, from: &stream)
      let instants = try MadeList.instants(of: scene.script, scene.source)
      #expect(instants.count > scene.length, "\(number): \(scene.script)")
      let answer = try MadeList.answer(instants.prefix(scene.length + 1), scene.question)
      var row = rows[maker] ?? Row()
      row.count += 1
      row.named[answer.mechanism?.rawValue ?? "undecided", default: 0] += 1
      let right = isRight(answer, maker)
      if right { row.right += 1 } else if answer.mechanism != nil { row.wrong += 1 }
      if scene.length >= 40 {
        row.long += 1
        if right { row.longRight += 1 }
      }
      rows[maker] = row
    }
    let all = SeriesMechanism.allCases.compactMap { rows[$0] }
    let (long, right) = all.reduce((0, 0)) { ($0.0 + $1.long, $0.1 + $1.longRight) }
    #expect(right * 100 >= long * 95, "\(table(rows))")
    let wrong = all.reduce(0) { $0 + $1.wrong }
    #expect(wrong * 100 <= Count("made list").value * 3, "\(table(rows))")
    if Count("made list").value > Count("made list").usual { print(table(rows)) }
  }

  private func table(_ rows: [SeriesMechanism: Row]) -> String {
    SeriesMechanism.allCases.map { maker in
      let row = rows[maker] ?? Row()
      let named = row.named.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      return "\(maker): of \(row.count), right \(row.right), wrong \(row.wrong); from 40 on"
        + " \(row.longRight) of \(row.long) right; named \(named.joined(separator: ", "))"
    }.joined(separator: "\n")
  }
}
