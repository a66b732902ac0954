/// A pasted list that is drawn at random: its numbers, how they are written, and what is asked.
package struct DrawnList: Sendable {
  /// The list as it is pasted.
  package private(set) var text = ""
  /// The options that `why` is given for it, with their values.
  package private(set) var options: [(name: String, value: String)] = []

  private var state: UInt64

  /// Draws the list of a number under a seed.
  package init(_ number: Int, seed: UInt64) {
    state = UInt64(number + 1) &* 0x9e37_79b9_7f4a_7c15 ^ seed &* 0xd134_2543_de82_ef95 | 1
    for _ in 0..<4 { _ = draw(2) }
    let base = scale()
    let intervals = intervals(about: base)
    text = written(draw(3) == 0 ? instants(intervals) : intervals)
    drawOptions(about: base)
  }

  /// The value of an option.
  package subscript(name: String) -> String? { options.first { $0.name == name }?.value }

  /// A number below a limit.
  private mutating func draw(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state >> 11) % UInt64(limit))
  }

  private mutating func fraction() -> Double { Double(draw(1 << 30)) / Double(1 << 30) }

  private mutating func one<Value>(of values: [Value]) -> Value { values[draw(values.count)] }

  /// The usual interval: mostly of a display or a timer, else of any size.
  private mutating func scale() -> Double {
    if draw(3) > 0 { return one(of: [4, 8, 10, 16, 16.667, 20, 25, 33.3, 50, 100, 1000]) }
    let power = draw(22) - 5
    let size = (0..<abs(power)).reduce(1.0) { size, _ in power < 0 ? size / 10 : size * 10 }
    return (1 + 9 * fraction()) * size
  }

  /// Numbers about a base, in one of the ways in which lists come about, and in some that none
  /// does.
  private mutating func intervals(about base: Double) -> [Double] {
    let count = draw(12) == 0 ? draw(400) : draw(30)
    let kind = draw(10)
    let spread = base * one(of: [0, 0.0001, 0.01, 0.1, 0.5])
    var late = 0.0
    var all = (0..<count).map { place in
      switch kind {
      case 0: return base
      case 1:
        let before = late
        late = spread * fraction()
        return base + late - before
      case 2: return base + spread * fraction()
      case 3: return 2 * base * fraction()
      case 4: return base * Double(draw(4))
      case 5: return place % 3 == 0 ? base : 0
      case 6: return base * Double(1 + (place * 2 / 3 - (place - 1) * 2 / 3))
      case 7: return base * Double(count - place)
      case 8: return one(of: [0, base, base / 1e6, base * 1e6, 1e-9, 1, 99_273_965_006_962_032])
      default: return Double(draw(10) == 0 ? draw(1 << 40) : draw(1000))
      }
    }
    if draw(3) == 0, !all.isEmpty {
      let place = draw(all.count)
      all[place] = base * one(of: [3, 10, 1000, 1e9])
      let burst = min(draw(4) == 0 ? count : draw(8), all.count - place - 1)
      for index in 0..<burst { all[place + 1 + index] = one(of: [0, 0, base / 100]) }
    }
    if draw(12) == 0, !all.isEmpty { all[draw(all.count)] = one(of: [0, -base, 1e17, 1e-9]) }
    return all
  }

  private mutating func instants(_ intervals: [Double]) -> [Double] {
    var time = one(of: [0, 1000, 1.7e12])
    return [time]
      + intervals.map { interval in
        time += interval
        return time
      }
  }

  /// The numbers as a console, a table, an array or a person writes them.
  private mutating func written(_ numbers: [Double]) -> String {
    let places = draw(7)
    let unit = draw(6) == 0 ? one(of: [" ms", "ms", "s", "us", " ns", "µs"]) : ""
    let odd =
      draw(15) == 0 ? one(of: ["NaN", "-", "1e400", "12:00:00.5", "16,7", "\u{0}", "5s"]) : nil
    var texts = numbers.map { Self.decimal($0, places) + unit }
    if draw(15) == 0 { texts = numbers.map { "\($0)" } }
    if let odd, !texts.isEmpty { texts[draw(texts.count)] = odd }
    switch draw(12) {
    case 0: return "[\(texts.joined(separator: ","))]"
    case 1: return texts.joined(separator: ", ")
    case 2: return texts.joined(separator: " ")
    case 3: return texts.joined(separator: "\t") + "\r\n"
    case 4: return texts.joined(separator: "\r\n")
    case 5: return "delta\n" + texts.joined(separator: "\n")
    case 6: return "n,delta\n" + texts.enumerated().map { "\($0),\($1)" }.joined(separator: "\n")
    case 7: return texts.map { "app.js:12 tick \($0)" }.joined(separator: "\n")
    case 8: return texts.joined(separator: ";")
    default: return texts.joined(separator: "\n")
    }
  }

  /// A number with so many places, without the locale.
  private static func decimal(_ number: Double, _ places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let whole = (number.magnitude * scale).rounded()
    guard whole < 9e17 else { return "\(Int64(max(-9e18, min(9e18, number))))" }
    let digits = String(Int64(whole))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = number < 0 ? "-" : ""
    return sign + padded.dropLast(places) + (places > 0 ? "." + padded.suffix(places) : "")
  }

  private mutating func drawOptions(about base: Double) {
    if draw(2) == 0 {
      let near = Self.decimal(base * one(of: [1, 1, 0.9, 0.5, 1.0001]), 6) + " ms"
      let edges = ["0 ms", "1 ns", "1 us", "1 s", "86400 s", "86401 s", "0.0000001 ns", "16ms"]
      options.append(("--every", draw(3) == 0 ? one(of: edges) : near))
    }
    if draw(4) == 0 { options.append(("--unit", one(of: ["ns", "us", "ms", "s"]))) }
    if draw(4) == 0 {
      options.append(("--display", one(of: ["60Hz", "120", "1", "1000 Hz", "59.94"])))
    }
    if draw(12) == 0 || text.hasPrefix("n,delta") {
      options.append(("--column", one(of: ["delta", "2", "1", "0", "-9223372036854775808"])))
    }
  }
}
