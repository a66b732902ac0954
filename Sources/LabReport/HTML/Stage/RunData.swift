import LabKernel
import LabMetrics
import LabPictures
import LabText
import LabTrace

/// What a page knows of one driver of one run: the same rows as the files of a result, in
/// microseconds.
struct RunData {
  let label, name: String
  let arm: Int
  let dropped: (count: Int, of: Int)
  let hitchCount: Int
  /// What the line of the driver says behind its count.
  var note = ""

  private let vsyncs: [Int64]
  private let outcomes: [MarkKind]
  private let lags: [(refresh: Int, lag: Int64)]
  private let overwritten: [(refresh: Int, count: Int)]
  let hitches: [(hitch: DrawnDriver.Hitch, at: String, stays: String)]
  let owners: [(owner: Owner, count: Int)]
  /// How long the longest frame stays, and when it comes; `nil` if none stays too long.
  let longestStay: String?
  /// Why frames are dropped, in the words of `why`; `nil` if none is.
  let reason: String?
  /// What is wrong most of all and why, in the first sentences of `why`.
  let headline: Headline?
  private let firings: [(began: Int64, length: Int64, late: Int64)]
  /// The refreshes in which more than one callback began, by nanoseconds, and how many.
  let doubles: [(refresh: Int, count: Int)]
  private let tasks: [DrawnDriver.Task]
  private let modes: [DrawnDriver.ModeRun]
  private let scene: String?
  private let poses: [(refresh: Int, text: String)]

  var hasModes: Bool { !modes.isEmpty }

  /// How many frames it drops, as a predicate.
  var drops: String {
    dropped.count == 0
      ? "drops nothing" : "drops \(grouped(dropped.count)) of \(grouped(dropped.of)) frames"
  }

  /// How many hitches the list has.
  static let hitchLimit = 40
  /// From one refresh that has a time of its own to the next, outside the detailed stretch.
  private static let step = 256

  init(_ driver: DrawnDriver) {
    (label, name, arm, dropped) = (driver.label, driver.name, driver.arm, driver.dropped)
    let whole = driver.refreshes.dropLast()
    vsyncs = driver.refreshes.map { $0.vsync.nanoseconds.microseconds }
    outcomes = whole.map { $0.kind }
    lags = whole.filter({ $0.isNew }).map {
      let lag = driver.contentTime(of: $0).duration(to: $0.vsync).wholeNanoseconds
      return ($0.index, (lag + (lag < 0 ? -5_000 : 5_000)) / 10_000)
    }
    overwritten = whole.filter { $0.overwritten > 0 }.map { ($0.index, $0.overwritten) }
    hitches = driver.worstHitches.prefix(Self.hitchLimit).map { hitch in
      let span = driver.span(of: hitch)
      let stay = span.lowerBound.duration(to: span.upperBound).wholeNanoseconds
      return (hitch, seconds(span.lowerBound.nanoseconds), spoken(stay))
    }
    longestStay = hitches.first.map { "\($0.stays), at \($0.at)" }
    reason =
      dropped.count > 0
      ? Headline(driver.measurement, of: driver.name, by: .dropped)?.why : nil
    hitchCount = driver.hitches.count
    headline = Headline(driver.measurement, of: driver.name)
    owners = driver.droppedByOwner
    firings = driver.firings.map { firing in
      let began = firing.began.nanoseconds.microseconds
      let ended = (firing.ended ?? firing.began).nanoseconds.microseconds
      return (began, ended - began, firing.lateness.wholeNanoseconds.microseconds)
    }
    var (refresh, counts) = (0, [Int](repeating: 0, count: driver.refreshes.count))
    for firing in driver.firings where !counts.isEmpty {
      while refresh + 1 < counts.count, driver.refreshes[refresh + 1].vsync <= firing.began {
        refresh += 1
      }
      counts[refresh] += 1
    }
    doubles = whole.indices.filter { counts[$0] > 1 }.map { ($0, counts[$0]) }
    (tasks, modes) = (driver.tasks, driver.modes)
    scene = driver.scene.map(SceneText.json)
    poses = driver.poses.filter { $0.refresh < whole.endIndex && whole[$0.refresh].isNew }.map {
      ($0.refresh, $0.poses.map(SceneText.json).joined(separator: ","))
    }
  }

