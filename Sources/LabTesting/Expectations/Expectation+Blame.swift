import LabKernel
import LabMetrics

/// Who or what is to blame for a failure.
struct Culprit: Hashable {
  let cause: BlameCause
  /// The load, driver or mode, as the test named it.
  let owner: String?
}

extension Expectation {
  /// The causes of one problem, in words; three at most, the longest first.
  func blame(_ rows: [BlameRow], number: Int) -> [String] {
    rows.filter { $0.number == number }.map(\.blame).summed().prefix(3)
      .map { "blame: \($0.sentence)" }
  }

  /// Who held the thread longest between two instants, in words; three at most.
  func blame(from begin: Instant, to end: Instant) -> [String] {
    measurement.holders(from: begin, for: begin.duration(to: end)).summed().prefix(3)
      .map { "blame: \($0.sentence)" }
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

  /// What every culprit is to blame for in all, the longest first.
  func totals(_ blames: [Blame]) -> [(culprit: Culprit, time: Duration)] {
    let renamed = blames.map {
      Blame(cause: $0.cause, owner: lab.ownName(of: $0.owner), serial: nil, time: $0.time)
    }
    return renamed.summed().map { (Culprit(cause: $0.cause, owner: $0.owner), $0.time) }
  }

  /// A line that names the total of every culprit.
  func sum(_ totals: [(culprit: Culprit, time: Duration)]) -> [String] {
    let words = totals.prefix(5).filter { $0.time > .zero }.map { culprit, time in
      Blame(cause: culprit.cause, owner: culprit.owner, serial: nil, time: time).sentence
    }
    return words.isEmpty ? [] : ["in all: " + words.joined(separator: ", ")]
  }
}

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

extension Range<Instant> {
  /// How long it is.
  var length: Duration { lowerBound.duration(to: upperBound) }
}

extension [Range<Instant>] {
  /// The first of the longest.
  var longest: Range<Instant>? {
    self.max { ($0.length, $1.lowerBound) < ($1.length, $0.lowerBound) }
  }
}

extension [Range<Int>] {
  /// The first of the longest.
  var longest: Range<Int>? { self.max { ($0.count, $1.lowerBound) < ($1.count, $0.lowerBound) } }
}
