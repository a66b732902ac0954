package import LabKernel

/// What a number measures; only equals can be compared or added.
package enum Dimension: String, Sendable {
  case number
  case time
  case frequency
  case percent
  case partsPerMillion
  case length
  case speed
  case acceleration
  case millisecondsPerSecond

  /// What it is called in messages.
  package var name: String { words.name }

  /// Units to propose for a number that lacks its own, nearest to hand first.
  package var proposals: [String] { words.units }

  /// The unit in which numbers are given, as behind metrics; empty for plain numbers.
  package var symbol: String { proposals.first ?? "" }

  /// How many base units that is.
  package var reportScale: Double { self == .time ? 1e6 : 1 }

  private var words: (name: String, units: [String]) {
    switch self {
    case .number: ("a plain number", [])
    case .time: ("a duration", ["ms", "us", "s"])
    case .frequency: ("a frequency", ["Hz", "per s"])
    case .percent: ("a percentage", ["%"])
    case .partsPerMillion: ("a share in ppm", ["ppm"])
    case .length: ("a length", ["pt"])
    case .speed: ("a speed", ["pt/s"])
    case .acceleration: ("an acceleration", ["pt/s²"])
    case .millisecondsPerSecond: ("a ratio in ms/s", ["ms/s"])
    }
  }
}

/// A unit: what it measures, and how much of the base unit it is.
package struct Unit: Sendable {
  package let name: String
  package let dimension: Dimension
  /// In nanoseconds, hertz, percent, parts per million or whole pieces.
  package let scale: Fraction

  package static let all: [Unit] = [
    Unit("ns", .time, 1),
    Unit("us", .time, 1000),
    Unit("µs", .time, 1000),
    Unit("μs", .time, 1000),
    Unit("ms", .time, 1_000_000),
    Unit("s", .time, 1_000_000_000),
    Unit("min", .time, 60_000_000_000),
    Unit("h", .time, 3_600_000_000_000),
    Unit("d", .time, 86_400_000_000_000),
    Unit("Hz", .frequency, 1),
    Unit("kHz", .frequency, 1000),
    Unit("ppm", .partsPerMillion, 1),
    Unit("pt", .length, 1),
    Unit("%", .percent, 1),
    Unit("refreshes", .number, 1),
  ]

  /// Returns the unit of a name, or `nil` if there is no such unit.
  package static func named(_ name: String) -> Unit? { all.first { $0.name == name } }

  package init(_ name: String, _ dimension: Dimension, _ scale: Int64) {
    self.init(name, dimension, Fraction(scale))
  }

  package init(_ name: String, _ dimension: Dimension, _ scale: Fraction) {
    self.name = name
    self.dimension = dimension
    self.scale = scale
  }
}
