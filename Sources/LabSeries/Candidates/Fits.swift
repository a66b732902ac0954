import LabKernel

/// The mechanisms that are fitted to a list, those that describe it shortest first.
struct Fits {
  let course: Course
  /// The interval that was asked for, in milliseconds.
  let asked: Double?
  /// The display's period in milliseconds.
  let display: Double?
  private(set) var all: [Fit] = []

  /// The steps of clocks in milliseconds: whole milliseconds, a timer wheel of 250 Hz, one of
  /// 100 Hz, the system clock of 64 Hz.
  static let quanta = [1, 4, 10, 15.625]

  /// The displays that there may be, in Hz.
  ///
  /// Those whose refreshes last whole milliseconds are left out, since timers do so too.
  static let displays = [60.0, 120, 90, 144, 75, 72, 165, 240]

  /// The most refreshes that what is locked to a display takes from one to the next.
  static let mostRefreshes = 1000

  /// What fits are made by: each looks for some kinds of them.
  enum Maker: CaseIterable {
    case named, whole, free, anew, jitter, refreshes, clocks, merged
  }

  /// Fits all mechanisms.
  ///
  /// Of a long list the first part decides which are worth being fitted to all of it.
  init(_ course: Course, asked: Double?, display: Double?) {
    (self.course, self.asked, self.display) = (course, asked, display)
    guard course.intervals.count > 2 * Self.enough else {
      all = fitted(by: Maker.allCases)
      return
    }
    let first = Array(course.intervals.prefix(Self.enough))
    let start = Fits(Course(first, like: course, asked: asked), asked: asked, display: display)
    // The two kinds that describe it shortest, each as it does so.
    var best: [(kind: Fit.Kind, maker: Maker)] = []
    for fit in start.all where best.count < 2 && !best.contains(where: { $0.kind == fit.kind }) {
      if let maker = fit.maker { best.append((fit.kind, maker)) }
    }
    all = fitted(by: Maker.allCases.filter { maker in best.contains { $0.maker == maker } })
    // A list that goes on in another way than it begins takes more bits a number.
    if bitsPerNumber > start.bitsPerNumber + 1 { all = fitted(by: Maker.allCases) }
  }

  private var bitsPerNumber: Double {
    (all.first?.bits ?? .infinity) / Double(course.intervals.count)
  }

  /// How many intervals decide what is fitted to more of them.
  static let enough = 4096

  private func fitted(by makers: [Maker]) -> [Fit] {
    var fits =
      course.isConstant
      ? constant()
      : makers.flatMap { maker in
        found(by: maker).map { fit in
          var fit = fit
          fit.maker = maker
          return fit
        }
      }
    if let gap = course.gap {
      let cost = course.bits(of: gap)
      for place in fits.indices { fits[place].bits += cost }
      fits += jitter(course.intervals, always: true).map(\.withGap)
    }
    return fits.enumerated().sorted { ($0.element.bits, $0.offset) < ($1.element.bits, $1.offset) }
      .map(\.element)
  }

  private func found(by maker: Maker) -> [Fit] {
    switch maker {
    case .named: namedGrids()
    case .whole: wholeGrids()
    case .free: freeGrid()
    case .anew: anew()
    case .jitter: jitter(course.calm)
    case .refreshes: refreshes()
    case .clocks: clocks()
    case .merged: merged()
    }
  }
}
