import LabLoop
import LabMetrics
import LabMotion
import LabPhysics
import LabWorkload

extension Grammar {
  /// Every kind of value.
  static let slots: [Slot] = [
    Slot("TEXT", "The beat", "the rest of the line, up to a comment"),
    Slot("SCRIPT", "scene.lab", "a path beside the script that includes it"),
    Slot(
      "SETTING", "display = 120 Hz",
      "as after --set: 'display = 120 Hz', 'link.ball.takes = 2 ms', 'noise.takes = 4 ms',"
        + " 'hiccup = 10 ms, 20 ms'; the last of several counts, then --set"),
    Slot("VERSION", "1", "1, the only version so far"),
    Slot("NAME", "ball", "a letter, then letters, digits, '_' and '-'"),
    Slot("COUNT", "3", "a whole number"),
    Slot("EVENTS", "50000000", "a whole number"),
    Slot(
      "PRECISION", "± 2 % of link.ball.hitch_ratio",
      "the half-width of the 95 % interval of a mean: a share of the mean, or a quantity"),
    Slot(
      "DURATION", "16 ms", "a number with ns, us, ms, s, min, h or d; 1/60 s is cut to whole ns"),
    Slot("INSTANT", "300 ms", "the duration since the start of the run"),
    Slot("INSTANTS", "300 ms, 1 s", "one or more instants"),
    Slot("FREQUENCY", "40 per s", "a number per s, per min, …, or in Hz"),
    Slot("FRACTION", "0.5", "a number from 0 to 1, as 0.5, 1/2 or 50 %"),
    Slot(
      "VSYNCS", "60 Hz",
      "a RATE; 'promotion-phone' or 'promotion-pad', which choose their rate by what the links"
        + " prefer; 'adaptive 40..120 Hz', which waits for pictures; or 'recorded FILE' with the"
        + " column vsync_ns, or a trace of another tool that holds vsyncs"),
    Slot(
      "RATE", "60 Hz",
      "59.94 Hz (means 5994/100), 60000/1001 Hz, \(Spelling.list(NamedRate.all.map(\.name)))"),
    Slot("DRIFT", "10 ppm", "parts per million; -10 ppm is too slow"),
    Slot("DEPTH", "1", "refreshes between commit and display: 0 to 2 (default: 1)"),
    Slot(
      "MODE", "mailbox",
      "mailbox: a newer frame replaces a waiting one; 'fifo 3': at most 3 frames wait, and a frame"
        + " that finds the queue full is dropped"),
    Slot(
      "LAW", "0.5 ms",
      """
      a duration; several with commas, taken in turn; or a distribution:
      \(ValueReader<DurationLaw>.examples.joined(separator: ",\n"))
      """),
    Slot("LANDING", "late", words(Profile.AlarmLanding.self)),
    Slot("FACTOR", "1.3", "a number from 0.01 to 100"),
    Slot("BURST", "5 each 100 ms", "how many at a time and how often; 'apart 2 ms' spreads them"),
    Slot(
      "LEADER", "fetch delayed by 5 ms",
      "the name of a load above, each of whose tasks is followed by one; 'delayed by LAW' after it has"
        + " ended (default: at once)"),
    Slot(
      "FILE", "recordings/page.csv",
      "a path beside the script; tasks have columns start_us,duration_us,name, durations alone"
        + " duration_us"),
    Slot(
      "DOOR", "source",
      "how a task is delivered to the thread: \(words(Door.self)); a timer or a source serves all"
        + " waiting tasks at once"),
    Slot("MODES", "default", "of default, tracking and common (which is both), with commas"),
    Slot(
      "PACE", "30 Hz",
      "a rate, perhaps 'within 20..40 Hz'; the nearest whole fraction of the display's is taken"),
    Slot(
      "POLICY", "pending",
      "what a display link does about a missed vsync (default: pending): pending, skip, latest or"
        + " 'queue COUNT'; then 'keep-phase' to keep counting refreshes, 'zero-on-resume' for a first"
        + " timestamp of 0 after a pause"),
    Slot(
      "TARGET", "2 refreshes",
      "how often new content is wanted: '2 refreshes', '30 Hz' or none (default: the pace of a link,"
        + " every refresh for a timer)"),
    Slot(
      "CATCH-UP", "coalesce",
      "what a timer does about missed fire dates (default: coalesce): \(words(CatchUp.self))"),
    Slot("DRIVERS", "link.ball", "arm.driver, where * stands for any arm or driver"),
    Slot(
      "CURVE", "bounce",
      "\(Spelling.list(TimingCurve.named.map(\.0))), 'cubic(0.25, 0.1, 0.25, 1)' or 'spring(3, 0.2)' for 3"
        + " swings with a damping of 0.2; 'solved within 0.001' solves by Newton and bisection to that error"
    ),
    Slot("POINTS", "32", "a number of points of the screen, also negative; 'pt' may be left out"),
    Slot(
      "CLOCK", "fixed 1/60 s",
      "what the motion counts: 'fixed DURATION' a callback, the refresh's duration, now, timestamp or"
        + " target; or it is handed to the render-server"),
    Slot(
      "HABITS", "book",
      "when it begins and ends: book (draws its end, can start again), article (counts from its first"
        + " callback, never draws its end, starts once) or repaired (the article's without defects)"
    ),
    Slot("SPEED", "50 pt/s", "points per second, also negative; 'pt per s' is the same"),
    Slot("ACCELERATION", "100 pt/s²", "points per second squared; 'pt per s per s' is the same"),
    Slot("STEPS", "euler", "euler (by the velocity before the step) or midpoint"),
    Slot(
      "DELTA", "since-start",
      "the first difference of time: since-start, zero, skipped or 'since-boot DURATION'"),
    Slot("LIFE", "1.5 s", "a duration, or a number that grows by 0.01 a callback"),
    Slot(
      "REFERENCE", "weakly", "the reference of the timer or link to its target: strongly or weakly"),
    Slot("OWNER", "notifier at 1 s", "what its owner releases, and when: listener or notifier"),
    Slot(
      "SCENE", "attachment(0.5, 0.2)",
      "a scene of the script, or with numbers that may be left out from the end: \(ValueReader<SceneRecipe>.examples)"
    ),
    Slot(
      "STEPPING", "fixed 1/120 s",
      "variable: one step as long as the time since the last callback; 'capped 20 ms': no longer than"
        + " that; 'semi-fixed 8 ms': as many as it takes, none longer; 'fixed 1/120 s': equal steps"
        + " until the callback is caught up with, then 'interpolated' to draw between the last two, or"
        + " 'clamped 5' for at most 5 in a callback"),
    Slot("KIND", "items", "bodies, or items under behaviors"),
    Slot("VECTOR", "16, 284", "two POINTS: to the right, and up; down in a scene of items"),
    Slot("VELOCITY", "300, 0 pt/s", "a VECTOR per second"),
    Slot("GRAVITY", "0, -1000 pt/s²", "a VECTOR per second squared"),
    Slot("ITEMS", "ball", "names of items, with commas, or 'all' of the scene"),
    Slot(
      "PARTNERS", "boundaries",
      "items (with each other), boundaries (items with bounds and path) or everything (default)"),
    Slot(
      "INSETS", "0, 0, 100, 100",
      "four POINTS: top, left, bottom and right; positive ones shrink the bounds"),
    Slot(
      "PATH", "40, 200 to 160, 260",
      "a segment of two VECTORs, or a polygon of up to 100, with 'to' between them"),
    Slot("END", "150, 50", "a VECTOR, or the name of another item, which is held at its center"),
    Slot(
      "FORCE", "1, 0",
      "two numbers: to the right, and down; 1 gives an item of 100 by 100 pt and density 1 an"
        + " acceleration of 100 pt/s², or 100 pt/s at once"),
    Slot("PUSH", "instantaneous", "continuous, or instantaneous in the first step"),
    Slot("SHARE", "0.5", "a number from 0, with most oscillation, to 1"),
    Slot("DENSITY", "2", "a number from 0.001 to 1000; 1 gives 100 by 100 pt a mass of 1"),
    Slot(
      "PER-SECOND", "0.5", "a number r from 0 to 1000: the speed is divided by 1 + r dt in a step"),
    Slot("SWITCH", "off", "on or off"),
    Slot("MASS", "100", "a positive number; only ratios of masses matter"),
    Slot("DEGREES", "30", "to the left"),
    Slot("RATIO", "0.5", "a number from 0 to 10"),
    Slot("STEP", "1/120 s", "a fixed step: a duration of 1 us or longer"),
    Slot("SCENE-CLOCK", "now", "the clock that the steps follow: now, timestamp or target"),
    Slot("ORDER", "velocity-first", "what a step changes first: position-first or velocity-first"),
    Slot(
      "COORDINATE", "x", "of the first body of the scene: \(words(PhysicsScene.Coordinate.self))"),
    Slot(
      "INPUT", "drag 100 pt/s from touches",
      "'tilt from LOAD': gravity turns to the side at 2 s and back at 4 s, as each task of LOAD samples"
        + " it; 'drag SPEED from LOAD': the anchor of an attachment moves down"),
    Slot(
      "GESTURE", "scroll",
      "scroll: tracked from the touch until the finger lifts; drag: from the slop on; fling: from the slop"
        + " on until the view, let go at its speed, has come to rest as a UIScrollView of normal"
        + " deceleration does; tap: touch and lift are handled, and nothing is tracked"),
    Slot("REPETITION", "3 every 2 s", "how many gestures, and how long from one touch to the next"),
    Slot(
      "VALUES", "1 ms, 2 ms",
      """
      any values, with commas; among them ranges, 'A .. B step C' or
      'A .. B factor K'; several words in parentheses are one value
      """),
    Slot(
      "FORMULA", "{block} / 2",
      """
      quantities and {name} with + - × / and parentheses, and closed forms; a time is cut to
      whole ns
      """),
    Slot(
      "CONDITION", "{block} < {interval}",
      "two FORMULAs with == != < <= > >= between them, or {name} == WORD; with 'and' and 'or'"),
    Slot(
      "CHANGES", "link, page in chunks of 4 ms + link",
      """
      changes with commas between them; 'A + B' makes both at once;
      of a load: 'without LOAD', or LOAD followed by halved, '× 0.8', 'in chunks of 4 ms', elsewhere \
      (one other thread, first come, first served, and a block of 0.1 ms of the main queue at the \
      return) or 'elsewhere on threads' (one for each task); after LOAD may stand 'task 15' (from 0), \
      'named NAME' or 'from 12 ms' (tasks so long or longer);
      of drivers: link, timer, 'in common', 'tolerance DURATION', 'every DURATION', 'phase FRACTION', \
      'catch-up CATCH-UP', 'policy POLICY', 'by CLOCK'; of the display: 'depth DEPTH'
      """),
    Slot("BOUND", "largest hiccup", "largest or smallest, and the name of a sweep"),
    Slot("RANGE", "0 ms .. 40 ms", "two quantities, the smaller first"),
    Slot("QUANTITY", "10 us", "a number with its unit"),
    Slot(
      "EXPECTATION", "timer.ball.double_fires == 0",
      """
      A == B, != < <= > >=, A == B ± C, A in B .. C; then
      [in every run | in some run | in no run | in at least 95 % of runs]
      [for CONDITION]
      of arm.driver.metric, where * stands for any arm or driver, quantities, {name}, + - × /, and
      \(Aggregate.Statistic.allCases.map(\.rawValue).joined(separator: " "))
      of an expression over the replications; saving(ARM: CHANGE, driver.metric) is the metric of the
      arm less that with the change, which 'what if' must list
      """),
    Slot(
      "PREDICTION", "timer.ball.double_fires == surplus(16 ms, 60 Hz) × 10 s ± 1 %",
      "'A == B' or 'A == B ± C' of an EXPECTATION; then [for CONDITION]. Closed forms:\n"
        + closedForms),
    Slot("PLOT", "ball.lateness_p99", "driver.metric, where * stands for any letters"),
  ]

  /// The closed forms, one after the other.
  private static var closedForms: String {
    ClosedForm.all.map { "\($0.pattern): \($0.meaning)" }.joined(separator: "\n")
  }

  /// The words of an enumeration, as a list.
  private static func words<Word: RawRepresentable<String> & CaseIterable>(
    _ type: Word.Type
  ) -> String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
