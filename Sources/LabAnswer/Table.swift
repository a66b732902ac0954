package import LabMetrics

/// A table of exact values: how they are rounded, aligned, cut or left out is said by column.
package struct Table: Hashable, Sendable {
  /// What it is called in data; `nil` for one that shows a part of another.
  package let name: String?
  /// Its columns, from left to right.
  package let columns: [Column]
  /// A cell for every column.
  package private(set) var rows: [[Cell]]
  /// The cells that stand out among their peers, by row and column.
  package private(set) var strong: [Int: Set<Int>] = [:]
  /// How a reader gets to see columns for which there is no room; `nil` where nothing is lost.
  package let hint: String?

  /// Creates a table.
  ///
  /// - Precondition: Every row has a cell for every column.
  package init(
    _ name: String?, _ columns: [Column], _ rows: [[Cell]] = [], hint: String? = nil
  ) {
    (self.name, self.columns, self.rows, self.hint) = (name, columns, [], hint)
    for row in rows { append(row) }
  }

  /// Appends a row.
  ///
  /// - Precondition: There is a cell for every column.
  package mutating func append(_ row: [Cell], strong: Set<Int> = []) {
    precondition(row.count == columns.count, "\(row.count) cells in \(columns.count) columns")
    if !strong.isEmpty { self.strong[rows.count] = strong }
    rows.append(row)
  }

  /// Appends the rows of a table with the same columns.
  package mutating func append(rowsOf other: Table) {
    precondition(
      columns.map { $0.name } == other.columns.map { $0.name }, "other columns in '\(name ?? "")'")
    rows += other.rows
  }

  /// Returns the table without a column of which every cell is blank.
  ///
  /// - Precondition: No cell stands out.
  package func withoutBlank(_ name: String) -> Table {
    precondition(strong.isEmpty, "cells of '\(self.name ?? "")' stand out")
    guard let place = columns.firstIndex(where: { $0.name == name }),
      rows.allSatisfy({ $0[place] == .blank })
    else { return self }
    func others<Element>(_ all: [Element]) -> [Element] {
      Array(all[..<place] + all[(place + 1)...])
    }
    return Table(self.name, others(columns), rows.map(others), hint: hint)
  }

  /// Returns the table with its first rows alone.
  package func prefix(_ count: Int) -> Table {
    Table(name, columns, Array(rows.prefix(count)), hint: hint)
  }

  /// A value of a table.
  package enum Cell: Hashable, Sendable {
    /// A value that is undefined: a dash, and no key in data; never 0 instead.
    case none
    /// A value that does not apply: nothing, and no key in data.
    case blank
    /// Words.
    case text(String)
    /// A metric by its name, with the unit of the row's values behind it; data has that apart, as
    /// `unit`.
    case metric(String, unit: String)
    /// A number in the unit of its column.
    case value(MetricValue)
    /// A mean with half the width of its 95 % interval.
    case interval(Double, half: Double)
    /// Whether something is so.
    case flag(Bool)

    /// Returns a count, or that it is undefined.
    package static func count(_ count: (some BinaryInteger)?) -> Cell {
      count.map { .value(.count(Int($0))) } ?? .none
    }

    /// Returns a number, or that it is undefined.
    package static func number(_ number: Double?) -> Cell {
      number.map { .value(.number($0)) } ?? .none
    }

    /// Returns a mean with half the width of its interval, if it has one.
    package static func mean(_ mean: Double?, half: Double?) -> Cell {
      guard let mean, let half else { return .number(mean) }
      return .interval(mean, half: half)
    }

    /// Returns a time in milliseconds, or that it is undefined.
    package static func time(_ time: Duration?) -> Cell {
      time.map { .value(.time($0)) } ?? .none
    }
  }

  /// A column of a table.
  package struct Column: Hashable, Sendable {
    /// What it is called in data, with its unit; the name of its entry in the dictionary.
    package let name: String
    /// The lines above it; none in a list of names and values.
    package let heading: [String]
    /// Whether its cells are numbers, which stand on the right.
    package let isNumber: Bool
    /// How its numbers are rounded for readers.
    package let digits: Digits
    /// A narrower screen leaves it out; `Int.max` for a key that is in data alone.
    package private(set) var leastWidth: Int
    /// What becomes of it where the table has no room.
    package private(set) var room = Room.whole
    /// Where a reader sees a text that is that of the row above.
    package private(set) var repeats = Repeats.always
    /// Whether numbers above 0 have a sign, too.
    package private(set) var isSigned = false

    /// What becomes of a column where the table has no room.
    package enum Room: Hashable, Sendable {
      /// It stays.
      case whole
      /// Its texts are cut.
      case cut
      /// It is left out, before those on its left.
      case spare
    }

    /// Where a reader sees a text that is that of the row above.
    package enum Repeats: Hashable, Sendable {
      /// In every row.
      case always
      /// Where it or another such column changes, since rows with the same texts are a group.
      case once
      /// Where it changes, on a line of its own, as the title of the rows below.
      case title
    }

    /// Creates a column of words.
    package static func words(
      _ name: String, _ heading: [String]? = nil, leastWidth: Int = 0
    ) -> Column {
      Column(
        name: name, heading: heading ?? [name], isNumber: false, digits: .exact,
        leastWidth: leastWidth)
    }

    /// Creates a column of numbers.
    package static func number(
      _ name: String, _ heading: [String]? = nil, _ digits: Digits = .exact, leastWidth: Int = 0
    ) -> Column {
      Column(
        name: name, heading: heading ?? [name], isNumber: true, digits: digits,
        leastWidth: leastWidth)
    }

    /// Creates a column of a metric, by its name in the dictionary.
    ///
    /// - Precondition: There is one of that name.
    package static func metric(_ name: String, _ digits: Digits = .fixed(2)) -> Column {
      guard let metric = MetricDictionary.metric(named: name) else {
        preconditionFailure("there is no metric '\(name)'")
      }
      return .number(metric.column, metric.heading, digits)
    }

    /// Returns the column as one that is in data alone.
    package var hidden: Column { with { $0.leastWidth = .max } }
    /// Returns the column as one whose texts are cut where the table has no room.
    package var cut: Column { with { $0.room = .cut } }
    /// Returns the column as one that is left out where the table has no room.
    package var spare: Column { with { $0.room = .spare } }
    /// Returns the column as one of a group whose texts stand where one of them changes.
    package var once: Column { with { $0.repeats = .once } }
    /// Returns the column as one whose texts are titles of the rows below.
    package var title: Column { with { $0.repeats = .title } }
    /// Returns the column as one of differences, with their signs.
    package var signed: Column { with { $0.isSigned = true } }

    private func with(_ change: (inout Column) -> Void) -> Column {
      var column = self
      change(&column)
      return column
    }
  }

  /// How the numbers of a column are rounded for readers; data has all digits.
  package enum Digits: Hashable, Sendable {
    /// As they are.
    case exact
    /// With so many decimals.
    case fixed(Int)
    /// With so many decimals at most.
    case atMost(Int)
    /// As the numbers of a unit deserve.
    case asItsUnit(MetricUnit)
    /// With so many digits, or as many as stand before its point.
    case significant(Int)
  }
}

extension Metric {
  /// The name in two lines, as narrow as possible, and the unit.
  package var heading: [String] {
    let words = name.split(separator: "_").map(String.init)
    let halves = words.indices.map { cut in
      [words[..<cut], words[cut...]].map { $0.joined(separator: " ") }
    }
    let best = halves.min { Self.width($0) < Self.width($1) } ?? ["", name]
    return best + [unit.symbol]
  }

  private static func width(_ lines: [String]) -> Int { lines.map { $0.count }.max() ?? 0 }
}