  /// The stretches about the first hitches of the list, with so much on both sides.
  func stretches(ofHitches count: Int, pad: Int64) -> [Range<Int64>] {
    hitches.prefix(count).map { row in
      vsyncs[row.hitch.first] - pad..<vsyncs[row.hitch.next] + pad
    }
  }

  /// The data as JSON; those of the detailed parts of the run alone are whole.
  func json(detail: PageDetail, owners known: [Owner: Int]) -> String {
    func number(_ owner: Owner?) -> Int { owner.flatMap { known[$0] } ?? -1 }
    func list(_ values: some Sequence<some CustomStringConvertible>) -> String {
      "[" + values.map { $0.description }.joined(separator: ",") + "]"
    }
    let lags = detail.pieces(of: lags) { vsyncs[$0.refresh] }.map { piece in
      list([Int64(piece.startIndex)] + piece.map { $0.lag })
    }
    let hitches = hitches.map({ $0.hitch }).map {
      "[\($0.first),\($0.next),\($0.dropped),\(number($0.owner)),\($0.count)]"
    }
    let blamed = owners.map { "[\(number($0.owner)),\($0.count)]" }
    let overwritten = overwritten.filter { detail.contains(vsyncs[$0.refresh]) }
      .map { "[\($0.refresh),\($0.count)]" }
    let doubles = doubles.filter { detail.contains(vsyncs[$0.refresh]) }
      .map { "[\($0.refresh),\($0.count)]" }
    let nested = modes.map { run in
      "[\(run.begin.nanoseconds.microseconds),\(run.end.nanoseconds.microseconds),"
        + "\(JSONText.quoted(run.mode))]"
    }
    let poses = poses.filter { detail.contains(vsyncs[$0.refresh]) }.map {
      "[\($0.refresh),\($0.text)]"
    }
    return "{\"note\":\(JSONText.quoted(note)),\(times(detail)),\"o\":\"\(outcomeText)\","
      + "\"d\":\(dropped.count),\"of\":\(dropped.of),"
      + "\"l\":\(list(lags)),\"ow\":\(list(overwritten)),\"h\":\(list(hitches)),"
      + "\"hn\":\(hitchCount),\"by\":\(list(blamed)),\"f\":\(list(firingTimes(detail))),"
      + "\"t\":\(list(taskTimes(detail, number))),\"x\":\(list(doubles)),"
      + "\"m\":\(list(nested))"
      + (scene.map { ",\"sc\":\($0),\"po\":\(list(poses))" } ?? "") + "}"
  }

  /// When every refresh begins: every refresh of the detailed parts, and some others to draw a
  /// line through.
  private func times(_ detail: PageDetail) -> String {
    let last = vsyncs.count - 1
    guard last > 0 else { return "\"n\":0,\"s\":1,\"a\":[0,1],\"v\":[]" }
    func isEven(_ step: Int) -> Bool {
      vsyncs.indices.allSatisfy { index in
        let from = index / step * step
        let to = min(last, from + step)
        guard to > from else { return true }
        let span = vsyncs[to] - vsyncs[from]
        return abs(vsyncs[from] + span * Int64(index - from) / Int64(to - from) - vsyncs[index]) < 2
      }
    }
    if isEven(last) {
      return "\"n\":\(last),\"s\":\(last),\"a\":[\(vsyncs[0]),\(vsyncs[last])],\"v\":[]"
    }
    var anchors = stride(from: 0, to: last, by: Self.step).map { vsyncs[$0] }
    anchors.append(vsyncs[last])
    let exact = detail.pieces(of: vsyncs) { $0 }.map { piece in
      let differences = zip(piece.dropFirst(), piece).map { $0 - $1 }
      let numbers = [Int64(piece.startIndex)] + piece.prefix(1) + differences
      return "[" + numbers.map(String.init).joined(separator: ",") + "]"
    }
    return "\"n\":\(last),\"s\":\(Self.step),\"a\":\(JSONText.array(anchors)),"
      + "\"v\":[\(exact.joined(separator: ","))]"
  }

