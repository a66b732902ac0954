import LabLoop
import LabMotion
import LabWorkload

/// The experiment language: every statement and every kind of value, in the order of its reference.
///
/// Checks, messages, suggestions and the reference all derive from these two tables. Capitals stand
/// for a value, brackets for what may be left out, `|` for a choice, parentheses for a choice that
/// must be made. Clauses, the parts that begin with a small word, may come in any order.
enum Grammar {
  static let forms: [Form] = [
    Form(
      "language", .margin, "VERSION",
      "The version of this language in which the script is written (default: 1)."),
    Form("title", .margin, "TEXT", "The name of the experiment."),
    Form("question", .margin, "TEXT", "The question that it answers."),
    Form("because", .margin, "TEXT", "The answer in one sentence, printed under the table."),
    Form(
      "display", .margin,
      "VSYNCS [phase DURATION] [drift DRIFT] [jitter DURATION] [depth DEPTH] [guard DURATION]"
        + " [presents MODE]",
      "The display: its refresh rate, the instant of its first vsync, its error in ppm, the largest"
        + " deviation of a vsync, the refreshes between commit and display (default: 1), the deadline"
        + " before a vsync, and the queue of frames (default: mailbox)."),
    Form(
      "include", .margin, "SCRIPT",
      "Includes the statements of another script."),
    Form(
      "at", .margin,
      "INSTANT (display RATE | pause DRIVERS | resume DRIVERS | invalidate DRIVERS)",
      "A scheduled event: change the refresh rate, pause or resume a display link, or invalidate a"
        + " timer or display link."),
    Form("run", .margin, "DURATION", "The duration of a run."),
    Form(
      "events", .margin, "EVENTS",
      "The most events of a run, which ends with an error beyond them (default: 1000000000)."),
    Form(
      "repeat", .margin, "COUNT [until PRECISION] [, seed COUNT]",
      "The number of replications (default: 1). All arms of a replication share their random draws."
        + " With 'until' replications end when the precision is reached, at the latest after COUNT."
    ),
    Form("seed", .margin, "COUNT", "The random seed (default: 1)."),
    Form(
      "wake-up", .margin, "delayed by LAW",
      "The wake-up latency of the thread (default: 0 ms)."),
    Form(
      "alarms", .margin, "land LANDING",
      "Where the alarm of a timer goes off within its tolerance (default: early)."),
    Form(
      "stretch", .margin, "FACTOR",
      "A factor on every duration of work (default: 1), as on a busy processor."),
    Form(
      "render-server", .margin, "takes LAW",
      "The time that the render server needs for a frame (default: 0 ms); a late frame is a render"
        + " hitch."),
    Form(
      "sweep", .margin, "NAME = VALUES [zip NAME]",
      "Runs the experiment with each value in the place of {NAME}; of several sweeps the last varies"
        + " fastest. Zipped sweeps vary together, value by value."),
    Form(
      "let", .margin, "NAME = FORMULA",
      "A value computed from sweeps; {NAME} stands for it."),
    Form(
      "where", .margin, "CONDITION",
      "Keeps only the combinations of values that satisfy the condition."),
    Form(
      "load", .both,
      "NAME (at INSTANTS | every DURATION | poisson FREQUENCY | gaps LAW | burst BURST"
        + " | recorded FILE) [from INSTANT] [until INSTANT] [takes LAW] as DOOR [in MODES]",
      "Tasks that compete for the thread (default: in common); indented under an arm, in that arm"
        + " alone. A recorded task takes its recorded"
        + " duration unless there is a 'takes'. FILE is a recording"
        + " (start_us,duration_us,name), or a trace of another tool that 'runlooplab import' reads.",
      example: "load page every 700 ms takes 2 ms as main-queue"
    ),
    Form(
      "gesture", .both, "GESTURE at INSTANT for DURATION [moves every DURATION]",
      "A finger; while it scrolls, the run loop is in the tracking mode. Indented under an arm, in that"
        + " arm alone."),
    Form(
      "arm", .margin, "NAME",
      "A variant to compare; the indented lines below belong to it. Its timers share an alarm, as those of"
        + " one CFRunLoop do, so that one can delay another."),
    Form(
      "timer", .arm,
      "NAME (every DURATION | once at INSTANT) [first at INSTANT | phase FRACTION]"
        + " [tolerance DURATION] [catch-up CATCH-UP] in MODES [takes LAW]"
        + " [target TARGET]",
      "A timer. A repeating timer is first due at an instant, at a fraction of the display's period,"
        + " or (default) one interval and about half a refresh after its start: with interval/period"
        + " = p/q in lowest terms, at start + interval + the odd multiple of period/2q nearest"
        + " period/2 for q up to 64, else + period/2. So no date falls on a vsync of a display at a"
        + " fixed rate. A start that is clear of the vsyncs needs no offset. An adaptive one counts with its fastest rate, and a recorded one with period/2"
        + " of its mean."),
    Form(
      "link", .arm,
      "NAME [every COUNT refreshes | prefers PACE] in MODES [policy POLICY] [takes LAW]"
        + " [target TARGET]",
      "A display link."),
    Form(
      "animate", .arm,
      "NAME along CURVE from POINTS to POINTS over DURATION by CLOCK [starting at INSTANTS]"
        + " [as HABITS]",
      "Animates a value with the timer or link NAME, which pauses before the start and after the end."
    ),
    Form(
      "step", .arm,
      "NAME velocity SPEED [acceleration ACCELERATION] [from POINTS] [by STEPS] [first DELTA]"
        + " [life LIFE] [views COUNT] [each DURATION] [held REFERENCE] [drops OWNER]"
        + " [starting at INSTANTS]",
      "Views that the timer or link NAME moves by the time since its last callback, each at a cost."
        + " Defaults: from 0 pt, by euler, first since-start, views 1, each 0 ms, held strongly."),
    Form(
      "what", .margin, "if CHANGES",
      "Performs every arm again with each of the changes that applies to it, beside the arm itself:"
        + " the same tasks arrive at the same instants, and all draws stay the same."),
    Form(
      "find", .margin, "BOUND [over RANGE] [within QUANTITY] where EXPECTATION [as NAME]",
      "Finds the largest (smallest) value for which EXPECTATION holds, among the values of the sweep"
        + " or in RANGE, by bisection down to QUANTITY; reports it and the next that fails. An"
        + " expectation may use NAME."),
    Form(
      "expect", .margin, "EXPECTATION",
      "What the runs must show. The report shows the verdict."),
    Form(
      "predict", .margin, "PREDICTION",
      "A theoretical value of a metric. The report shows prediction and measurement side by side; with"
        + " ± it is an expectation too."),
    Form(
      "plot", .margin, "PLOT over NAME [by NAME]",
      "A plot of a metric over a sweep, with one line per arm (default) or per value of another"
        + " sweep.", example: "plot ball.lateness_p99 over hiccup by arm"),
  ]

