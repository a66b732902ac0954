package import LabText

/// A pasted list as it was read: intervals, and what was taken for granted of them.
package struct SeriesReading: Hashable, Sendable {
  /// What the numbers are.
  package enum Kind: String, Hashable, Sendable {
    /// The time from one to the next.
    case intervals
    /// Instants, each later than the one before.
    case timestamps
    /// Times of day.
    case clock
  }

  /// The intervals in milliseconds.
  package let intervals: [Double]
  /// What the numbers are.
  package let kind: Kind
  package let unit: SeriesUnit
  /// Whether the unit was guessed by their size.
  package let isUnitGuessed: Bool
  /// The step to which they are told, in milliseconds.
  package let resolution: Double
  /// The lines that were left out.
  package let mistakes: [SeriesMistake]
  /// The column of a number beside the times of day that were read; `nil` if there is none.
  package let columnBeside: Int?

  /// Whether most intervals are one number, and none is a step or two beside it, as one of several
  /// differences of instants would be.
  var isRepeated: Bool {
    let usual = median(intervals)
    return 2 * intervals.count { $0 == usual } > intervals.count
      && intervals.allSatisfy { $0 == usual || ($0 - usual).magnitude > 2.5 * resolution }
  }

  /// The fewest numbers that are read, and the most.
  static let counts = 4...10_000_000

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - text: The text: a number a line or several with blanks between them, a CSV, or lines of a
  ///     console with a time of day or one number in each.
  ///   - title: What messages call it.
  ///   - column: The column of a CSV that holds the list.
  ///   - unit: The unit of the numbers; `nil` to take the one that stands behind them, or to guess.
  ///   - asked: The interval that was asked for in milliseconds, by which the unit is guessed.
  /// - Throws: The place, what is wrong, and the remedy.
  package init(
    _ text: String, title: String, column: String? = nil, unit: SeriesUnit? = nil,
    asked: Double? = nil
  ) throws(InputError) {
    let collected = try SeriesText(text, title: title, column: column)
    guard collected.values.count >= Self.counts.lowerBound else {
      throw InputError(
        path: title,
        "\(counted(collected.values.count, "number")) in it, and four are the least that tell"
          + " anything. Paste more of them.")
    }
    (mistakes, columnBeside) = (collected.mistakes, collected.columnBeside)
    let given = try Self.unit(of: collected, title)
    let exact = try ExactSeries(collected, title)
    kind = exact.kind
    let known = unit ?? given
    // The mean, since more than half of a short list may be a burst.
    let mean = exact.intervals.reduce(0, +) / Double(exact.intervals.count)
    self.unit = known ?? SeriesUnit.guess(mean, asked: asked)
    isUnitGuessed = known == nil
    let scale = self.unit.milliseconds
    intervals = exact.intervals.map { $0 * scale }
    resolution = Self.resolution(of: intervals, least: exact.step * scale)
    let course = Course(intervals, resolution: resolution, isRounded: false, asked: asked)
    try checkIntervals(course.calm, title)
  }

  /// The longest interval that a script can hold, and the longest usual one, in milliseconds.
  private static let (longest, longestUsual) = (86_400_000_000.0, 86_400_000.0)

  /// Throws if nothing can be said of intervals: what lies outside a gap and its burst is mostly 0,
  /// or is not what anything that moves would ask for.
  private func checkIntervals(_ calm: [Double], _ title: String) throws(InputError) {
    let usual = median(calm)
    guard usual > 0 else {
      let others = calm.count < intervals.count ? "apart from its gap, " : ""
      throw InputError(
        path: title,
        others + "half of the intervals or more are 0. Paste numbers with more digits.")
    }
    guard usual >= Grid.least else {
      throw InputError(
        path: title,
        "a usual interval of \(told(usual)) is shorter than a microsecond. Name the unit: --unit ms."
      )
    }
    guard usual < Self.longestUsual else {
      throw InputError(
        path: title,
        "a usual interval of \(told(usual)) is longer than a day. Name the unit: --unit us.")
    }
    if let interval = intervals.first(where: { $0 >= Self.longest }) {
      throw InputError(
        path: title,
        "an interval of \(told(interval)) is longer than 1000 days. Leave it out, or name the unit:"
          + " --unit us.")
    }
  }

  /// An interval in the unit of the list.
  private func told(_ interval: Double) -> String {
    let number = interval / unit.milliseconds
    return "\(decimalText(min(number, 1e18), decimals: 0...3)) \(unit.rawValue)"
  }

  /// Whether the beginning of a text may be that of a list: half of its first lines hold a number
  /// or a time of day, and it is no script.
  package static func looksLikeList(_ beginning: String) -> Bool {
    let lines = beginning.split(whereSeparator: \.isNewline).prefix(40)
      .filter { !$0.hasPrefix("#") }
    let words = Set(lines.compactMap { $0.split(separator: " ").first })
    guard !words.contains("arm"), !words.contains("language"), !words.contains("title") else {
      return false
    }
    // The beginning may end within a line, and the first may be a head.
    let told = lines.count { line in
      let content = SeriesLine(line.prefix(400))
      return content.tells
    }
    return told > 0 && told * 2 >= lines.count - 1
  }

  /// The one unit that stands behind numbers.
  private static func unit(of text: SeriesText, _ title: String) throws(InputError) -> SeriesUnit? {
    var first: (unit: SeriesUnit, line: Int)?
    for value in text.values {
      guard let unit = value.number.unit else { continue }
      if let first, first.unit != unit {
        throw InputError(
          path: title, line: value.line,
          "'\(unit.rawValue)' stands behind this number and '\(first.unit.rawValue)' in line"
            + " \(first.line). Write all of them in one unit.")
      }
      first = first ?? (unit, value.line)
    }
    return first?.unit
  }

  /// The largest round step of which all intervals are multiples, up to a fiftieth of it.
  private static func resolution(of intervals: [Double], least: Double) -> Double {
    let steps = [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0001, 0.00001]
    for step in steps where step > least * 1.01 {
      let isRound = intervals.allSatisfy { interval in
        let multiple = interval / step
        return (multiple - nearest(multiple)).magnitude < 0.02
      }
      if isRound { return step }
    }
    return min(1, max(least, 0.000_001))
  }
}

