/// The script and the style of pages: the files in the folder `Browser`, without comments and
/// indentation.
enum PageAssets {
  /// The script of the page of a result.
  static let script = text(of: "page.js")

  /// The script of the page in which the lab runs: that of the page of a result, and more.
  ///
  /// It runs where it stands, with names of its own.
  static let play =
    "(() => {\n\"use strict\";\n" + script + "\n" + text(of: "play.js") + "\n})();"

  /// What the worker of that page runs.
  static let worker = text(of: "worker.js")

  /// The script of a page that leads to others.
  static let index = text(of: "index.js")

  static let style = text(of: "page.css")

  /// What the page in which the lab runs has besides.
  static let playStyle = text(of: "play.css")

  /// Returns the lines of a text but those that are empty or comments, without indentation.
  private static func text(of name: String) -> String {
    PackageText.named(name).split(separator: "\n").compactMap { line in
      let code = line.drop { $0 == " " }
      return code.isEmpty || code.hasPrefix("//") || code.hasPrefix("/*") ? nil : code
    }.joined(separator: "\n")
  }
}

/// The hash by which the policy of a page names a script or a style: SHA-256 in base 64.
///
/// - Source: FIPS 180-4, section 6.2.
struct PolicyHash: CustomStringConvertible {
  let description: String

  init(of text: String) {
    var bytes = Array(text.utf8)
    let bits = UInt64(bytes.count) * 8
    bytes.append(0x80)
    while bytes.count % 64 != 56 { bytes.append(0) }
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    var state = Self.start
    for block in stride(from: 0, to: bytes.count, by: 64) {
      Self.stir(&state, Self.words(of: bytes, from: block))
    }
    description = "sha256-" + Self.base64(of: state)
  }

  /// The fractions of the square roots of the first primes.
  private static let start: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]

  /// The fractions of the cube roots of the first primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// Returns the words that a block of 64 bytes becomes.
  private static func words(of bytes: [UInt8], from block: Int) -> [UInt32] {
    var words: [UInt32] = []
    for index in stride(from: block, to: block + 64, by: 4) {
      let high = UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16
      words.append(high | UInt32(bytes[index + 2]) << 8 | UInt32(bytes[index + 3]))
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = rotated(early, by: 7) ^ rotated(early, by: 18) ^ early >> 3
      let second = rotated(late, by: 17) ^ rotated(late, by: 19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    return words
  }

  private static func stir(_ state: inout [UInt32], _ words: [UInt32]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let ends = rotated(e, by: 6) ^ rotated(e, by: 11) ^ rotated(e, by: 25)
      let first = h &+ ends &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
      let starts = rotated(a, by: 2) ^ rotated(a, by: 13) ^ rotated(a, by: 22)
      let second = starts &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  /// Returns 32 bytes in base 64: 43 characters and a sign that two bits were added.
  private static func base64(of words: [UInt32]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for place in stride(from: 0, to: 258, by: 6) {
      var digit = 0
      for bit in place..<place + 6 {
        let isSet = bit < 256 && words[bit / 32] >> UInt32(31 - bit % 32) & 1 == 1
        digit = digit << 1 | (isSet ? 1 : 0)
      }
      text.append(digits[digit])
    }
    return String(decoding: text, as: UTF8.self) + "="
  }
}
