/// What can be wrong with a driver, as people call it.
///
/// A row of one table: what is counted, out of how many, and whom it is about. All that judges a
/// run chooses from it. The cases stand in the order in which equals are named.
public enum Symptom: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Dates without a callback of their own: the countdown stands while the user scrolls.
  case missed
  /// Slots without a new frame: it stutters.
  case dropped
  /// Callbacks that share a refresh with one before, or come right after it: it jumps.
  case doubled
  /// Dates of the grid that was asked for which never came: it is slow.
  case short
  /// How far the last callback is behind that grid, if it falls behind steadily: the clock is slow.
  case behind
  /// Callbacks beyond what the target wants: it runs too often.
  case extra
  /// How much sooner or later the motion gets on than the time passes: four times too fast.
  case speed = "speed_error"
  /// New frames that show the motion at the time of the frame before: 60 ticks on 144 Hz.
  case stale = "stale_frames"
  /// New frames that go on by one and a half times the time that passed.
  case jumped
  /// Frames that stay half a refresh or more too long or too short: judder.
  case uneven
  /// Callbacks or frames at the wrong time: the timer lags.
  case late = "late_dates"
  /// New frames that look like the one before, if most do: work for nothing.
  case wasted

  /// The name of the metric that counts it.
  public var metric: String { rawValue }

  /// The name of the metric that says out of how many, or of how long.
  public var total: String {
    switch self {
    case .missed: "dates"
    case .dropped: "slots"
    case .doubled, .extra: "fires"
    case .short: "dates_asked"
    case .behind: "behind_of"
    case .speed: "speed_of"
    case .stale, .jumped, .wasted: "motion_steps"
    case .uneven: "uneven_of"
    case .late: "late_of"
    }
  }

  /// Whether it is about frames, and so about drivers that draw; ``doubled`` and ``late`` are about
  /// all drivers.
  public var isAboutFrames: Bool {
    switch self {
    case .dropped, .extra, .speed, .stale, .jumped, .uneven, .wasted: true
    case .missed, .doubled, .short, .behind, .late: false
    }
  }

  /// Whether it is a time rather than a number of times.
  public var isTime: Bool { self == .behind || self == .speed }

  /// Whether it comes first in the table.
  public static func < (lhs: Symptom, rhs: Symptom) -> Bool { lhs.position < rhs.position }

  var position: Int {
    switch self {
    case .missed: 0
    case .dropped: 1
    case .doubled: 2
    case .short: 3
    case .behind: 4
    case .extra: 5
    case .speed: 6
    case .stale: 7
    case .jumped: 8
    case .uneven: 9
    case .late: 10
    case .wasted: 11
    }
  }
}
