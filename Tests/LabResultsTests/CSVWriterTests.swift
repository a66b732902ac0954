import Foundation
import LabKernel
import ResultSupport
import TestSupport
import Testing

@testable import LabResults

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
    ("a\r", "\"a\r\""), ("\"", "\"\"\"\""),
  ])
  func `quotes only what must be quoted`(field: String, written: String) {
    // RFC 4180, section 2, rules 6 and 7.
    #expect(text { $0.field(field) } == written)
  }

  @Test(arguments: [
    ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"), ("+1+1", "'+1+1"), ("-2+3", "'-2+3"),
    ("@SUM(1)", "'@SUM(1)"), ("\t=1", "'\t=1"), ("-", "'-"), ("-a link", "'-a link"),
    ("'=1", "''=1"), ("-5 ms", "-5 ms"), ("-0.25", "-0.25"), ("-1.5e-10", "-1.5e-10"),
    ("'a'", "'a'"),
  ])
  func `writes no formula`(field: String, written: String) {
    #expect(text { $0.field(field) } == written)
  }

  /// What a spreadsheet takes for a formula: no reader of numbers takes it for one.
  private static func isFormula(_ cell: String) -> Bool {
    guard let first = cell.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else {
      return false
    }
    let rest = cell.dropFirst()
    let plain = rest.replacing("e-", with: "e").replacing("e+", with: "e")
    return "=@\t\r".unicodeScalars.contains(first)
      || rest.first.map { "0123456789.".contains($0) } != true
      || !plain.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " ,.%".contains($0)) }
  }

  @Test(arguments: FuzzBatch.all("formula of a spreadsheet"))
  func `writes no formula of a spreadsheet, and every text is read again`(
    batch: FuzzBatch
  ) throws {
    let signs = Array("=+-@'\t\r\n\"|!(),. 1205aBeé日=+-@''".unicodeScalars)
    let folder = try TemporaryFolder()
    var csv = CSVWriter(header: ["a", "b", "c"])
    let rows = batch.numbers.map { number in
      var stream = RandomStream(seed: batch.seed &+ UInt64(number), name: "cells")
      return (0..<3).map { _ in
        var text = String.UnicodeScalarView()
        for _ in 0..<Int(stream.next() % 7) {
          text.append(signs[Int(stream.next() % UInt64(signs.count))])
        }
        return String(text)
      }
    }
    for row in rows {
      for text in row { csv.field(text) }
      csv.endRow()
    }
    try Data(csv.bytes).write(to: folder.url.appending(path: "cells.csv"))
    let reader = try CSVReader(folder.path("cells.csv"))
    for texts in rows {
      let row = try #require(try reader.next())
      #expect(["a", "b", "c"].map { row[$0] } == texts)
      #expect(!row.fields.contains(where: Self.isFormula), "\(row.fields)")
    }
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
      $0.hexadecimal(number)
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