  static let slots: [Slot] = [
    Slot("TEXT", "The beat", "the rest of the line, up to a comment"),
    Slot("SCRIPT", "scene.lab", "a path beside the script that includes it"),
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
    Slot("SPEED", "50 pt per s", "points per second, also negative"),
    Slot("ACCELERATION", "100 pt per s per s", "points per second and second, also negative"),
    Slot("STEPS", "euler", "euler (by the velocity before the step) or midpoint"),
    Slot(
      "DELTA", "since-start",
      "the first difference of time: since-start, zero, skipped or 'since-boot DURATION'"),
    Slot("LIFE", "1.5 s", "a duration, or a number that grows by 0.01 a callback"),
    Slot(
      "REFERENCE", "weakly", "the reference of the timer or link to its target: strongly or weakly"),
    Slot("OWNER", "notifier at 1 s", "what its owner releases, and when: listener or notifier"),
    Slot("GESTURE", "scroll", "scroll"),
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

  /// Returns the form of a statement, or `nil` if there is no such statement.
  static func form(_ keyword: String) -> Form? { forms.first { $0.keyword == keyword } }

  /// Returns the form of a statement that the grammar has.
  static func known(_ keyword: String) -> Form {
    guard let form = form(keyword) else { preconditionFailure("no statement '\(keyword)'") }
    return form
  }

  /// Returns how a value of a slot is written.
  static func example(_ slot: String) -> String {
    guard let slot = slots.first(where: { $0.name == slot }) else {
      preconditionFailure("the grammar has no slot \(slot)")
    }
    return slot.example
  }
}
