import LabKernel
import LabSeries
import TestSupport
import Testing

/// `LAB_LISTS=1000 swift test --filter 'irregular list'` draws any number of each length; it prints
/// the table.
@Suite struct `An irregular list` {
  /// Intervals in no order: equally likely between two bounds, waits of a Poisson process, of every
  /// size, a broad bell, or short and long ones.
  private func text(_ number: Int, _ length: Int, of kind: Int) -> String {
    var stream = RandomStream(seed: UInt64(number), name: "irregular list \(kind) of \(length)")
    let scale = [1, 20, 50, 500][number % 4] * (1 + stream.nextFraction())
    let places = [1.0, 10, 1000][number / 4 % 3]
    return (0..<length).map { _ in
      let draw = stream.nextFraction()
      let interval: Double
      switch kind {
      case 0: interval = scale * (0.2 + 1.6 * draw)
      case 1: interval = scale * naturalLogarithm(1 / (1 - draw))
      case 2: interval = scale / (0.05 + draw)
      case 3: interval = scale * (draw + stream.nextFraction() + stream.nextFraction())
      default:
        interval = scale * (draw < 0.5 ? 0.01 + 0.2 * draw : 0.6 + 2 * stream.nextFraction())
      }
      return "\((interval * places).rounded() / places)"
    }.joined(separator: "\n")
  }

  /// How many of the lists of a kind are surely called ordered, and of how many.
  private func sure(_ kind: Int, _ lengths: [Int]) -> (count: Int, all: Int) {
    var (count, all) = (0, 0)
    for length in lengths {
      for number in 0..<Count("irregular list").value {
        let text = text(number, length, of: kind)
        guard let reading = try? SeriesReading(text, title: "list", unit: .ms) else { continue }
        let answer = SeriesAnswer(
          reading,
          SeriesQuestion(
            asked: number % 5 == 0 ? Duration.milliseconds(16) : nil,
            display: number % 3 == 0 ? RefreshRate(60) : nil))
        all += 1
        // That there is no order is right.
        if answer.certainty == "sure", answer.mechanism != .jitter { count += 1 }
      }
    }
    return (count, all)
  }

  @Test(arguments: 0..<5, [[5, 6, 7], [8, 9, 10], [12, 16, 20], [40, 100]])
  func `is surely called ordered once in ten times at most`(_ kind: Int, _ lengths: [Int]) {
    let (count, all) = sure(kind, lengths)
    if Count("irregular list").value > Count("irregular list").usual {
      print("kind \(kind), lengths \(lengths): \(count) of \(all)")
    }
    #expect(count * 10 <= all, "kind \(kind), lengths \(lengths): \(count) of \(all)")
  }
}