  /// The outcomes, run by run, as `n23d2`, with what repeats written once: `(n2d1)300`.
  private var outcomeText: String {
    var parts: [String] = []
    var count = 0
    for (index, outcome) in outcomes.enumerated() {
      count += 1
      guard index + 1 == outcomes.count || outcomes[index + 1] != outcome else { continue }
      parts.append(String(outcome.rawValue.prefix(1)) + String(count))
      count = 0
    }
    return Self.folded(parts)
  }

  /// How many parts repeat together at most.
  private static let patternLimit = 16

  /// Writes a pattern once that comes several times in a row; of several, the one that covers most.
  private static func folded(_ parts: [String]) -> String {
    var text = ""
    var index = 0
    while index < parts.count {
      var (best, covered) = (1, 0)
      for length in 2...patternLimit {
        var end = index + length
        while end < parts.count, parts[end] == parts[end - length] { end += 1 }
        let whole = (min(end, parts.count) - index) / length * length
        if whole > 2 * length, whole > covered { (best, covered) = (length, whole) }
      }
      if covered == 0 {
        text += parts[index]
      } else {
        text += "(\(parts[index..<index + best].joined()))\(covered / best)"
      }
      index += max(1, covered)
    }
    return text
  }

  private func firingTimes(_ detail: PageDetail) -> [Int64] {
    var before: Int64 = 0
    return firings.filter { firing in
      detail.overlaps(firing.began - max(0, firing.late), firing.began + firing.length + 1)
    }.flatMap { firing in
      defer { before = firing.began }
      return [firing.began - before, firing.length, firing.late]
    }
  }

  private func taskTimes(_ detail: PageDetail, _ number: (Owner?) -> Int) -> [Int64] {
    var before: Int64 = 0
    return tasks.flatMap { task -> [Int64] in
      let (begin, end) = (task.begin.nanoseconds.microseconds, task.end.nanoseconds.microseconds)
      guard detail.overlaps(begin, end) else { return [] }
      defer { before = begin }
      return [begin - before, end - begin, Int64(number(task.owner))]
    }
  }
}

extension Int64 {
  /// Nanoseconds as microseconds, rounded.
  var microseconds: Int64 { (self + (self < 0 ? -500 : 500)) / 1_000 }
}

/// A physics scene and the places of its bodies as JSON, in hundredths of a point.
enum SceneText {
  static func json(_ scene: Trace.Header.Scene) -> String {
    let bodies = scene.bodies.map {
      "[\(hundredths($0.width)),\(hundredths($0.height)),\($0.isRound ? 1 : 0)]"
    }
    let walls = scene.walls.map { wall in
      "[\([wall.x0, wall.y0, wall.x1, wall.y1].map(hundredths).joined(separator: ","))]"
    }
    return "{\"w\":\(hundredths(scene.width)),\"h\":\(hundredths(scene.height)),"
      + "\"up\":\(scene.pointsUp ? 1 : 0),\"b\":[\(bodies.joined(separator: ","))],"
      + "\"wall\":[\(walls.joined(separator: ","))]}"
  }

  static func json(_ pose: BodyPose) -> String {
    "\(hundredths(pose.x)),\(hundredths(pose.y)),\(hundredths(pose.angle))"
  }

  /// A number times 100; numbers that no page can show are cut.
  private static func hundredths(_ number: Double) -> String {
    String(Int(max(-1e9, min(1e9, number.isNaN ? 0 : (number * 100).rounded()))))
  }
}
