import LabKernel
import LabLanguage
import LabMetrics
import LabResults
import LabText

/// A log of MangoHud: facts about the system, then a row for every frame.
///
/// `frametime` is the time from present to present, in milliseconds or, in old logs, microseconds:
/// the unit is the one in which it is about the inverse of `fps`. `elapsed` is in nanoseconds.
///
/// - Source: MangoHud, `logging.cpp`.
struct MangoHudFile {
  private(set) var swapChain = PresentMonCapture.SwapChain(name: "")

  /// Reads a log; `nil` if no line has the names of its columns.
  init?(path: String, bytes: [UInt8]) throws(InputError) {
    var lines = bytes.split(separator: 10, maxSplits: 32, omittingEmptySubsequences: false)
    guard let header = lines.prefix(32).firstIndex(where: Self.isHeader) else { return nil }
    // What stands above becomes comments, so that places keep their lines.
    for line in 0..<header { lines[line] = [47, 47] + lines[line] }
    let reader = try CSVReader(path, foreign: Array(lines.joined(separator: [10])))
    let names = reader.header.fields.map { $0.filter { $0 != " " }.lowercased() }
    guard let frameTime = names.firstIndex(of: "frametime"), let rate = names.firstIndex(of: "fps")
    else { return nil }
    let elapsed = names.firstIndex(of: "elapsed")
    var rows: [Row] = []
    var span: (first: Int64, last: Int64)?
    while let row = try reader.next() {
      // Six digits keep the picoseconds of a frame time in microseconds.
      guard let time = try row.time(frameTime, digits: 6) else { continue }
      rows.append((time, try row.time(rate, digits: 6) ?? 0, row))
      if let at = try elapsed.map({ column throws(InputError) in try row.time(column, digits: 0) }),
        let at
      {
        span = (span?.first ?? at, at)
      }
    }
    let times = try Self.times(rows, frameTime)
    let total = times.dropFirst().reduce(0, +)
    if let span, times.count > 2, span.last - span.first > total / 2 * 3 {
      throw InputError(
        path: path, line: header + 1, column: 1,
        "this log samples some frames and skips others: \(times.count) frames last"
          + " \(total / 1_000_000) ms of \((span.last - span.first) / 1_000_000) ms. Record with"
          + " log_interval=0.")
    }
    swapChain.updates = Self.updates(times)
  }

  private typealias Row = (time: Int64, rate: Int64, row: CSVRow)

  /// The frame times in nanoseconds.
  ///
  /// - Throws: Where they last too long together.
  private static func times(_ rows: [Row], _ column: Int) throws(InputError) -> [Int64] {
    let isMilliseconds = isMilliseconds(rows)
    var (times, sum) = ([Int64](), Int64(0))
    for (time, _, row) in rows {
      times.append(isMilliseconds ? time : time / 1000)
      sum += times[times.count - 1]
      guard sum <= Limits.nanoseconds else {
        throw row.mistake(
          at: column,
          "the frames up to this one last longer than 1000 days. Delete this row if it is damaged.")
      }
    }
    return times
  }

  /// The presents at the ends of some frame times, and the one at the begin of the first.
  private static func updates(_ times: [Int64]) -> [PresentedUpdate] {
    var now: Int64 = 0
    var instants = times.isEmpty ? [] : [now]
    for time in times {
      now += time
      instants.append(now)
    }
    return instants.map { PresentedUpdate(ended: Instant(nanoseconds: $0), photon: nil) }
  }

  private static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
    let names = line.split(separator: UInt8(ascii: ","), maxSplits: 64).map {
      String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace }.lowercased()
    }
    return names.contains("fps") && names.contains("frametime")
  }

  /// Whether most frame times times their rate come nearer to a second in milliseconds than in
  /// microseconds.
  private static func isMilliseconds(_ rows: [Row]) -> Bool {
    let known = rows.filter { $0.time > 0 && $0.rate > 0 }
    let small = known.count { row in
      // 31,623 is as far from 1,000 as from 1,000,000.
      Double(row.time) / 1e6 * (Double(row.rate) / 1e6) < 31_623
    }
    return 2 * small >= known.count
  }
}
