import LabKernel
import LabPictures
import Testing

@testable import LabReport

@Suite struct `The signs of a bar of phases` {
  /// Parts of some nanoseconds among wide ones, which no sign is about.
  @Test func `are the counts that most of their values have, with the best below`() {
    var stream = RandomStream(seed: 1, name: "signs")
    for _ in 0..<200 {
      var (parts, from): ([PhaseBars.Part], Int64) = ([], 0)
      for number in 0..<Int(stream.next(in: 2...12)) {
        let width = number % 2 == 0 ? stream.next(in: 1...9) : stream.next(in: 1_000...40_000)
        let count = number % 2 == 0 ? 99 : Int(stream.next(in: 0...9))
        parts.append(PhaseBars.Part(from..<from + width, count: count))
        from += width
      }
      let best = parts[1].values
      let bar = PhaseBars.Bar(title: "a", parts: parts, best: best)
      let lines = bar.signs(over: 0..<from, width: 40).split(separator: "\n")
      let signs = Array(lines[0])
      #expect(signs.count == 40 && !signs.contains("?"))
      let most = parts.filter { $0.count < 99 }.map { $0.count }.max() ?? 0
      for (cell, sign) in signs.enumerated() {
        let middle = (Int64(2 * cell + 1) * from) / 80
        guard let part = parts.first(where: { $0.values.contains(middle) }),
          part.values.count > from / 20, part.values.contains(middle - from / 80),
          part.values.contains(middle + from / 80)
        else { continue }
        #expect((sign == ".") == (part.count == 0))
        #expect(sign != "#" || part.count == most)
        let isMarked = lines.count > 1 && lines[1].count > cell && Array(lines[1])[cell] == "^"
        #expect(isMarked == (part.values == best))
      }
    }
  }
}
