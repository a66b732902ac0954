import LabKernel
import LabMetrics

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Expectation {
  /// The causes of one problem, in words.
  func blame(_ rows: [BlameRow], number: Int) -> [String] {
    rows.filter { $0.number == number }.map(\.blame).summed().lines
  }

  /// Who held the thread in a stretch of time.
  func holders(_ stretch: Range<Instant>) -> [Blame] {
    measurement.holders(from: stretch.lowerBound, for: stretch.length)
  }

  /// The rows of one kind of problem, of all of them or of some.
  func rows(of problem: Problem, where isMeant: (Int) -> Bool = { _ in true }) -> [BlameRow] {
    measurement.blameRows(of: name).filter { $0.problem == problem && isMeant($0.number) }
  }

  /// The number of the problem that has the longest blame, the first of equals.
  func worst(of rows: [BlameRow]) -> Int? {
    var lengths: [Int: Duration] = [:]
    for row in rows { lengths[row.number, default: .zero] += row.blame.time }
    return lengths.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// What every culprit is to blame for in all, the longest first, by the names of the test.
  func totals(_ blames: [Blame]) -> [Blame] {
    blames.map {
      Blame(cause: $0.cause, owner: lab.ownName(of: $0.owner), serial: nil, time: $0.time)
    }.summed()
  }

  /// A line that names the total of every culprit.
  func sum(_ totals: [Blame]) -> [String] {
    let words = totals.prefix(5).filter { $0.time > .zero }.map(\.sentence)
    return words.isEmpty ? [] : ["in all: " + words.joined(separator: ", ")]
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// The name that the test gave to what a trace calls by a name; a shrunk load may have got a
  /// number.
  func ownName(of owner: String?) -> String? {
    guard let owner, substitute != nil, !loads.contains(where: { $0.name == owner }) else {
      return owner
    }
    let load = loads.first { load in
      owner.hasPrefix("\(load.name)-")
        && owner.dropFirst(load.name.count + 1).allSatisfy(\.isNumber)
    }
    return load?.name ?? owner
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Blame {
  /// The blame in words, such as `25.7 ms by task 0 of ‘network’`.
  var sentence: String {
    let length = "\(time.milliseconds) ms"
    let owner = owner.map { "‘\($0)’" } ?? "other code"
    switch cause {
    case .tasks: return "\(length) by \(serial.map { "task \($0) of " } ?? "")\(owner)"
    case .callouts: return "\(length) by a callback of \(owner)"
    case .starved: return "\(length) in mode \(owner), which it is not in"
    case .own: return "\(length) by its own callback"
    case .phase: return (time > .zero ? "\(length) in which " : "") + "no callback was due"
    default: return "\(length): \(cause.rawValue)"
    }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension [Blame] {
  /// The first three in words.
  var lines: [String] { prefix(3).map { "blame: \($0.sentence)" } }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Range<Instant> {
  /// How long it is.
  var length: Duration { lowerBound.duration(to: upperBound) }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Array {
  /// Appends a range, or lengthens the last one by it if they touch.
  mutating func join<Bound>(_ range: Range<Bound>) where Element == Range<Bound> {
    if let last, last.upperBound == range.lowerBound {
      self[count - 1] = last.lowerBound..<range.upperBound
    } else {
      append(range)
    }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension [Range<Instant>] {
  /// The first of the longest.
  var longest: Range<Instant>? {
    self.max { ($0.length, $1.lowerBound) < ($1.length, $0.lowerBound) }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension [Range<Int>] {
  /// The first of the longest.
  var longest: Range<Int>? { self.max { ($0.count, $1.lowerBound) < ($1.count, $0.lowerBound) } }
}
