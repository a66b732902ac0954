/// Bytes as text in a page, from which its script takes them: seven bits a character, which needs
/// an eighth less room than base64.
///
/// Of the characters below 128 those stay away that a browser reads as others, or that end the text
/// there or in a script, where it stands in backticks; what is 128 above has the same seven bits.
enum SevenBits {
  private static let strangers: Set<UInt8> = Set("\0\r<$\\`".utf8)

  /// Returns bytes as text.
  static func text(of bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var (bits, count) = (UInt32(0), 0)
    func add(_ sign: UInt8) {
      text.append(Unicode.Scalar(strangers.contains(sign) ? sign + 128 : sign))
    }
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 7 {
        count -= 7
        add(UInt8(bits >> count & 127))
      }
    }
    if count > 0 { add(UInt8(bits << (7 - count) & 127)) }
    return String(text)
  }
}
