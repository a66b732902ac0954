/// Decompresses one DEFLATE stream, piece by piece.
///
/// - Source: RFC 1951.
struct Inflater {
  private enum State {
    case header
    case stored(Int)
    case codes
    case finished
  }

  private static let window = 1 << 15
  private static let piece = 1 << 18

  private var state = State.header
  private var isLast = false
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var literals: HuffmanCode?
  private var distances: HuffmanCode?
  /// The last bytes that were written, before those of the piece in work.
  private var history: [UInt8] = []

  /// Whether the input ended within the stream.
  private(set) var isCut = false

  /// Returns the next piece of decompressed bytes; an empty one is the end of the stream.
  ///
  /// After the end, whole bytes that were looked at beyond it are given back.
  mutating func next(_ input: inout ByteWindow) throws(Stop) -> [UInt8] {
    var output = history
    output.reserveCapacity(history.count + Self.piece + 300)
    let start = history.count
    do throws(Stop) {
      try run(&input, &output, limit: start + Self.piece)
    } catch .ended {
      isCut = true
      state = .finished
      bitCount = 0
    }
    if case .finished = state { giveBack(&input) }
    history = Array(output.suffix(Self.window))
    return Array(output[start...])
  }

  private mutating func run(
    _ input: inout ByteWindow, _ output: inout [UInt8], limit: Int
  ) throws(Stop) {
    while output.count < limit {
      switch state {
      case .header: try readHeader(&input)
      case .stored(let left): try copyStored(left, &input, &output, limit: limit)
      case .codes: try decode(&input, &output, limit: limit)
      case .finished: return
      }
    }
  }

  private mutating func giveBack(_ input: inout ByteWindow) {
    input.index -= bitCount >> 3
    input.mark = nil
    bits = 0
    bitCount = 0
  }

  @inline(__always)
  private mutating func fill(_ input: inout ByteWindow) throws(Stop) {
    while bitCount <= 48 {
      // What was looked at beyond the end of the stream must stay to be given back.
      if input.index == input.bytes.count { input.mark = max(0, input.index - 8) }
      guard let byte = try input.next() else { return }
      bits |= UInt64(byte) << UInt64(bitCount)
      bitCount += 8
    }
  }

  private mutating func take(_ count: Int, _ input: inout ByteWindow) throws(Stop) -> Int {
    if bitCount < count { try fill(&input) }
    guard bitCount >= count else { throw .ended }
    defer {
      bits >>= UInt64(count)
      bitCount -= count
    }
    return Int(bits & (1 << UInt64(count) - 1))
  }

  private func broken(_ reason: String, _ input: ByteWindow) -> Stop {
    .broken("the compressed data is damaged: \(reason).", at: input.offset)
  }

