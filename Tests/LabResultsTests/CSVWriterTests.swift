import LabResults
import Testing

@Suite struct `A CSV writer` {
  private func text(_ write: (inout CSVWriter) -> Void) -> String {
    var csv = CSVWriter()
    write(&csv)
    return String(decoding: csv.bytes, as: UTF8.self)
  }

  @Test func `separates fields by commas and ends rows by line feeds`() {
    var csv = CSVWriter(header: ["run", "arm"])
    csv.field(3)
    csv.field("link")
    csv.endRow()
    csv.field(-14)
    csv.field("")
    csv.endRow()
    #expect(String(decoding: csv.bytes, as: UTF8.self) == "run,arm\n3,link\n-14,\n")
  }

  @Test(arguments: [
    ("plain text", "plain text"), ("ä ≤ ✓", "ä ≤ ✓"), ("a,b", "\"a,b\""),
    ("say \"when\"", "\"say \"\"when\"\"\""), ("two\nlines", "\"two\nlines\""),
    ("\r", "\"\r\""), ("\"", "\"\"\"\""),
  ])
  func `quotes only what must be quoted`(field: String, written: String) {
    // RFC 4180, section 2, rules 6 and 7.
    #expect(text { $0.field(field) } == written)
  }

  @Test(arguments: [
    (Int64(0), "0"), (1, "0.000001"), (16_666_667, "16.666667"), (-500_000, "-0.5"),
    (1_000_000, "1"), (-1_000_001, "-1.000001"), (120_000_000_000, "120000"),
    (.max, "9223372036854.775807"), (.min, "-9223372036854.775808"),
  ])
  func `writes nanoseconds as exact milliseconds`(nanoseconds: Int64, written: String) {
    #expect(text { $0.milliseconds(nanoseconds) } == written)
  }

  @Test func `leaves the field of what is undefined empty`() {
    let row = text {
      $0.milliseconds(nil)
      $0.field(1)
      $0.milliseconds(nil)
      $0.endRow()
    }
    #expect(row == ",1,\n")
  }

  @Test(arguments: [(Int.min, "-9223372036854775808"), (.max, "9223372036854775807")])
  func `writes every whole number`(number: Int, written: String) {
    #expect(text { $0.field(number) } == written)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-2.5, "-2.5"), (0.000001, "0.000001"), (-0.0000001, "0"),
    (33.333333333, "33.333333"), (0.9999997, "1"), (-1.9999999, "-2"),
    (0x1p63, "9223372036854775808"),
    (-0x1p70, "-1180591620717411303424"), (9007199254740991.5, "9007199254740992"),
  ])
  func `rounds a number to six decimals`(number: Double, written: String) {
    #expect(text { $0.number(number) } == written)
  }

  @Test(arguments: [
    (UInt64.min, "0,0000000000000000"), (.max, "18446744073709551615,ffffffffffffffff"),
    (0x0123_4567_89ab_cdef, "81985529216486895,0123456789abcdef"),
  ])
  func `writes seeds and hashes as texts`(number: UInt64, written: String) {
    let row = text {
      $0.digits(number)
      #expect($0.lastIsText)
      $0.hexadecimal(number)
      #expect($0.lastIsText)
    }
    #expect(row == written)
  }

  @Test func `can begin anew`() {
    let row = text {
      $0.field("old")
      $0.endRow()
      $0.removeAll()
      $0.field("new")
    }
    #expect(row == "new")
  }
}
