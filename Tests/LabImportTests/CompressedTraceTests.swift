import Testing

@testable import LabImport

@Suite("A compressed trace") struct CompressedTraceTests {
  /// gzip -9 of 400 events `{"ph":"X","pid":1,"tid":1,"ts":100 i,"dur":i mod 50 + 1,…}`, unclosed.
  static let packed = """
    H4sIAAAAAAACA6Xcu4pUQRSF4Xc5cQe11qpzm8cQA8FoQEERZXA0Et/dC3j2ZNL7j0Swsp+eXvNZ9fbH8vRheVjeLLfl6eO7
    5UG35du/P5+Xh3Fb3n3/+vevXx4/v//9L199//L68fnT8vP2n6Ma/w77/sO+Duf+w7kOz/sPz+vwev/h9Tq83X94uw7v9x/e
    r8PH/YeP6/B5/+HzOqzRquQ63omsKlMjM1VnaoSmKk2N1FStqRGbqjY1clP1pkZwquLUSE7VnBrRqarzaH28XMcb1fnFZ1vn
    w62qc6M6V3VuVOeqzo3qXNW5UZ2rOjeqc1XnRnWu6tyozlVdRuvn0nW8UV2qujSqy4ufqZ0fqlVdGtWlqkujulR1aVSXqi6N
    6lLVpVFdqro0qktVN0frC811vFHdrOpmo7pZ1c1GdfPFd7nOl7mqbjaqm1XdbFQ3q7rZqG5WdbNR3azqZqO6WdWto/VNGGyH
    FY2HFa2HFc2Hle0HNCBWtCBWNCFWtCFWNiI2NiI2NiI2NiI2NiI2NiI2NiI2NiI2NiI2NiI2NiJ2NiJ2NiJ2NiJ2NiJ2NiJ2
    NiJ2NiJ2NiJ2NiJ2NiIONiIONiIONiIONiIONiIONiIONiIONiIONiIONiJONiJONiJONiJONiJONiJONiJONiJONiJONiJO
    NiL+/HIYCQSaERpoR2igIaGBloQGmhIaaEtooDGhgdaEBjQJjBJQJShLUJegMEFlgtIEtQmKE1AnBHlC0CcEgUJQKASJQtAo
    BJFCUCkEmULQKQShQlAqBKlC0CoEsUJQKwS5QtArBMFCUCwEyULQLATRQlAtBNlC0C0E4UJQLgTpQtAuxPBCTC/E+ELML8QA
    Q0wwxAhDzDDEEENQMQQZQ9AxBCFDUDIEKUMb/Q9RcHZAzRDkDEHPEAQNQdEQJA1B0xBEDUHVEGQNQdcQhA1B2RCkDUHbEMQN
    Qd0Q5A1B3xAEDkHhECQOQeMQRA5B5RBkDkHnEIQOQekQpA5B6xDEDkHtMNMOD3jjAs0OM+0w0w4z7TDTDjPtMNMOQ+0w1A5D
    7TDUDkPtMNQOQ+0w1A5D7TDUDtO7GPQyBr6NAa9j0PsY9EIGvZFBr2TQOxn0UgbUDkPtMNQOQ+0w1A5D7TDUDkPtMNQOQ+0w
    1A5D7TDUDkPtMNQOQ+0w1A5D7TDUDkPtMNQOM+0w0w4z7TDTDjPtMNMOM+0w0w4z7TDUDkPtMNQOQ+0w1A5D7TDUDkPtMNQO
    Q+0w1A5D7TDUDkPtMNQOQ+0w1A7v9CY4nB1QOwy1w1A7DLXDUDsMtcNQOwy1w1A7DLXDUDsMtcNQOwy1w1A7DLXDUDsMtcNQ
    Owy1w1A7DLUjTDvCtCMDvjCFZkeYdoRpR5h2hGlHmHYEakegdgRqR6B2BGpHoHYEakegdgRqR6B2BGpHoHYEakegdgRqR6B2
    BGpHoHYEakegdoS+QUUfoaKvUOFnqOA7VPQhKvoSFX2Kir5FRR+jgtoRqB2B2hGoHYHaEagdgdoRqB2B2hGoHYHaEaYdYdoR
    ph1h2hGmHWHaEaYdYdoRph2B2hGoHYHaEagdgdoRqB2B2hGoHYHaEagdgdoRqB2B2hGoHYHaEagdgdoRqB2B2hGoHYHaEagd
    gdoRqB2B2hGoHYHaEagdOegTuHB2QO0I1I5A7QjUjkDtCNSOQO0I1I5A7QjUjvxPO34BaNPMo0ljAAA=
    """

