/// Looks for the first thing in a ring that no recorder writes.
struct RingCheck {
  private let image: RingImage

  init(_ image: RingImage) { self.image = image }

  /// The longest time that records of one ring span: 30 days, in nanoseconds.
  private static let longestSpan: UInt64 = 30 * 86_400_000_000_000
  /// More records are not written in the life of a machine.
  private static let largestHead: UInt64 = 1 << 48

  /// Says what is wrong, with its place; `nil` if nothing is.
  var fault: String? { headFault ?? nameFault ?? recordFault ?? workFault }

  // MARK: Head and names

  private var headFault: String? {
    let words = image.words
    let rate = Double(bitPattern: words[RingLayout.refreshOffset])
    guard rate == 0 || (1...1_000).contains(rate) else { return "its refresh rate is \(rate) Hz" }
    // The year 10000, in microseconds since 1970.
    guard words[RingLayout.wallOffset] < 253_402_300_800_000_000 else {
      return "its date lies behind the year 9999"
    }
    for (part, offset) in [
      ("", RingLayout.headOffset), (" of other threads", RingLayout.workHeadOffset),
    ] where words[offset] > Self.largestHead {
      return "its number of records\(part) is \(words[offset])"
    }
    let begin = words[RingLayout.beginOffset]
    return firstInstant.map { $0 < begin } == true ? "its first record lies before its begin" : nil
  }

  private var nameFault: String? {
    let tables = [
      ("mode", RingLayout.modesOffset, RingLayout.modeCount),
      ("name", RingLayout.namesOffset, RingLayout.nameCount),
    ]
    for (kind, offset, count) in tables {
      for slot in 0..<count {
        let place = offset + slot * RingLayout.slotSize
        let (interval, length) = (image.words[place], image.words[place + 8])
        guard length <= RingLayout.textRoom else {
          return "\(kind) \(slot) is \(length) bytes long, of at most \(RingLayout.textRoom)"
        }
        // Recorders write at most 10^9 s.
        guard interval <= 1_000_000_000_000_000_000 else {
          return "\(kind) \(slot) has an interval of \(interval) ns"
        }
      }
    }
    return nil
  }

  // MARK: Records

  /// When the first thing happened; the records before it tell instants of one that was lost.
  private var firstInstant: UInt64? { image.records.first { $0.kind != .value }?.instant }

  private var recordFault: String? {
    guard let first = firstInstant else { return nil }
    var before = first
    for (index, record) in image.records.enumerated() {
      if let what = wrong(record, before: before, first: first) {
        return "record \(index + 1) of \(image.records.count) \(what)"
      }
      if record.kind != .value { before = record.instant }
    }
    return nil
  }

  private func wrong(_ record: RingRecord, before: UInt64, first: UInt64) -> String? {
    guard record.mode < RingLayout.modeCount else {
      return "is in mode \(record.mode), of \(RingLayout.modeCount)"
    }
    switch record.kind {
    case nil, .work: return "is of no kind that stands there"
    case .activity: guard record.detail & 0x3F < 8 else { return "is no activity of a run loop" }
    case .began: if CallKind(rawValue: record.detail) == nil { return "is no callout or task" }
    case .value: if ValueKind(rawValue: record.detail) == nil { return "is no known instant" }
    case .ended, .input: break
    }
    guard record.kind == .activity || record.name < RingLayout.nameCount else {
      return "has name \(record.name), of \(RingLayout.nameCount)"
    }
    if record.kind == .value {
      let distance = max(record.instant, before) - min(record.instant, before)
      return distance <= Self.longestSpan ? nil : "tells an instant 30 days away"
    }
    guard record.instant >= before else { return "lies before the one in front of it" }
    return record.instant - first <= Self.longestSpan ? nil : "lies 30 days behind the first one"
  }

  private var workFault: String? {
    guard image.work.count.isMultiple(of: 2) else { return "its last work has no end" }
    for index in stride(from: 0, to: image.work.count, by: 2) {
      let (began, ended) = (image.work[index], image.work[index + 1])
      guard began.kind == .work, ended.kind == .work, began.detail == 0, ended.detail == 1,
        began.name < RingLayout.nameCount, began.instant <= ended.instant,
        ended.instant - began.instant <= Self.longestSpan
      else {
        return "work \(index / 2 + 1) of \(image.work.count / 2) of other threads is none"
      }
    }
    return nil
  }
}
