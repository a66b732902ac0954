import LabAnswer
import LabMetrics
import LabPictures
import LabProof
import LabText

/// One count of one driver for every value of an open instant.
struct PhaseCounts {
  let metric: String
  let driver: String
  /// Neighbours with equal counts are one part.
  let parts: [PhaseBars.Part]
  /// How many nanoseconds have each count, by the count.
  let shares: [(count: Int, width: Int64)]
  /// The widest values with the least count; `nil` if all counts are equal.
  var best: Range<Int64>? { shares.count == 1 ? nil : best(within: .min..<(.max)) }

  /// Takes a count from a map; `nil` if it is defined nowhere.
  init?(_ metric: String, of driver: String, in map: PhaseMap) {
    var parts: [PhaseBars.Part] = []
    var widths: [Int: Int64] = [:]
    for region in map.regions {
      guard let count = region.counts.first(where: { $0.driver == driver })?[metric] else {
        continue
      }
      widths[count, default: 0] += region.width
      if let last = parts.last, last.count == count, last.values.upperBound == region.from {
        parts[parts.count - 1].values = last.values.lowerBound..<region.to
      } else {
        parts.append(PhaseBars.Part(region.from..<region.to, count: count))
      }
    }
    guard !parts.isEmpty else { return nil }
    (self.metric, self.driver, self.parts) = (metric, driver, parts)
    shares = widths.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The widest of some values with the least count; `nil` if none of them has it.
  func best(within values: Range<Int64>) -> Range<Int64>? {
    parts.lazy.filter { $0.count == least }.map { $0.values.clamped(to: values) }
      .reduce(nil) { (widest: Range<Int64>?, values) in
        values.count > widest?.count ?? 0 ? values : widest
      }
  }

  var least: Int { shares[0].count }
  var most: Int { shares[shares.count - 1].count }

  /// How many values have some counts, and how many there are.
  func width(where isCounted: (Int) -> Bool) -> (part: Int64, all: Int64) {
    let all = shares.reduce(0) { $0 + $1.width }
    return (shares.reduce(0) { $0 + (isCounted($1.count) ? $1.width : 0) }, all)
  }

  /// How much of all values has some counts, rounded; 100 % is all and 0 % none alone, and what is
  /// nearly all or none is told in nanoseconds.
  func share(where isCounted: (Int) -> Bool) -> String {
    let (width, all) = width(where: isCounted)
    let tenths = (width * 2000 + all) / (2 * all)
    guard tenths > 0 else { return "\(width) ns" }
    guard width == all || tenths < 1000 else { return "all but \(all - width) ns" }
    return decimalText(tenths, places: 1, atLeast: 1) + " %"
  }

  static func middle(of values: Range<Int64>) -> Int64 {
    values.lowerBound + Int64(values.count / 2)
  }

  /// Where the count is least, and how to write it.
  ///
  /// - Parameters:
  ///   - open: What is open.
  ///   - best: Values with the least count.
  /// - Returns: Two sentences.
  func advice(_ open: OpenInstant, at best: Range<Int64>) -> String {
    let middle = Self.middle(of: best)
    let statement =
      switch open {
      case .firstFire: ": write 'first at \(middle) ns'"
      case .arrival: ": write 'at \(middle) ns'"
      case .firstVsync: ""
      }
    let thing = metric == "dropped" ? "dropped frames" : "double fires"
    let more = least == 0 ? thing : "more than \(least) \(thing)"
    return "Of all phases \(share { $0 > least }) have \(more). Move \(open.words) to"
      + " \(phaseText(best.lowerBound)) to \(phaseText(best.upperBound)) ms, and there are"
      + " \(least == 0 ? "none" : "\(least)")\(statement)."
  }
}

extension OpenInstant {
  /// What is open, in words.
  var words: String {
    switch self {
    case .firstFire(let name): "the first fire date of \(name)"
    case .firstVsync: "the first vsync"
    case .arrival(_, let name): "the arrival of \(name)"
    }
  }
}

/// Returns nanoseconds in milliseconds with three decimals.
func phaseText(_ nanoseconds: Int64) -> String {
  decimalText(Double(nanoseconds) / 1e6, decimals: 3...3)
}