  /// Returns the bytes that a text in base 64 stands for.
  static func unpacked(_ text: String) -> [UInt8] {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    let values = [Character: UInt32](
      uniqueKeysWithValues: digits.enumerated().map { ($1, UInt32($0)) })
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for value in text.compactMap({ values[$0] }) {
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bytes
  }

  @Test(arguments: [nil, 1, 5, 100]) func `is unpacked, in pieces of any size`(size: Int?) throws {
    let trace = try read(Self.unpacked(Self.packed), pieces: size)
    #expect(trace.tally.found == 400)
    #expect(trace.tally.foundTime == 8 * 1275 * 1000)
    #expect(!trace.tally.isTruncated)
  }

  @Test func `may have several members, and other bytes after them`() throws {
    let text = Array(#"[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"RunTask"}"#.utf8)
    let (first, second) = (Array(text[..<20]), Array(text[20...]))
    let members =
      gzip(first, crc: Checksum.crc32(first[...])) + gzip(second, crc: Checksum.crc32(second[...]))
    #expect(try read(members).tally.found == 1)
    #expect(try read(members + [0, 0, 0]).tally.found == 1)
    let tail = try read(members + Array("tail".utf8))
    #expect(tail.tally.found == 1)
    #expect(tail.notes.contains { $0.contains("after the compressed data") })
  }

  @Test func `that is cut gives what is whole`() throws {
    let whole = Self.unpacked(Self.packed)
    let trace = try read(Array(whole.prefix(900)))
    #expect(trace.tally.isTruncated)
    #expect(1..<400 ~= trace.tally.found)
    #expect(throws: ImportFailure.self) { _ = try read(Array(whole.prefix(9))) }
  }

  @Test func `that is cut before its first task says that it ends`() throws {
    let text = Array(
      #"[{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"CrRendererMain"}},"#.utf8)
    let cut = Array(gzip(text, crc: Checksum.crc32(text[...])).dropLast(12))
    let failure = try #require(throws: ImportFailure.self) { _ = try read(cut) }
    #expect("\(failure)".contains("the file ends in the middle"), "\(failure)")
  }

  @Test func `that is damaged is refused`() {
    var bytes = Self.unpacked(Self.packed)
    bytes[bytes.count - 6] ^= 1
    #expect(throws: ImportFailure.self) { _ = try read(bytes) }
    #expect(throws: ImportFailure.self) { _ = try read(gzip(Array("[]".utf8), crc: 1)) }
  }

  @Test func `that was compressed twice is refused`() {
    let once = gzip(Array("[]".utf8), crc: Checksum.crc32(Array("[]".utf8)[...]))
    #expect {
      _ = try read(gzip(once, crc: Checksum.crc32(once[...])))
    } throws: {
      "\($0)".contains("twice")
    }
  }

  @Test func `that grows a thousandfold is refused`() throws {
    // A block of fixed codes: a byte, then copies of 258 bytes from one byte back.
    var bits: [Bool] = [false, true, false]
    func add(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
    }
    add(0x30 + 0x20, 8)
    for _ in 0..<200_000 {
      add(0b1100_0101, 8)
      add(0, 5)
    }
    var packed = bytes("1f8b08000000000000ff")
    for start in stride(from: 0, to: bits.count - 8, by: 8) {
      packed.append((0..<8).reduce(UInt8(0)) { $0 | (bits[start + $1] ? 1 << UInt8($1) : 0) })
    }
    let trace = Result { () throws(ImportFailure) in try read(packed) }
    #expect(throws: ImportFailure.self) { _ = try trace.get() }
  }
}

@Suite struct `A check value` {
  @Test func `is that of the standards`() {
    #expect(Checksum.crc32(Array("123456789".utf8)[...]) == 0xcbf4_3926)
    #expect(Checksum.crc32(Array("a".utf8)[...]) == 0xe8b7_be43)
    #expect(Checksum.adler32(Array("Wikipedia".utf8)) == 0x11e6_0398)
  }

  @Test func `of an empty stream and of one byte`() throws {
    var empty = ByteWindow([3, 0])
    var inflater = Inflater()
    #expect(try inflater.next(&empty) == [])
    #expect(!inflater.isCut)
    let stream = GzipStream(ByteWindow(bytes("1f8b08000000000000ff4b040043beb7e801000000")))
    #expect(try stream.next() == Array("a".utf8))
    #expect(try stream.next() == [])
  }

  @Test func `of zlib is checked`() throws {
    let packed = bytes("789c4b04000062 0062")
    #expect(try Zlib.inflate(packed, limit: 10) == Array("a".utf8))
    #expect(throws: Stop.self) { try Zlib.inflate(packed.dropLast() + [0], limit: 10) }
    #expect(throws: Stop.self) { try Zlib.inflate(packed, limit: 0) }
  }
}

@Suite struct `A decimal` {
  @Test(arguments: [
    ("0", 0), ("12.3454", 12345), ("12.3455", 12346), ("-1.5", -1500), ("1e3", 1_000_000),
    ("1.7E-3", 2), ("000000000000000000001", 1000), ("0.0004999999999999999999", 0),
    ("2251799813685248", 2_251_799_813_685_248_000),
  ])
  func `becomes nanoseconds`(text: String, nanoseconds: Int64) {
    #expect(Decimal(text.utf8)?.nanoseconds(3) == nanoseconds)
  }

  @Test(arguments: ["2251799813685249", "1e99", "-1e99", "1e999999999999"])
  func `beyond 2 to the 51 is none`(text: String) {
    #expect(Decimal(text.utf8)?.nanoseconds(3) == nil)
  }

  @Test(arguments: ["", "-", ".", "1.e", "1e", "0x1", "1 ", "--1", "1-"])
  func `of a wrong form is none`(text: String) {
    #expect(Decimal(text.utf8) == nil)
  }
}
