import LabText
import Testing

@Suite struct `A number as text` {
  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (16.0, "16"), (-1.5, "-1.5"), (1.0 / 3, "0.333333"),
    (0.000_000_4, "0"), (-0.000_000_4, "0"), (0.999_999_9, "1"), (0x1p70, "1180591620717411303424"),
    (0.007_812_5, "0.007812"), (0.023_437_5, "0.023438"), (1e-300, "0"),
  ])
  func `has at most six decimals, and no zeros at the end`(_ number: Double, _ text: String) {
    #expect(decimalText(number) == text)
  }

  @Test(arguments: [
    (0.125, 0...2, "0.13"), (-0.125, 0...2, "-0.13"), (2.0, 0...2, "2"), (2.0, 2...2, "2.00"),
    (2.5, 2...2, "2.50"), (2.5, 0...0, "3"), (-0.001, 2...2, "0.00"), (9.999, 1...2, "10.0"),
    (1e17, 2...2, "100000000000000000.00"),
  ])
  func `has the decimals that are asked for`(
    _ number: Double, _ decimals: ClosedRange<Int>, _ text: String
  ) {
    #expect(decimalText(number, decimals: decimals) == text)
  }

  @Test(arguments: [
    (0, 6, 0, "0"), (16_666_667, 6, 0, "16.666667"), (-1, 6, 0, "-0.000001"), (-50, 2, 0, "-0.5"),
    (1_500, 3, 3, "1.500"), (7, 0, 0, "7"), (.min, 9, 0, "-9223372036.854775808"),
  ])
  func `is exact if it is a whole number of parts`(
    _ number: Int, _ places: Int, _ least: Int, _ text: String
  ) {
    #expect(decimalText(number, places: places, atLeast: least) == text)
    #expect(decimalText(Int128(number), places: places, atLeast: least) == text)
  }

  @Test func `is refused if it has no decimal form`() async {
    await #expect(processExitsWith: .failure) { _ = decimalText(.infinity) }
    await #expect(processExitsWith: .failure) { _ = decimalText(.nan, decimals: 0...2) }
  }
}
