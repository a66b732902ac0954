import LabImport

/// Reads a text, in pieces of some bytes if wanted.
func read(
  _ text: String, options: ImportOptions = ImportOptions(least: 0), pieces: Int? = nil
) throws(ImportFailure) -> ImportedTrace {
  try read(Array(text.utf8), options: options, pieces: pieces)
}

/// Reads bytes, in pieces of some bytes if wanted.
func read(
  _ bytes: [UInt8], options: ImportOptions = ImportOptions(least: 0), pieces: Int? = nil
) throws(ImportFailure) -> ImportedTrace {
  guard let pieces else { return try TraceImporter.read(ByteSource(bytes), options: options) }
  var rest = bytes[...]
  let source = ByteSource {
    defer { rest = rest.dropFirst(pieces) }
    return Array(rest.prefix(pieces))
  }
  return try TraceImporter.read(source, options: options)
}

/// Returns the failure of reading a text, in words.
func failure(_ text: String, options: ImportOptions = ImportOptions(least: 0)) -> String {
  do throws(ImportFailure) {
    _ = try read(text, options: options)
    return "none"
  } catch {
    return "\(error)"
  }
}

extension ImportedTrace {
  /// The tasks as `name start+duration` in nanoseconds.
  var drawn: [String] { tasks.map { "\($0.name) \($0.start)+\($0.duration)" } }
}

/// Returns bytes as gzip holds them uncompressed.
func gzip(_ bytes: [UInt8], crc: UInt32) -> [UInt8] {
  var packed: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]
  var rest = bytes[...]
  repeat {
    let block = rest.prefix(0xffff)
    rest = rest.dropFirst(block.count)
    let (low, high) = (UInt8(block.count & 0xff), UInt8(block.count >> 8))
    packed += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
  } while !rest.isEmpty
  for word in [crc, UInt32(bytes.count)] {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      packed.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }
  return packed
}

/// Returns the bytes that hexadecimal digits stand for.
func bytes(_ hexadecimal: String) -> [UInt8] {
  let digits = hexadecimal.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map {
    UInt8(digits[$0] << 4 | digits[$0 + 1])
  }
}
