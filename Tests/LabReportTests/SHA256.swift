import Foundation

/// The hash by which a page's security policy names a script: SHA-256 in base 64.
///
/// - Source: FIPS 180-4, section 6.2.
func sha256(_ text: String) -> String {
  let primes = (2..<312).filter { n in (2..<n).allSatisfy { n % $0 != 0 } }
  func fraction(_ root: Double) -> UInt32 { UInt32((root - root.rounded(.down)) * 0x1p32) }
  let constants = primes.prefix(64).map { fraction(cbrt(Double($0))) }
  var hash = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
  var bytes = Array(text.utf8) + [0x80]
  while bytes.count % 64 != 56 { bytes.append(0) }
  let bits = UInt64(text.utf8.count) * 8
  bytes += (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
  func rotate(_ word: UInt32, _ by: UInt32) -> UInt32 { word >> by | word << (32 - by) }
  for block in stride(from: 0, to: bytes.count, by: 64) {
    var words = (0..<16).map { word in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[block + 4 * word + $1]) }
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let first = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3
      let second = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var state = hash
    for index in 0..<64 {
      let (a, e) = (state[0], state[4])
      let choice = e & state[5] ^ ~e & state[6]
      let sum = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let first = state[7] &+ sum &+ choice &+ constants[index] &+ words[index]
      let most = a & state[1] ^ a & state[2] ^ state[1] & state[2]
      let second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ most
      state = [first &+ second] + state[0..<3] + [state[3] &+ first] + state[4..<7]
    }
    hash = zip(hash, state).map { $0 &+ $1 }
  }
  let digest = hash.flatMap { word in
    (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
  }
  return "sha256-" + Data(digest).base64EncodedString()
}
