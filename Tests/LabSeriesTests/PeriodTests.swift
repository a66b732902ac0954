import LabKernel
import LabSeries
import TestSupport
import Testing

/// `LAB_LISTS=1000 swift test --filter 'estimated period'` tries any number.
@Suite struct `An estimated period` {
  /// A display of 60 or 120 Hz with an error of up to 100 ppm, each of whose vsyncs is late by up
  /// to a jitter from 0 to 1 ms.
  private func vsyncs(_ number: Int) -> (period: Double, times: [Int64]) {
    var stream = RandomStream(seed: UInt64(number), name: "vsyncs")
    let rate = number % 2 == 0 ? 60.0 : 120
    let period = 1e9 / rate * (1 + (2 * stream.nextFraction() - 1) * 1e-4)
    let jitter = number % 5 == 0 ? 0 : 1e6 * stream.nextFraction()
    let count = 20 + Int(stream.next(in: 0...400))
    let start = 1e9 * stream.nextFraction()
    let times = (0..<count).map { index in
      Int64((start + Double(index) * period + jitter * stream.nextFraction()).rounded(.down))
    }
    return (period / 1e6, times)
  }

  @Test func `holds the truth in 95 of 100 lists`() throws {
    var (held, found, width) = (0, 0, 0.0)
    for number in 0..<Count("estimated period").value {
      let (period, times) = vsyncs(number)
      let text = times.map { "\($0)" }.joined(separator: "\n")
      let reading = try SeriesReading(text, title: "vsyncs", unit: .ns)
      #expect(reading.kind == .timestamps)
      let answer = SeriesAnswer(reading)
      guard let error = answer.value(.periodErrorMs), let told = answer.value(.periodMs) else {
        continue
      }
      found += 1
      width += error
      if abs(told - period) <= error { held += 1 }
    }
    let share = 100 * Double(held) / Double(Count("estimated period").value)
    if Count("estimated period").value > Count("estimated period").usual {
      print("held \(held) of \(Count("estimated period").value), found \(found)")
    }
    #expect(found == Count("estimated period").value)
    // Of 200 lists 95 % are 190 with a standard deviation of three.
    #expect(
      (Count("estimated period").value < 1000 ? 90.0...99.5 : 93...97).contains(share), "\(share) %"
    )
  }
}
