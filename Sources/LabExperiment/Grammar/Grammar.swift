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
    Form("title", .margin, "TEXT", "What the experiment is called."),
    Form("question", .margin, "TEXT", "What it asks."),
    Form("because", .margin, "TEXT", "The answer in one sentence, printed under the table."),
    Form(
      "display", .margin,
      "VSYNCS [phase DURATION] [drift DRIFT] [jitter DURATION] [depth DEPTH] [guard DURATION]"
        + " [presents MODE]",
      "When the display refreshes, how much faster it is than it says, how far a vsync may lie from"
        + " the grid, how many refreshes a picture is under way, how long before a vsync it must"
        + " be ready, and what becomes of pictures that come too fast."),
    Form(
      "include", .margin, "SCRIPT",
      "Reads the statements of another script in this place, as if they stood here."),
    Form(
      "at", .margin,
      "INSTANT (display RATE | pause DRIVERS | resume DRIVERS | invalidate DRIVERS)",
      "Something that happens under way: the display gets another rate, a link pauses or goes on, or"
        + " a timer or link leaves its modes for ever."),
    Form("run", .margin, "DURATION", "How long every run lasts."),
    Form(
      "repeat", .margin, "COUNT [until PRECISION] [, seed COUNT]",
      "How many replications there are of every run; each has draws of its own, which all arms"
        + " share. With 'until' there are no more than it takes, and COUNT at most."),
    Form("seed", .margin, "COUNT", "From which number all draws derive; 1 unless said."),
    Form(
      "wake-up", .margin, "delayed by LAW",
      "How long after its port is ready the sleeping thread really runs."),
    Form(
      "alarms", .margin, "land LANDING",
      "Where inside its tolerance the alarm of a timer goes off; early unless said."),
    Form(
      "stretch", .margin, "FACTOR",
      "By how much all work takes longer, because the thread shares its processor."),
    Form(
      "render-server", .margin, "takes LAW",
      "How long the render server works on each picture; one that is late makes a render hitch."),
    Form(
      "sweep", .margin, "NAME = VALUES [zip NAME]",
      "Repeats everything with each value in the place of {NAME}; of several sweeps the last varies"
        + " fastest. A sweep that is zipped with another varies together with it, value by value."),
    Form(
      "let", .margin, "NAME = FORMULA",
      "A value worked out from those of sweeps; {NAME} stands for it."),
    Form(
      "where", .margin, "CONDITION",
      "Which combinations of sweeps' values there are; the others are left out."),
    Form(
      "load", .margin,
      "NAME (at INSTANTS | every DURATION | poisson FREQUENCY | gaps LAW | burst BURST"
        + " | recorded FILE) [from INSTANT] [until INSTANT] [takes LAW] as DOOR [in MODES]",
      "Work that competes for the thread, in the common modes unless said. A recording says itself"
        + " how long its tasks take, unless 'takes' does."),
    Form(
      "gesture", .margin, "GESTURE at INSTANT for DURATION [moves every DURATION]",
      "A finger; while it scrolls, the run loop runs in the tracking mode."),
    Form("arm", .margin, "NAME", "A variant to compare; the indented lines below belong to it."),
    Form(
      "timer", .arm,
      "NAME (every DURATION | once at INSTANT) [first at INSTANT | phase FRACTION]"
        + " [tolerance DURATION] [catch-up CATCH-UP] in MODES [takes LAW]"
        + " [target TARGET]",
      "A timer; a repeating one is first due after one interval, or at an instant, or at a fraction"
        + " of the display's period."),
    Form(
      "link", .arm,
      "NAME [every COUNT refreshes | prefers PACE] in MODES [policy POLICY] [takes LAW]"
        + " [target TARGET]",
      "A display link."),
    Form(
      "animate", .arm,
      "NAME along CURVE from POINTS to POINTS over DURATION by CLOCK [starting at INSTANTS]"
        + " [as HABITS]",
      "What the timer or link of that name moves; it rests before the start and after the end."),
    Form(
      "step", .arm,
      "NAME velocity SPEED [acceleration ACCELERATION] [from POINTS] [by STEPS] [first DELTA]"
        + " [life LIFE] [views COUNT] [each DURATION] [held REFERENCE] [drops OWNER]"
        + " [starting at INSTANTS]",
      "Views that the timer or link of that name moves on by the time since its last callback, and"
        + " what each of them costs."),
    Form(
      "find", .margin, "BOUND [over RANGE] [within QUANTITY] where EXPECTATION [as NAME]",
      "Searches the largest or smallest value of a sweep for which something holds, among its values"
        + " or in a range, and then between two of them, with one run on either side as proof."
        + " Expectations may compare NAME with what was found."),
    Form(
      "expect", .margin, "EXPECTATION",
      "What the runs must show; the verdict is part of the report."),
    Form(
      "predict", .margin, "PREDICTION",
      "What theory says of a metric; the report sets prediction and measurement side by side, and"
        + " judges them if there is a ±."),
    Form(
      "plot", .margin, "PLOT over NAME [by NAME]",
      "A picture of a metric over the values of a sweep, with a line for every arm, or for every"
        + " value of another sweep."),
  ]

  static let slots: [Slot] = [
    Slot("TEXT", "The beat", "the rest of the line, up to a comment"),
    Slot("SCRIPT", "scene.lab", "a path beside the script that includes it"),
    Slot("NAME", "ball", "a letter, then letters, digits, '_' and '-'"),
    Slot("COUNT", "3", "a whole number"),
    Slot(
      "PRECISION", "± 2 % of link.ball.hitch_ratio",
      "how wide the 95 % interval of a mean may be to either side, a share of it or a quantity"),
    Slot("DURATION", "16 ms", "a number with ns, us, ms, s, min or h; 1/60 s is cut to whole ns"),
    Slot("INSTANT", "300 ms", "the duration since the start of the run"),
    Slot("INSTANTS", "300 ms, 1 s", "one or more instants"),
    Slot("FREQUENCY", "40 per s", "a number per s, per min, …, or in Hz"),
    Slot("FRACTION", "0.5", "a number from 0 to 1, as 0.5, 1/2 or 50 %"),
    Slot(
      "VSYNCS", "60 Hz",
      "a RATE; 'promotion-phone' or 'promotion-pad', which choose their rate by what the links"
        + " prefer; 'adaptive 40..120 Hz', which waits for pictures; or 'recorded FILE' with the"
        + " column vsync_ns"),
    Slot(
      "RATE", "60 Hz",
      "59.94 Hz (means 5994/100), 60000/1001 Hz, \(Spelling.list(NamedRate.all.map(\.name)))"),
    Slot("DRIFT", "10 ppm", "parts per million; -10 ppm is too slow"),
    Slot("DEPTH", "1", "0, 1 or 2 refreshes"),
    Slot(
      "MODE", "mailbox",
      "mailbox: a newer picture takes the place of one that waits; 'fifo 3': they queue up, and one"
        + " that finds 3 waiting is lost"),
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
      "how a task reaches the thread: \(words(Door.self)); a timer or a source serves all tasks that"
        + " wait at once"),
    Slot("MODES", "default", "of default, tracking and common (which is both), with commas"),
    Slot(
      "PACE", "30 Hz",
      "a rate, perhaps 'within 20..40 Hz'; the nearest whole fraction of the display's is taken"),
    Slot(
      "POLICY", "pending",
      "what a display link does about a vsync it missed: pending, skip, latest or 'queue COUNT';"
        + " then 'keep-phase' if it is not to count its refreshes anew, 'zero-on-resume' if its first"
        + " timestamp after a pause is 0"),
    Slot(
      "TARGET", "2 refreshes",
      "how often new content is wanted: '2 refreshes', '30 Hz' or none; a link's own pace, or every"
        + " refresh, unless said"),
    Slot(
      "CATCH-UP", "coalesce",
      "what a timer does about dates that passed: \(words(CatchUp.self))"),
    Slot("DRIVERS", "link.ball", "arm.driver, where * stands for any arm or driver"),
    Slot(
      "CURVE", "bounce",
      "\(Spelling.list(TimingCurve.named.map(\.0))), 'cubic(0.25, 0.1, 0.25, 1)' or 'spring(3, 0.2)' for 3"
        + " swings with a damping of 0.2; 'default solved within 0.001' stops solving where the article does"
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
    Slot("REFERENCE", "weakly", "how the timer or link refers to its target: strongly or weakly"),
    Slot("OWNER", "notifier at 1 s", "what its owner lets go, and when: listener or notifier"),
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
      of an expression over the replications
      """),
    Slot(
      "PREDICTION", "timer.ball.double_fires / timer.ball.duration == surplus(16 ms, 60 Hz) ± 1 %",
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

  /// Returns how a value of a slot is written.
  static func example(_ slot: String) -> String {
    guard let slot = slots.first(where: { $0.name == slot }) else {
      preconditionFailure("the grammar has no slot \(slot)")
    }
    return slot.example
  }

  /// A kind of value.
  struct Slot: Sendable {
    let name: String
    let example: String
    let meaning: String

    init(_ name: String, _ example: String, _ meaning: String) {
      self.name = name
      self.example = example
      self.meaning = meaning
    }
  }
}
