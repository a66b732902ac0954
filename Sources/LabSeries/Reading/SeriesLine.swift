/// What a line of a pasted text holds.
struct SeriesLine {
  /// Its numbers in order.
  var numbers: [SeriesNumber] = []
  /// A time of day in nanoseconds, the last one.
  var clock: SeriesNumber?
  /// The words that are neither.
  var words: [String] = []

  /// Takes a line apart at blanks, commas, semicolons and brackets.
  init(_ line: Substring) {
    let separators: Set<UInt8> = Set(" \t,;[](){}|\"'=\r".utf8)
    for part in line.utf8.split(whereSeparator: separators.contains) {
      var bytes = part
      // A colon or a point at the end of a word belongs to the sentence.
      while let last = bytes.last, last == UInt8(ascii: ":") || last == UInt8(ascii: ".") {
        bytes = bytes.dropLast()
      }
      guard !bytes.isEmpty else { continue }
      take(String(decoding: bytes, as: UTF8.self))
    }
  }

  private mutating func take(_ word: String) {
    if let number = SeriesNumber(word) {
      numbers.append(number)
    } else if let time = Self.time(word) {
      clock = time
    } else if let unit = SeriesUnit(suffix: word), let last = numbers.last, last.unit == nil {
      numbers[numbers.count - 1].unit = unit
    } else if let time = word.split(separator: "T").last.flatMap(Self.time), word.contains("T") {
      clock = time
    } else {
      words.append(word)
    }
  }

  /// Reads HH:MM:SS, perhaps with a fraction and a Z behind it, as seconds of the day.
  private static func time(_ word: some StringProtocol) -> SeriesNumber? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hours = Int64(parts[0]), let minutes = Int64(parts[1]),
      0..<48 ~= hours, 0..<60 ~= minutes
    else { return nil }
    let last = parts[2].hasSuffix("Z") ? parts[2].dropLast() : parts[2]
    let seconds = SeriesNumber(last.split(separator: "+").first ?? "")
    guard let seconds, seconds.unit == nil, seconds.digits >= 0, seconds.value < 61 else {
      return nil
    }
    let scale = Int64(SeriesNumber.power(seconds.places))
    return SeriesNumber(
      digits: (hours * 3600 + minutes * 60) * scale + seconds.digits, places: seconds.places,
      unit: .s)
  }
}