/// A line of a pasted text that holds no number of the list.
package struct SeriesMistake: Hashable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// What stands there, at most forty characters.
  package let text: String

  init(line: Int, text: some StringProtocol) {
    self.line = line
    self.text = text.count > 40 ? text.prefix(39) + "…" : String(text)
  }
}

/// What a line of a pasted text holds.
struct SeriesLine {
  /// Its first number; nearly every line of a long list has no other one.
  private(set) var first: SeriesNumber?
  /// The numbers behind the first.
  private var others: [SeriesNumber] = []
  /// A time of day in nanoseconds, the last one.
  var clock: SeriesNumber?
  /// The words that are neither.
  var words: [String] = []

  /// How many numbers it holds.
  var count: Int { first == nil ? 0 : others.count + 1 }
  var last: SeriesNumber? { others.last ?? first }
  /// Its numbers in order.
  var numbers: [SeriesNumber] { first.map { [$0] + others } ?? [] }
  /// Whether it holds a number or a time.
  var tells: Bool { first != nil || clock != nil }
  /// Whether it holds numbers alone.
  var isBare: Bool { first != nil && words.isEmpty && clock == nil }

  /// Takes a line apart at blanks, commas, semicolons and brackets.
  init(_ line: some StringProtocol) { self.init(bytes: Array(line.utf8)[...]) }

  /// Takes the bytes of a line apart.
  init(bytes line: ArraySlice<UInt8>) {
    var begin = line.startIndex
    for place in line.startIndex...line.endIndex
    where place == line.endIndex
      || Self.separates(line[place]) && !Self.isPoint(line, begin, place)
    {
      var word = line[begin..<place]
      begin = place + 1
      // A colon or a point at the end of a word belongs to the sentence.
      while let last = word.last, last == UInt8(ascii: ":") || last == UInt8(ascii: ".") {
        word = word.dropLast()
      }
      guard !word.isEmpty else { continue }
      if let number = SeriesNumber(bytes: word) {
        if first == nil { first = number } else { others.append(number) }
      } else {
        take(String(decoding: word, as: UTF8.self))
      }
    }
  }

  private static func separates(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0d, 0x20, 0x22, 0x27, 0x28, 0x29, 0x2c, 0x3b, 0x3d, 0x5b, 0x5d, 0x7b, 0x7c, 0x7d:
      true
    default: false
    }
  }

  /// Whether a comma is the point of a time of day, such as 09:59:57,017.
  private static func isPoint(_ line: ArraySlice<UInt8>, _ begin: Int, _ comma: Int) -> Bool {
    line[comma] == UInt8(ascii: ",")
      && line[begin..<comma].count { $0 == UInt8(ascii: ":") } == 2
      && line[(comma + 1)...].prefix { 48...57 ~= $0 }.count == 3
  }

  private mutating func take(_ word: String) {
    if let time = Self.time(word) {
      clock = time
    } else if let unit = SeriesUnit(suffix: word), let last, last.unit == nil {
      if others.isEmpty { first?.unit = unit } else { others[others.count - 1].unit = unit }
    } else if let time = word.split(separator: "T").last.flatMap(Self.time), word.contains("T") {
      clock = time
    } else {
      words.append(word)
    }
  }

  /// Reads HH:MM:SS, perhaps with a fraction and a Z or a time zone behind it, as seconds of the
  /// day.
  private static func time(_ word: some StringProtocol) -> SeriesNumber? {
    let local = word.prefix { $0 != "+" && $0 != "-" }
    let parts = local.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hours = Int64(parts[0]), let minutes = Int64(parts[1]),
      0..<48 ~= hours, 0..<60 ~= minutes
    else { return nil }
    let last = parts[2].hasSuffix("Z") ? parts[2].dropLast() : parts[2]
    let seconds = SeriesNumber(String(last.map { $0 == "," ? "." : $0 }))
    guard let seconds, seconds.unit == nil, seconds.digits >= 0, seconds.value < 61 else {
      return nil
    }
    let scale = Int64(SeriesNumber.power(seconds.places))
    return SeriesNumber(
      digits: (hours * 3600 + minutes * 60) * scale + seconds.digits, places: seconds.places,
      unit: .s)
  }
}
