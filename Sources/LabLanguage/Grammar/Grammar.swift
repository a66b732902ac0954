import LabText
import LabWorkload

/// The experiment language: every statement and every kind of value, in the order of its reference.
///
/// Checks, messages, suggestions, readers and the reference all derive from this table. A
/// ``Pattern`` holds the kinds of values themselves. Clauses, the parts that begin with a small
/// word, may come in any order.
package enum Grammar {
  package static let forms: [Form] = [
    Form(
      "language", .script, "\(.version)",
      "The version of this language in which the script is written (default: 2). In version 1 a timer"
        + " without a target wants a frame at every refresh, however slow it is, and a link that"
        + " prefers nothing has every refresh of a phone."),
    Form("title", .words, "\(.text)", "The name of the experiment."),
    Form(
      "question", .words, "\(.text)", "The question that it answers.",
      example: "question How often does a late timer fire twice in one refresh?"),
    Form(
      "because", .words, "\(.text)", "The answer in one sentence, printed under the table.",
      example: "because A late timer fires again on its own grid, a link at the next vsync."),
    Form(
      "display", .setting,
      """
      \(.vsyncs) [phase \(.duration)] [drift \(.drift)] [jitter \(.duration)] [depth \
      \(.depth)] [guard \(.duration)] [presents \(.presentMode)]
      """,
      "The display: its refresh rate, the instant of its first vsync, its error in ppm, the largest"
        + " deviation of a vsync, the refreshes between commit and display (default: 1), the deadline"
        + " before a vsync, and the queue of frames (default: mailbox)."),
    Form(
      "include", .script, "\(.script)",
      "Includes the statements of another script, which 'set' can change."),
    Form(
      "at", .event,
      """
      \(.instant) (display \(.rate) | pause \(.drivers) | resume \(.drivers) | invalidate \
      \(.drivers) | sleep \(.positiveDuration))
      """,
      "A scheduled event: change the refresh rate, pause or resume a driver, invalidate it, or let the"
        + " machine sleep. A timer"
        + " that is resumed is first due as long after that as it was after its start: it is scheduled"
        + " again, and what was left of its interval is lost. The time of the run is uptime, which stands"
        + " while the machine sleeps: all instants but those of timers 'by wall clock' are of it."),
    Form(
      "set", .script, "\(.setting)",
      "A value instead of another: of a statement that is given once, of a sweep (several with"
        + " commas), or of a clause of a load or of arm.driver. So a script can include another and differ"
        + " from it."),
    Form(
      "run", .setting, "\(.positiveDuration)", "The duration of a run.", example: "run 10 s"),
    Form(
      "events", .setting, "\(.events)",
      "The most events of a run, which ends with an error beyond them (default:"
        + " \(Scenario.usualEventLimit))."),
    Form(
      "repeat", .repetition, "\(.replications) [until \(.precision)] [, seed \(.seed)]",
      "The number of replications (default: 1, or with each recording that a load names one)."
        + " All arms of a replication share their random draws. With 'until' replications end when"
        + " the precision is reached, at the latest after COUNT."),
    Form("seed", .repetition, "\(.seed)", "The random seed (default: 1)."),
    Form(
      "wake-up", .setting, "delayed by \(.law)",
      "The wake-up latency of the thread (default: 0 ms)."),
    Form(
      "alarms", .setting, "land \(.landing)",
      "Where the alarm of a timer goes off within its tolerance (default: early), or 'on 15.625 ms': not"
        + " before the next tick of a clock, as that of Windows is."),
    Form(
      "napping", .setting, "from \(.instant) until \(.instant) by \(.positiveDuration)",
      "A system that naps, as App Nap does to spare power: between two instants each timer is"
        + " put off by DURATION, whatever its tolerance and its interval, but not beyond the end."
        + " With 'alarms land anywhere' it is put off at random, by DURATION at most.",
      example: "napping from 5 s until 60 s by 1 s"),
    Form(
      "like", .setting, "\(.profile) [except \(.rules)]",
      "The rules of the thread (default: run-loop, those of CFRunLoop). A browser has one line of tasks,"
        + " without modes: a timer is a setInterval, or with 'catch-up delay' a chain of setTimeout, a"
        + " display link is a requestAnimationFrame, and a load comes by 'port' or 'relay'. 'explain"
        + " like chromium' lists the rules, and 'except' leaves some out.",
      example: "like chromium except promotion"),
    Form(
      "stretch", .setting, "\(.factor)",
      "A factor on every duration of work (default: 1), as on a busy processor."),
    Form(
      "render-server", .setting, "takes \(.law)",
      "The time that the render server needs for a frame (default: 0 ms); a late frame is a render"
        + " hitch."),
    Form(
      "sweep", .sweep, "\(.name) = \(.values) [zip \(.name)]",
      "Runs the experiment with each value instead of {NAME}; of several sweeps the last varies"
        + " fastest. Zipped sweeps vary together, value by value.",
      example: "sweep delay = 0 ms, 10 ms, 50 ms"),
    Form(
      "let", .sweep, "\(.name) = \(.formula)",
      "A value computed from sweeps; {NAME} stands for it.", example: "let half = {block} / 2"),
    Form(
      "where", .restriction, "\(.condition)",
      "Keeps only the combinations of values that satisfy the condition."),
    Form(
      "load", .disturbance,
      """
      \(.name) (at \(.instants) | every \(.positiveDuration) | poisson \(.perSecond) | gaps \
      \(.law) | burst \(.burst) | recorded \(.file) | after \(.leader)) [from \(.instant)] \
      [until \(.instant)] [takes \(.law)] as \(.delivery) [in \(.modes)] [shown through \(.driver)] \
      [runs modal for \(.positiveDuration) | runs modal until \(.instant)]
      """,
      "Tasks that compete for the thread (default: in common); indented under an arm, in that"
        + " arm alone. With 'every', the first comes after one interval, or at 'from'. A recorded"
        + " task takes its recorded duration unless there is a 'takes'. FILE"
        + " is a recording (start_us,duration_us,name, or arrived_us first), or a trace of another"
        + " tool that 'runlooplab import' reads. A '*' in its name stands for any letters: each"
        + " replication then has another of these files, in the order of their names. With 'after',"
        + " one task follows each task of the load LEADER, or with 'after NAME ends' each end of a driver:"
        + " of its motion, of what 'from' says, of its one callback, or by 'invalidate'. What a task did is shown by the first"
        + " frame of DRIVER whose callback begins at or after its end. With 'runs modal', which goes with"
        + " 'as main-queue', a task then runs a loop of its own, as a block does that shows an alert:"
        + " what is in the common modes goes on, and the main queue waits.",
      example: "load page every 700 ms takes 2 ms as main-queue"),
    Form(
      "input", .disturbance,
      """
      \(.name) (at \(.instants) | every \(.positiveDuration) | poisson \(.perSecond) | gaps \
      \(.law) | burst \(.burst) | recorded \(.file)) [from \(.instant)] [until \(.instant)] \
      [takes \(.law)] [in \(.modes)] [shown through \(.driver)]
      """,
      "What the user does, as taps and keys, each with a task that answers it (default: in common). It"
        + " comes as a signalled source, and in a browser before all posted tasks. As of a load, metrics"
        + " such as NAME.wait_max tell of its tasks.", example: "input tap at 2 s, 5 s takes 30 ms"
    ),
    Form(
      "gesture", .disturbance,
      """
      \(.gesture) at \(.instant) for \(.positiveDuration) [speed \(.speed)] [slop \
      \(.points)] [moves every \(.positiveDuration)] [times \(.repetition)]
      """,
      "A finger that is down for DURATION; while it is tracked, the run loop is in the tracking mode."
        + " A drag and a fling have a speed, which may be negative, and are tracked once they have moved"
        + " by the slop (default: 10). Indented under an arm, in that arm alone.",
      example: "gesture scroll at 1 s for 2 s"),
    Form(
      "scene", .scene, "\(.name) [as \(.kind)] [gravity \(.gravity)] [size \(.size)]",
      "A physics scene of the script's own (default: bodies, y upward, gravity 0, -1000 pt/s², size"
        + " 300, 300). A scene 'as items' follows UIKit Dynamics: y downward, and nothing acts on an"
        + " item but behaviors.", example: "scene room size 320, 200"),
    Form(
      "box", .part, "\(.name) in \(.name) at \(.vector) size \(.size) \(bodyClauses)",
      "A rectangle in a scene, by its center (default: mass 1, at rest, friction 0, elasticity 0)."
        + " Both friction and elasticity are multiplied where two bodies touch. An item has no mass"
        + " but a density.", example: "box crate in room at 16, 284 size 16, 16 mass 2"),
    Form(
      "disk", .part, "\(.name) in \(.name) at \(.vector) radius \(.extent) \(bodyClauses)",
      "A disk in a scene, as a box.", example: "disk ball in room at 150, 100 radius 8"),
    Form(
      "wall", .part,
      """
      \(.name) in \(.name) from \(.vector) to \(.vector) [friction \(.ratio)] [elasticity \
      \(.ratio)]
      """,
      "A line of radius 1 in a scene (default: friction 0.5, elasticity 0.8).",
      example: "wall floor in room from 0, 1 to 300, 1"),
    Form(
      "gravity", .behavior, "\(.items) in \(.name) [by \(.gravity)] \(times)",
      "Accelerates items (default: 0, 1000 pt/s², UIKit's magnitude of 1). A behavior is there from the"
        + " first step, or is added 'at' an instant and removed at 'until', on the thread of the"
        + " run; it wakes a driver that rests.",
      example: "gravity all in view"),
    Form(
      "collide", .behavior,
      """
      \(.items) in \(.name) [with \(.partners)] [bounds \(.insets)] [path \(.polyline)] \
      \(times)
      """,
      "Items that collide with each other, with the bounds of the scene less insets, and with a path."
        + " Boundaries have friction 1 and elasticity 1.",
      example: "collide all in view bounds 0, 0, 0, 0"),
    Form(
      "attach", .behavior,
      """
      \(.items) in \(.name) to \(.end) [length \(.extent)] [frequency \(.perSecond)] \
      [damping \(.ratio)] \(times)
      """,
      "Holds each item at a distance from a point or from another item (default: the distance at"
        + " which it is added), on a rod, or with a frequency on a spring.",
      example: "attach ball in view to 150, 50 frequency 0.5 Hz damping 0.2"),
    Form(
      "push", .behavior,
      "\(.items) in \(.name) by \(.force) [as \(.push)] [offset \(.vector)] \(times)",
      "Pushes items, on and on (default) or once, at a point from their centers.",
      example: "push ball in view by 1, 0 as instantaneous at 300 ms"),
    Form(
      "snap", .behavior, "\(.items) in \(.name) to \(.vector) [damping \(.share)] \(times)",
      "Pulls each item to a point on a spring of 2 Hz (default: damping 0.5).",
      example: "snap ball in view to 150, 200"),
    Form(
      "properties", .behavior,
      """
      \(.items) in \(.name) [density \(.density)] [elasticity \(.ratio)] [friction \
      \(.ratio)] [resistance \(.perSecondOfSpeed)] [angular-resistance \(.perSecondOfSpeed)] \
      [rotation \(.switch)] [anchored \(.switch)] \(times)
      """,
      "What items are made of; of two lines the later one decides (default: density 1, elasticity,"
        + " friction and resistance 0, rotation on, anchored off).",
      example: "properties ball in view density 2 resistance 0.5"),
    Form(
      "group", .behavior, "\(.name) in \(.name) \(times)",
      "A behavior that holds those 'within' it, which stand below it. They are added with it, or later"
        + " 'at' an instant, and are removed with it at the latest.",
      example: "group storm in view at 1 s until 2 s"),
    Form(
      "arm", .arm, "\(.name)",
      "A variant to compare; the indented lines below belong to it. Its timers share an alarm, as those of"
        + " one CFRunLoop do, so that one can delay another.", example: "arm timer-in-common"),
    Form(
      "timer", .driver,
      """
      \(.name) (every \(.positiveDuration) | once at \(.instant)) [first at \(.instant) | \
      phase \(.fraction)] [tolerance \(.duration)] [catch-up \(.catchUp)] in \(.modes) \
      [takes \(.cost)] [target \(.target)] [from \(.lives)] [by \(.timerClock)] [acts at most \
      every \(.cap)]
      """,
      "A timer. It is first due at an instant ('first at'), at a fraction of a refresh after a vsync"
        + " ('phase'), or (default) one interval and about half a refresh after its start. The default"
        + " keeps its fire dates off the vsyncs of a display at a fixed rate. Its tolerance is used only"
        + " where 'alarms land late' or 'anywhere' says so. With 'by wall clock' its"
        + " fire dates are not put off while the machine sleeps. With 'from' it is made at an instant"
        + " and gone at another; it has no fire dates outside, and no refresh there counts.",
      example: "timer ball every 1/60 s in default takes 2 ms"),
    Form(
      "link", .driver,
      """
      \(.name) [every \(.count) refreshes | prefers \(.pace)] (in \(.modes) | off-main via \
      \(.hop)) [policy \(.policy)] [takes \(.cost)] [target \(.target)] [from \(.lives)] \
      [acts at most every \(.cap)]
      """,
      "A display link. With 'from' it is made and gone as a timer is. With 'acts at most every' a"
        + " callback looks at the time since it last acted, and does nothing if that is too short. With"
        + " 'off-main' it runs on a thread of its own, and its callbacks on the main thread begin late if that is busy.",
      example: "link ball in common takes 2 ms"),
    Form(
      "loop", .driver,
      "\(.name) takes \(.cost) [in \(.modes)] [target \(.target)] [from \(.lives)]",
      "A loop of the program's own, as a game has one (default: in common): each callback ends with"
        + " present, and the next begins at once. With 'presents fifo 2 blocking' present waits until"
        + " the queue has room.", example: "loop game takes 8 ms"),
    Form(
      "animate", .motion,
      """
      \(.name) along \(.curve) from \(.points) to \(.points) over \(.positiveDuration) by \
      \(.clock) [starting at \(.instants)] [as \(.habits)]
      """,
      "Animates a value with the timer or link NAME, which pauses before the start and after the end.",
      example: "animate ball along ease-in-out from 0 to 300 over 1 s by now"),
    Form(
      "step", .motion,
      """
      \(.name) velocity \(.speed) [acceleration \(.acceleration)] [from \(.points)] [by \
      \(.integrator)] [first \(.firstDelta)] [life \(.life)] [views \(.count)] [each \
      \(.duration)] [held \(.isRetained)] [drops \(.drop)] [starting at \(.instants)]
      """,
      "Views that the timer or link NAME moves by the time since its last callback, each at a cost."
        + " Defaults: from 0 pt, by euler, first since-start, views 1, each 0 ms, held strongly."),
    Form(
      "simulate", .motion,
      """
      \(.name) scene \(.scene) steps \(.stepping) [by \(.sceneClock)] [each \(.duration)] \
      [order \(.order)] [shows \(.coordinate)] [input \(.sceneInput)] [against \(.stepGrid)] \
      [starting at \(.instants)]
      """,
      "A physics scene that the timer or link NAME steps, each step at a cost. Defaults: by now, each"
        + " 0 ms, position-first, and the coordinate in which the scene moves. With 'against', the"
        + " bodies are compared to the same scene in fixed steps that nothing delays. The driver"
        + " pauses when items under behaviors come to rest.",
      example: "simulate ball scene crates steps fixed 1/120 s clamped 5 each 1 ms"),
    Form(
      "what", .study, "if \(.changes)",
      "Runs every arm again with each of the changes that applies to it, beside the arm itself:"
        + " the same tasks arrive at the same instants, and all draws stay the same."),
    Form(
      "apply", .study, "\(.changes)", "Runs every arm with these changes, where they apply.",
      example: "apply page in chunks of 4 ms"),
    Form(
      "find", .study,
      """
      \(.bound) [over \(.range)] [within \(.quantity)] where \(.expectation) [as \(.name)]
      """,
      "Finds the largest (smallest) value for which EXPECTATION holds, among the values of the sweep"
        + " or in RANGE, by bisection down to QUANTITY; reports it and the next that fails. An"
        + " expectation may use NAME."),
    Form(
      "prove", .study,
      "(never \(.event) | always \(.limit)) over \(.open) [at most \(.budget) runs]",
      "What 'runlooplab prove' decides for all values of what is left OPEN, in every run of the script:"
        + " proven, refuted by the smallest case, or undecided after so many runs (default: 5000000)."
    ),
    Form(
      "worst", .study, "\(.most) over \(.open) [at most \(.budget) runs] [predict \(.formula)]",
      "What 'runlooplab prove' finds the most of, and when it happens; refuted if theory says another"
        + " number."),
    Form(
      "expect", .claim, "\(.expectation)",
      "What the runs must show. The report shows the verdict. With a name and a colon before it, as"
        + " 'smooth: A < B', reports for CI know it by the name, whatever the limit."),
    Form(
      "predict", .claim, "\(.prediction)",
      "A theoretical value of a metric. The report shows prediction and measurement side by side; with"
        + " ± it is an expectation too."),
    Form(
      "plot", .study, "\(.plot) over \(.name) [by \(.name)]",
      "A plot of a metric over a sweep, with one line per arm (default) or per value of another"
        + " sweep.", example: "plot ball.lateness_p99 over hiccup by arm"),
  ]

  private static let times: Pattern =
    "[within \(.name)] [at \(.instant)] [until \(.instant)]"

  private static let bodyClauses: Pattern =
    "[mass \(.mass)] [velocity \(.velocity)] [turned \(.degrees)] [friction \(.ratio)] [elasticity \(.ratio)]"
}

