/// A lesson of the tour: a question, guesses, a script that answers, the reason, and one thing to
/// change.
package struct Lesson: Sendable {
  /// The name of the script, without its extension.
  package let name: String
  package let question: String
  /// What one may guess; the first that is right is at the position `answer`.
  package let guesses: [String]
  package let answer: Int
  /// Why it is so.
  package let reason: String
  /// What to change, and the options that change it.
  package let change: (text: String, set: String)
  /// What is shown of the run.
  package var shows = Show.moment

  /// What is shown of the run of a lesson.
  package enum Show: Equatable, Sendable {
    /// Its worst moment.
    case moment
    /// A picture, by the options of `show` that draw it.
    case picture([String])
    /// What happens for every phase of the timer, as `map` and `prove` say it.
    case phases
    /// What the run loop of this machine makes of the script, as `live` does.
    case live
  }

  /// The script without its question and its last line feed.
  package var script: String { String(PackageText.named("\(name).lab").dropLast()) }

  /// Whether the phase of its timer can be dragged.
  var hasPhases: Bool { shows == .phases }

  /// The letter of the right guess.
  package var letter: String { String(Array("abc")[answer]) }

  /// The right guess with its letter.
  package var solution: String { "\(letter): \(guesses[answer])" }

  /// The subcommand that shows what a change does.
  package var command: String {
    switch shows {
    case .moment, .picture: "watch"
    case .phases: "map"
    case .live: "live"
    }
  }

  /// The script as it is written to a file.
  package var file: String {
    """
    # Lesson \((Self.all.firstIndex { $0.name == name } ?? 0) + 1) of the tour. Change what you like.
    title     \(name.prefix(1).uppercased() + name.dropFirst().replacing("-", with: " "))
    question  \(question)
    because   \(reason)

    \(script)

    """
  }
}

extension Lesson {
  /// The lessons in order; each is about one thing more than the one before.
  package static let all = [
    Lesson(
      name: "late-fire",
      question: "A 60 Hz timer waits behind one task of 30 ms. What does the eye see?",
      guesses: ["nothing", "the motion stops for a moment", "it stops, and then jumps"], answer: 2,
      reason: "The late fire and the next one on the timer's grid fall into one refresh.",
      change: ("a task of 5 ms", "block=5 ms")),
    Lesson(
      name: "display-link",
      question: "Does a display link fire twice in one refresh after the same task?",
      guesses: ["yes, once", "never", "only if the task is long"], answer: 1,
      reason: "A display link has at most one callback pending, however many vsyncs have passed.",
      change: ("a task of 300 ms", "block=300 ms")),
    Lesson(
      name: "two-clocks",
      question:
        "Nothing else runs. How often does a timer of 16 ms fire twice in a refresh of 60 Hz?",
      guesses: ["never", "about once a minute", "more than twice a second"], answer: 2,
      reason: "Two rates beat: a timer of 62.5 Hz has 2.5 fires a second too many.",
      change: ("an interval of 1/60 s", "interval=1/60 s")),
    Lesson(
      name: "scrolling",
      question: "A finger scrolls for half a second. What does a timer in the default mode do?",
      guesses: ["it goes on", "it is late", "it is silent"], answer: 2,
      reason:
        "The touch runs the loop once more, from inside the outer loop, in the tracking mode; until the"
        + " finger lifts, this nested loop serves only what is in its mode, and the outer one waits."
        + " Common is no mode: no loop ever runs in it. It is a set, here of default and tracking, and a"
        + " timer that is added to it is put into each of them.",
      change: ("the set instead of the one mode", "timer-mode=common")),
    Lesson(
      name: "which-time",
      question:
        "A link is late, drops nothing, and moves the ball by the time of day. Is it smooth?",
      guesses: ["yes: no frame is dropped", "no: each frame shows a wrong place"], answer: 1,
      reason:
        "The time of day contains the lateness of the callback, so that the ball goes a long and a short"
        + " way in turns; the timestamp of the vsync does not.",
      change: ("tasks of 1 ms", "work=1 ms"),
      shows: .picture(["--as", "strip", "--from", "500 ms", "--for", "120 ms"])),
    Lesson(
      name: "too-much-work",
      question: "Each callback takes 20 ms at 60 Hz. How many frames come?",
      guesses: ["60 a second", "50 a second", "30 a second"], answer: 1,
      reason:
        "Late callbacks follow one another without a gap, and unevenly. A link that is called at every second"
        + " refresh is even, at 30 a second.",
      change: ("callbacks of 10 ms", "cost=10 ms")),
    Lesson(
      name: "tolerance",
      question: "A timer may be 8 ms late to save power. What does the motion pay?",
      guesses: ["nothing: 8 ms is half a refresh", "frames, when the alarm crosses a vsync"],
      answer: 1,
      reason: "A tolerance moves each fire, and one that moves across a vsync changes its refresh.",
      change: ("a tolerance of 1 ms", "tolerance=1 ms")),
    Lesson(
      name: "how-much",
      question:
        "A task begins 4 ms after a vsync of 60 Hz. How long may it be until a frame drops?",
      guesses: ["12 ms, until the next vsync", "about 28 ms", "any time"], answer: 1,
      reason: "A frame has until the vsync after the next, less the callback itself.",
      change: ("tasks of 20 ms and 60 ms", "block=20 ms, 60 ms")),
    Lesson(
      name: "every-phase",
      question: "One task of 20 ms. At which of all phases does a 60 Hz timer fire twice?",
      guesses: ["at none", "at about half of them", "at all"], answer: 1,
      reason:
        "The late fire and the next one share a refresh or not, as the phase has it. A few runs decide"
        + " all 16,666,667 phases: between two at which something changes places, all counts stay.",
      change: ("a task of 5 ms", "block=5 ms"), shows: .phases),
    Lesson(
      name: "this-machine",
      question:
        "The same script runs on the real run loop of this machine. Does the timer do what the lab says?",
      guesses: [
        "no: real time is another thing", "only on average",
        "yes, date by date, but for what the machine takes away",
      ], answer: 2,
      reason:
        "The lab has the loop's rules; a real thread only wakes 0.1 ms late. Where others take the"
        + " processor the plan is not carried out; the replay with the measured times is right again.",
      change: ("tasks of 5 ms", "block=5 ms"), shows: .live),
  ]
}