  private mutating func readHeader(_ input: inout ByteWindow) throws(Stop) {
    if isLast {
      state = .finished
      return
    }
    isLast = try take(1, &input) == 1
    switch try take(2, &input) {
    case 0:
      _ = try take(bitCount & 7, &input)
      let length = try take(16, &input)
      guard try take(16, &input) == length ^ 0xffff else {
        throw broken("a stored block has a wrong length", input)
      }
      state = .stored(length)
    case 1:
      let lengths = (0..<288).map { UInt8($0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8) }
      literals = HuffmanCode(lengths: lengths)
      distances = HuffmanCode(lengths: [UInt8](repeating: 5, count: 30))
      state = .codes
    case 2: try readCodes(&input)
    default: throw broken("a block has an unknown type", input)
    }
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func readCodes(_ input: inout ByteWindow) throws(Stop) {
    let literalCount = try take(5, &input) + 257
    let distanceCount = try take(5, &input) + 1
    let lengthCount = try take(4, &input) + 4
    var lengths = [UInt8](repeating: 0, count: 19)
    for place in Self.order.prefix(lengthCount) { lengths[place] = UInt8(try take(3, &input)) }
    guard let code = HuffmanCode(lengths: lengths) else {
      throw broken("a code of lengths is impossible", input)
    }
    let count = literalCount + distanceCount
    let all = try readLengths(count, code: code, &input)
    literals = HuffmanCode(lengths: all[..<literalCount])
    distances = HuffmanCode(lengths: all[literalCount...])
    guard all[256] > 0, literals != nil, distances != nil else {
      throw broken("a code is impossible", input)
    }
    state = .codes
  }

  private mutating func readLengths(
    _ count: Int, code: HuffmanCode, _ input: inout ByteWindow
  ) throws(Stop) -> [UInt8] {
    var lengths: [UInt8] = []
    while lengths.count < count {
      let symbol = try read(code, &input)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw broken("nothing to repeat", input) }
        lengths += repeatElement(last, count: 3 + (try take(2, &input)))
      case 17: lengths += repeatElement(0, count: 3 + (try take(3, &input)))
      case 18: lengths += repeatElement(0, count: 11 + (try take(7, &input)))
      default: lengths.append(UInt8(symbol))
      }
    }
    guard lengths.count == count else { throw broken("too many code lengths", input) }
    return lengths
  }

  private mutating func read(
    _ code: HuffmanCode, _ input: inout ByteWindow
  ) throws(Stop) -> Int {
    if bitCount < 15 { try fill(&input) }
    guard let (symbol, length) = code.symbol(bits) else {
      throw bitCount < 15 ? .ended : broken("no code fits", input)
    }
    guard length <= bitCount else { throw .ended }
    bits >>= UInt64(length)
    bitCount -= length
    return symbol
  }

  private mutating func copyStored(
    _ left: Int, _ input: inout ByteWindow, _ output: inout [UInt8], limit: Int
  ) throws(Stop) {
    var left = left
    while left > 0, output.count < limit {
      output.append(UInt8(try take(8, &input)))
      left -= 1
    }
    state = left == 0 ? .header : .stored(left)
  }

  private mutating func decode(
    _ input: inout ByteWindow, _ output: inout [UInt8], limit: Int
  ) throws(Stop) {
    guard let literals, let distances else { return }
    while output.count < limit {
      let symbol = try read(literals, &input)
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      guard symbol > 256 else {
        state = .header
        return
      }
      let length = try length(symbol, &input)
      let code = try read(distances, &input)
      guard code < 30 else { throw broken("a distance is impossible", input) }
      let extra = max(0, code >> 1 - 1)
      let base = code < 4 ? code + 1 : (2 + code & 1) << extra + 1
      let distance = base + (try take(extra, &input))
      guard distance <= output.count, distance <= Self.window else {
        throw broken("a distance leads before the start", input)
      }
      let from = output.count - distance
      for offset in 0..<length { output.append(output[from + offset]) }
    }
  }

  private mutating func length(_ symbol: Int, _ input: inout ByteWindow) throws(Stop) -> Int {
    switch symbol {
    case 257..<265: return symbol - 254
    case 265..<285:
      let extra = (symbol - 261) >> 2
      return (4 + (symbol - 261) & 3) << extra + 3 + (try take(extra, &input))
    case 285: return 258
    default: throw broken("a length is impossible", input)
    }
  }
}

/// A canonical prefix code, read bit by bit from the low end.
///
/// - Source: RFC 1951, section 3.2.2.
struct HuffmanCode {
  /// Codes up to this length are found in one step.
  static let direct = 10

  /// For the next `direct` bits: symbol << 4 | length, or 0.
  private var table = [UInt16](repeating: 0, count: 1 << HuffmanCode.direct)
  private var counts = [Int](repeating: 0, count: 16)
  private var symbols: [UInt16] = []

  /// Creates the code of the symbols' lengths; nil if the lengths are no prefix code.
  init?(lengths: some Collection<UInt8>) {
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var starts = [Int](repeating: 0, count: 17)
    var codes = starts
    var left = 1
    for length in 1...15 {
      left = left << 1 - counts[length]
      guard left >= 0 else { return nil }
      starts[length + 1] = starts[length] + counts[length]
      codes[length + 1] = (codes[length] + counts[length]) << 1
    }
    symbols = [UInt16](repeating: 0, count: starts[16])
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      symbols[starts[length]] = UInt16(symbol)
      starts[length] += 1
      if length <= Self.direct { enter(symbol, code: codes[length], length: length) }
      codes[length] += 1
    }
  }

  private mutating func enter(_ symbol: Int, code: Int, length: Int) {
    var reversed = 0
    for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
    for index in stride(from: reversed, to: table.count, by: 1 << length) {
      table[index] = UInt16(symbol << 4 | length)
    }
  }

  /// Returns the symbol at the low end of the bits and its length; nil if no code fits.
  @inline(__always)
  func symbol(_ bits: UInt64) -> (symbol: Int, length: Int)? {
    let entry = Int(table[Int(bits & 0x3ff)])
    if entry != 0 { return (entry >> 4, entry & 15) }
    return slowSymbol(bits)
  }

  private func slowSymbol(_ bits: UInt64) -> (symbol: Int, length: Int)? {
    var code = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      code |= Int(bits >> UInt64(length - 1) & 1)
      let count = counts[length]
      if code - count < first { return (Int(symbols[index + code - first]), length) }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return nil
  }
}
