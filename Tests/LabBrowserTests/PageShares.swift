/// The shares of refreshes and of frames with no, one and more callbacks of a stream, in percent.
struct PageShares {
  /// By stream and share.
  private(set) var values: [String: Double] = [:]

  /// Refreshes before this instant are left out.
  private static let warmUp = 200_000_000

  /// Counts what began in a run.
  init(_ begins: [PageProgram.Begin], of program: PageProgram) {
    let refresh = { (begin: PageProgram.Begin) in
      (begin.at - program.phase).quotient(by: program.period)
    }
    let first = Self.warmUp / program.period + 1
    let last = program.duration / program.period - 1
    let frames = begins.filter { $0.name == "raf" && $0.at - program.phase >= Self.warmUp }
    for (stream, begins) in Dictionary(grouping: begins, by: \.name) {
      let counts = Dictionary(grouping: begins, by: refresh).mapValues(\.count)
      let slots = (first..<last).map { min(2, counts[$0] ?? 0) }
      for count in 0...2 { values["\(stream).slot\(count)"] = slots.share { $0 == count } }
      guard stream != "raf" else { continue }
      var perFrame = frames.map { _ in 0 }
      var frame = -1
      for begin in begins {
        while frame + 1 < frames.count, frames[frame + 1].at <= begin.at { frame += 1 }
        if frame >= 0 { perFrame[frame] += 1 }
      }
      let complete = perFrame.dropLast()
      values["\(stream).frame0"] = complete.share { $0 == 0 }
      values["\(stream).frame2"] = complete.share { $0 >= 2 }
    }
    let stamps = Set(frames.compactMap(\.stamp))
    values["raf.missed"] = (first..<last).share {
      !stamps.contains($0 * program.period + program.phase)
    }
  }

  /// The means over several runs.
  init(mean runs: [PageShares]) {
    for name in runs[0].values.keys {
      values[name] = runs.reduce(0) { $0 + ($1.values[name] ?? 0) } / Double(runs.count)
    }
  }
}

extension Collection {
  /// How many in a hundred suit.
  fileprivate func share(where suits: (Element) -> Bool) -> Double {
    100 * Double(count(where: suits)) / Double(count)
  }
}

extension Int {
  /// Returns the quotient, rounded down.
  fileprivate func quotient(by divisor: Int) -> Int {
    self < 0 ? (self - divisor + 1) / divisor : self / divisor
  }
}
