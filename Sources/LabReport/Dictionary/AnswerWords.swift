/// The columns of answers, and of the recordings that scripts read.
enum AnswerWords {
  /// Every column, the table in which it stands, and its meaning.
  static let all: [(word: String, place: String, meaning: String)] =
    maps + proofs + inputs + arms + answers

  private static let maps = [
    ("open", "What moves: the first date of a timer, the first vsync, or the arrival of a task."),
    ("from_ns", "The first value of a region or of what is open, in nanoseconds from the start."),
    ("to_ns", "The value behind the last one, in nanoseconds from the start."),
    ("covered_to_ns", "The value from which on nothing was decided, in nanoseconds."),
    ("regions", "How many ranges of values have counts of their own."),
    ("region", "Values next to one another at which everything that is counted stays the same."),
    ("width_ns", "How many whole nanoseconds a region holds."),
    ("share_pct", "How much of all values has the count, in percent."),
    ("count", "How often it happens at these values."),
    ("middle_ns", "The middle of a range with the least count, in nanoseconds."),
    ("duration_ns", "How long the run is that was decided, in nanoseconds."),
    ("above_pct", "How much of all values has more than the least count, in percent."),
  ].map { ($0, "in answers of map", $1) }

  private static let proofs = [
    ("quantity", "What is proven: an event that never happens, or a limit that always holds."),
    ("answer", "Whether it is proven, refuted or undecided."),
    ("limit", "The limit that is claimed."), ("predicted", "What theory says it is at most."),
    ("most", "The most that was found."),
    ("covered_tasks", "Up to how many tasks all cases are decided."),
    ("what", "What the case sets: a first date, a vsync or a task."),
    ("at_ns", "When it is, in nanoseconds from the start."),
    ("takes_ns", "How long the task takes, in nanoseconds."),
  ].map { ($0, "in answers of prove", $1) }

  private static let inputs = [
    ("start_us", "When a recorded task began, in microseconds from the start of the recording."),
    (
      "arrived_us", "When a recorded task arrived, in microseconds from the start of the recording."
    ),
    ("duration_us", "How long a recorded task took, in microseconds."),
    ("vsync_ns", "The instant of a recorded vsync, in nanoseconds."),
    ("due_ns", "The fire date whose callback took so long, in nanoseconds."),
    ("duration_ns", "How long the callback of the fire date took, in nanoseconds."),
  ].map { ($0, "a column of a recording", $1) }

  private static let arms = [
    (
      "recorded",
      "The driver of the app itself, with the fire dates, modes and costs of the recording."
    ),
    ("timer", "A timer at the rate of the display."),
    ("link", "A display link."),
    ("link-skip", "A display link that skips the refreshes for which it is late."),
    ("interval", "setInterval with the whole milliseconds of a refresh, and a fixed step."),
    ("chain", "A setTimeout in each callback, as long as a refresh, and a fixed step."),
    ("raf", "requestAnimationFrame with a fixed step for each callback."),
    ("raf-time", "requestAnimationFrame that moves by the time that it is given."),
    ("your app", "What the recording says, and no run of the lab."),
  ].map { ($0, "an arm of try", $1) }

  private static let answers = [
    ("note", "in why", "What else is to be said of the change."),
    (
      "broke", "in why",
      MetricWords.breaks
    ),
    ("takes_ms", "in why", "How long the task takes, in milliseconds."),
    (
      "attributed_ms", "in why",
      "How much of the trouble the task causes, in milliseconds."
    ),
    ("attributed_pct", "in why", "The same as a share of all of the trouble, in percent."),
    ("saves_alone", "in why", "How much less there is if the task alone is left out."),
    ("reruns", "in why", "How many runs it took to find out."),
    ("culprit", "in try, measure", "What held the thread, or else the cause, in parentheses."),
    ("bad", "in measure", "How many frames the rule calls bad."),
    (
      "same", "in measure, verify",
      "Rules with one letter call the same frames bad; of a file, whether it is"
        + " the same."
    ),
    (
      "fixed_step_pct", "in try",
      "How fast a motion by a fixed step goes, in percent of its own speed."
    ),
    ("side", "in compare", "Whether it is before or after."),
    ("before", "in compare", "The first of the two that are compared."),
    ("after", "in compare", "The second of the two that are compared."),
    ("before_ms", "in compare", "The time before, in milliseconds."),
    ("after_ms", "in compare", "The time after, in milliseconds."),
    ("replayed", "in compare", "What the lab makes of the same recording."),
    ("difference", "in compare", "By how much the two differ."),
    ("work", "in compare", "The part of the change that comes of other work."),
    ("things", "in import", "What is counted."),
    ("expectations", "in check", "How many 'expect' statements there are."),
  ]
}
