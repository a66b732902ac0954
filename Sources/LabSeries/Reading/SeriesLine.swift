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
  /// Its last number.
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
    where place == line.endIndex || Self.separates(line[place]) {
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
