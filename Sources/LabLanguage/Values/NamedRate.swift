package import LabKernel

/// A refresh rate known by name.
package struct NamedRate: Sendable {
  package let name: String
  /// In hertz.
  package let rate: Fraction

  /// Rates measured on real panels, and the rate of American television.
  package static let all: [NamedRate] = [
    NamedRate("desktop", 599_503, 10000),
    NamedRate("phone", 59992, 1000),
    NamedRate("ntsc", 60000, 1001),
  ]

  /// Returns the rate of a name, or `nil` if there is no such rate.
  package static func named(_ name: String) -> NamedRate? { all.first { $0.name == name } }

  private init(_ name: String, _ numerator: Int128, _ denominator: Int128) {
    self.name = name
    rate = Fraction(numerator, denominator) ?? .zero
  }
}
