import LabKernel
package import LabWorkload

extension Recording {
  /// The first line of the file of a recording.
  package static let header = "start_us,duration_us,name"

  /// The first lines that such a file can have: instants are those at which tasks began, or those
  /// at which they were ordered.
  package static let headers = [header, "arrived_us,duration_us,name"]

  /// Reads the file of a recording, whose tasks end within some time.
  ///
  /// - Throws: The first row that is not a task, or that ends too late.
  package init(path: String, bytes: [UInt8], within longest: Duration) throws(ScriptError) {
    do {
      let text = try SourceText(path: path, bytes: bytes, limit: Limits.recordingBytes)
      try self.init(ForeignTrace.tasks(in: text), within: longest)
    } catch {
      throw ScriptError([error], path: path)
    }
  }

  /// Reads a table with the columns `start_us,duration_us,name`, or `arrived_us` instead of the
  /// first, by which it is sorted.
  ///
  /// - Throws: The first row that is not two whole numbers of microseconds and a name, or that
  ///   begins before its predecessor.
  package init(_ source: SourceText, within longest: Duration? = nil) throws(Mistake) {
    guard Self.headers.contains(source.lines[0]) else {
      throw Mistake(
        Place(source: source, line: 1, column: 1),
        "this is not a recording. Its first line must be '\(Self.header)'.")
    }
    var tasks: [Task] = []
    for (index, line) in source.lines.enumerated().dropFirst() where !line.isEmpty {
      let place = Place(source: source, line: index + 1, column: 1)
      let fields = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, let start = Duration(microseconds: fields[0]),
        let duration = Duration(microseconds: fields[1])
      else {
        throw Mistake(
          place,
          "a row is a start and a duration in whole microseconds (at most 1000 days), and a"
            + " name, with commas.")
      }
      let arrival = Instant.at(start)
      guard arrival >= tasks.last?.arrival ?? .start else {
        let column = source.lines[0].prefix { $0 != "," }
        throw Mistake(place, "this task starts before the one above. Sort the rows by \(column).")
      }
      if let longest, start + duration > longest {
        throw Mistake(
          place,
          "this task lasts until \(Int64((start + duration) / .seconds(1))) s, and"
            + " \(Int64(longest / .seconds(1))) s is the most. Choose a window by --from and --to of"
            + " 'import'.")
      }
      tasks.append(Task(arrival: arrival, duration: duration, name: Self.name(fields[2])))
    }
    self.init(tasks: tasks)
  }

  /// The name in a field: between quotes, of which those inside are doubled, or all of the rest of
  /// the row as it is.
  ///
  /// - Source: RFC 4180, section 2.
  private static func name(_ field: Substring) -> String {
    guard field.count >= 2, field.first == "\"", field.last == "\"" else { return String(field) }
    var (name, followsQuote) = ("", false)
    for character in field.dropFirst().dropLast() {
      if character == "\"" {
        if followsQuote { name.append(character) }
        followsQuote.toggle()
      } else if followsQuote {
        return String(field)
      } else {
        name.append(character)
      }
    }
    return followsQuote ? String(field) : name
  }
}

/// How long things took, as it stands in a file.
package struct DurationTable {
  package static let header = "duration_us"

  package let durations: [Duration]

  /// Reads a table with the column `duration_us`.
  ///
  /// - Throws: The first row that is not a whole number of microseconds, or the mistake that there
  ///   is none.
  package init(_ source: SourceText) throws(Mistake) {
    var durations: [Duration] = []
    for (index, line) in source.lines.enumerated().dropFirst() where !line.isEmpty {
      guard let duration = Duration(microseconds: line[...]) else {
        throw Mistake(
          Place(source: source, line: index + 1, column: 1),
          "a row is a whole number of microseconds, at most 1000 days.")
      }
      durations.append(duration)
    }
    guard !durations.isEmpty else {
      throw Mistake(Place(source: source, line: 1, column: 1), "this table holds no duration.")
    }
    self.durations = durations
  }
}

extension Duration {
  fileprivate init?(microseconds field: Substring) {
    guard let count = Int64(field), (0...Limits.nanoseconds / 1000).contains(count) else {
      return nil
    }
    self = .nanoseconds(count * 1000)
  }
}

/// How long the callbacks of the dates of a driver took, as it stands in a file.
package struct DatedTable {
  package static let header = "due_ns,duration_ns"

  package let durations: DatedDurations

  /// Reads a table with the columns `due_ns,duration_ns`.
  ///
  /// - Throws: The first row that is not two whole numbers of nanoseconds, or that is due before
  ///   its predecessor, or the mistake that there is none.
  package init(_ source: SourceText) throws(Mistake) {
    guard source.lines[0] == Self.header else {
      throw Mistake(
        Place(source: source, line: 1, column: 1),
        "this is not a table of costs. Its first line must be '\(Self.header)'.")
    }
    var entries: [DatedDurations.Entry] = []
    for (index, line) in source.lines.enumerated().dropFirst() where !line.isEmpty {
      let place = Place(source: source, line: index + 1, column: 1)
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count == 2, let due = Self.nanoseconds(fields[0]),
        let duration = Self.nanoseconds(fields[1])
      else {
        throw Mistake(
          place,
          "a row is a date and a duration in whole nanoseconds (at most 1000 days), with a comma.")
      }
      guard due >= entries.last?.date.nanoseconds ?? 0 else {
        throw Mistake(place, "this date is before the one above. Sort the rows by due_ns.")
      }
      entries.append(
        DatedDurations.Entry(Instant(nanoseconds: due), .nanoseconds(duration)))
    }
    guard !entries.isEmpty else {
      throw Mistake(Place(source: source, line: 1, column: 1), "this table holds no cost.")
    }
    durations = DatedDurations(entries)
  }

  private static func nanoseconds(_ field: Substring) -> Int64? {
    Int64(field).flatMap { (0...Limits.nanoseconds).contains($0) ? $0 : nil }
  }
}
