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

  /// Fits all mechanisms.
  ///
  /// Of a long list the first part decides which are worth being fitted to all of it.
  init(_ course: Course, asked: Double?, display: Double?) {
    (self.course, self.asked, self.display) = (course, asked, display)
    guard course.intervals.count > 2 * Self.enough else {
      all = fitted(only: nil)
      return
    }
    let start = Course(Array(course.intervals.prefix(Self.enough)), like: course, asked: asked)
    var kinds: [Fit.Kind] = []
    for fit in Fits(start, asked: asked, display: display).all
    where kinds.count < 3 && !kinds.contains(fit.kind) {
      kinds.append(fit.kind)
    }
    all = fitted(only: kinds)
  }

  /// How many intervals decide what is fitted to more of them.
  private static let enough = 4096

  private func fitted(only kinds: [Fit.Kind]?) -> [Fit] {
    func wants(_ kind: Fit.Kind...) -> Bool {
      kinds.map { !$0.allSatisfy { !kind.contains($0) } } ?? true
    }
    var fits: [Fit] = []
    if wants(.grid, .locked, .quantum) { fits += grids() }
    if wants(.anew) { fits += anew() }
    if wants(.jitter) { fits += jitter(course.calm) }
    if wants(.locked, .beat) { fits += refreshes() }
    if wants(.quantum) { fits += clocks() }
    if wants(.merged) { fits += merged() }
    if let gap = course.gap {
      let cost = course.bits(of: gap)
      for place in fits.indices { fits[place].bits += cost }
      fits += jitter(course.intervals, always: true).map(\.withGap)
    }
    return fits.enumerated().sorted { ($0.element.bits, $0.offset) < ($1.element.bits, $1.offset) }
      .map(\.element)
  }
}