extension Grammar {
  /// The statements without which there is nothing to run.
  package static let needed: [(keyword: String, value: String, purpose: String)] = [
    ("display", "60 Hz", "when the display refreshes"), ("run", "10 s", "how long every run lasts"),
    ("arm", "timer", "what drives the animation"),
  ]

  /// Every kind of value that some statement takes, in their order.
  package static let slots: [SlotWords] = {
    var names: Set<String> = []
    return forms.flatMap { [$0.head].compactMap { $0 } + $0.clauses.map { $0.slot } }
      .filter { names.insert($0.name).inserted }
  }()

  /// Returns the form of a statement, or `nil` if there is no such statement.
  package static func form(_ keyword: String) -> Form? { forms.first { $0.keyword == keyword } }

  /// Returns the form of a statement that the grammar has.
  package static func known(_ keyword: String) -> Form {
    guard let form = form(keyword) else { preconditionFailure("no statement '\(keyword)'") }
    return form
  }
}

/// The experiment language, as it is shown to its writers.
package enum ScriptLanguage {
  /// The newest version of the language that is known.
  package static let version = 2

  /// The whole language on one page of 80 columns: the statements, then the kinds of values.
  package static var reference: String {
    var text = "STATEMENTS, one a line; '#' begins a comment; [ ] may be left out\n"
    for form in Grammar.forms { text += "\n" + reference(of: form) }
    text += "\nVALUES; '{NAME}' of a sweep may stand for any but TEXT, NAME and COUNT of runs\n\n"
    for slot in Grammar.slots {
      let name = "  \(slot.name)"
      let column = String(repeating: " ", count: 14)
      let meaning = slot.meaning + "\nExample: " + slot.example
      text += fill(meaning, first: name + " " + column.dropFirst(name.count + 1), rest: column)
    }
    return text
  }

  /// The keywords of all statements.
  package static var keywords: [String] { Grammar.forms.map { $0.keyword } }

  /// What the reference says of one statement; `nil` if there is none of this keyword.
  package static func reference(of keyword: String) -> String? {
    Grammar.form(keyword).map { String(reference(of: $0).dropLast()) }
  }

  private static func reference(of form: Form) -> String {
    let indent = form.home == .arm ? "    " : "  "
    return fill("\(form.keyword) \(form.pattern)", first: indent, rest: indent + "    ")
      + fill(form.summary, first: "      ", rest: "      ")
      + fill(form.example, first: "      Example: ", rest: "        ")
  }

  /// Breaks a text into lines of 80 columns at most; its own line breaks stay.
  private static func fill(_ text: String, first: String, rest: String) -> String {
    wrappedText(text, width: 80, first: first, rest: rest).joined(separator: "\n") + "\n"
  }
}

extension ScriptLanguage {
  /// Reads a duration as scripts spell it, such as `500 ms` or `1/60 s`.
  ///
  /// - Parameters:
  ///   - text: The duration.
  ///   - origin: Where it comes from, for the message about a mistake.
  /// - Returns: The duration, cut to whole nanoseconds.
  /// - Throws: The mistake, if it is no duration of 0 or more.
  package static func duration(
    _ text: String, from origin: String
  ) throws(ScriptError) -> Duration {
    do throws(Mistake) {
      let statement = try Statement(Grammar.known("run"), typed: text, in: origin)
      return try ResolvedStatement(statement).head(.duration)
    } catch {
      throw ScriptError([error], path: origin)
    }
  }
}
