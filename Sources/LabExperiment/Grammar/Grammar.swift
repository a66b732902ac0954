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
      "Includes the statements of another script, which 'set' can change."),
    Form(
      "at", .margin,
      "INSTANT (display RATE | pause DRIVERS | resume DRIVERS | invalidate DRIVERS)",
      "A scheduled event: change the refresh rate, pause or resume a display link, or invalidate a"
        + " timer or display link."),
    Form(
      "set", .margin, "SETTING",
      "A value in the place of another: of a statement that is given once, of a sweep (several with"
        + " commas), or of a clause of a load or of arm.driver. So a script can include another and differ"
        + " from it."),
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
        + " | recorded FILE | after LEADER) [from INSTANT] [until INSTANT] [takes LAW] as DOOR"
        + " [in MODES]",
      "Tasks that compete for the thread (default: in common); indented under an arm, in that arm"
        + " alone. A recorded task takes its recorded"
        + " duration unless there is a 'takes'. FILE is a recording"
        + " (start_us,duration_us,name), or a trace of another tool that 'runlooplab import' reads."
        + " With 'after', one task follows each task of the load LEADER.",
      example: "load page every 700 ms takes 2 ms as main-queue"
    ),
    Form(
      "gesture", .both,
      "GESTURE at INSTANT for DURATION [speed SPEED] [slop POINTS] [moves every DURATION]"
        + " [times REPETITION]",
      "A finger that is down for DURATION; while it is tracked, the run loop is in the tracking mode."
        + " A drag and a fling have a speed, and are tracked once they have moved by the slop"
        + " (default: 10). Indented under an arm, in that arm alone."),
    Form(
      "scene", .margin, "NAME [as KIND] [gravity GRAVITY] [size VECTOR]",
      "A physics scene of the script's own (default: bodies, y upward, gravity 0, -1000 pt/s², size"
        + " 300, 300). A scene 'as items' follows UIKit Dynamics: y downward, and nothing acts on an"
        + " item but behaviors."),
    Form(
      "box", .margin, "NAME in NAME at VECTOR size VECTOR \(bodyClauses)",
      "A rectangle in a scene, by its center (default: mass 1, at rest, friction 0, elasticity 0)."
        + " Both friction and elasticity are multiplied where two bodies touch. An item has no mass"
        + " but a density."),
    Form(
      "disk", .margin, "NAME in NAME at VECTOR radius POINTS \(bodyClauses)",
      "A disk in a scene, as a box."),
    Form(
      "wall", .margin,
      "NAME in NAME from VECTOR to VECTOR [friction RATIO] [elasticity RATIO]",
      "A line of radius 1 in a scene (default: friction 0.5, elasticity 0.8)."),
    Form(
      "gravity", .margin, "ITEMS in NAME [by GRAVITY] \(times)",
      "Accelerates items (default: 0, 1000 pt/s², UIKit's magnitude of 1). A behavior is there from the"
        + " first step, or is added 'at' an instant and removed at 'until', on the thread of the"
        + " run; it wakes a driver that rests.",
      example: "gravity all in view"),
    Form(
      "collide", .margin, "ITEMS in NAME [with PARTNERS] [bounds INSETS] [path PATH] \(times)",
      "Items that collide with each other, with the bounds of the scene less insets, and with a path."
        + " Boundaries have friction 1 and elasticity 1.",
      example: "collide all in view bounds 0, 0, 0, 0"),
    Form(
      "attach", .margin,
      "ITEMS in NAME to END [length POINTS] [frequency FREQUENCY] [damping RATIO] \(times)",
      "Holds each item at a distance from a point or from another item (default: the distance at"
        + " which it is added), on a rod, or with a frequency on a spring.",
      example: "attach ball in view to 150, 50 frequency 0.5 Hz damping 0.2"),
    Form(
      "push", .margin, "ITEMS in NAME by FORCE [as PUSH] [offset VECTOR] \(times)",
      "Pushes items, on and on (default) or once, at a point from their centers.",
      example: "push ball in view by 1, 0 as instantaneous at 300 ms"),
    Form(
      "snap", .margin, "ITEMS in NAME to VECTOR [damping SHARE] \(times)",
      "Pulls each item to a point on a spring of 2 Hz (default: damping 0.5).",
      example: "snap ball in view to 150, 200"),
    Form(
      "properties", .margin,
      "ITEMS in NAME [density DENSITY] [elasticity RATIO] [friction RATIO] [resistance PER-SECOND]"
        + " [angular-resistance PER-SECOND] [rotation SWITCH] [anchored SWITCH] \(times)",
      "What items are made of; of two lines the later one decides (default: density 1, elasticity,"
        + " friction and resistance 0, rotation on, anchored off).",
      example: "properties ball in view density 2 resistance 0.5"),
    Form(
      "group", .margin, "NAME in NAME \(times)",
      "A behavior that holds those 'within' it, which stand below it. They are added with it, or later"
        + " 'at' an instant, and are removed with it at the latest.",
      example: "group storm in view at 1 s until 2 s"),
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
      "simulate", .arm,
      "NAME scene SCENE steps STEPPING [by SCENE-CLOCK] [each DURATION] [order ORDER]"
        + " [shows COORDINATE] [input INPUT] [against STEP] [starting at INSTANTS]",
      "A physics scene that the timer or link NAME steps, each step at a cost. Defaults: by now, each"
        + " 0 ms, position-first, and the coordinate in which the scene moves. With 'against', the"
        + " bodies are compared to the same scene in fixed steps that nothing delays. The driver"
        + " pauses when items under behaviors come to rest.",
      example: "simulate ball scene crates steps fixed 1/120 s clamped 5 each 1 ms"),
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

  private static let times = "[within NAME] [at INSTANT] [until INSTANT]"

  private static let bodyClauses =
    "[mass MASS] [velocity VELOCITY] [turned DEGREES] [friction RATIO] [elasticity RATIO]"

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
