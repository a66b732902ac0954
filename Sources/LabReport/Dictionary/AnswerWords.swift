/// The columns of answers, and of the recordings that scripts read.
enum AnswerWords {
  /// Every column, the table in which it stands, and its meaning.
  static let all: [(word: String, place: String, meaning: String)] = maps + proofs + inputs

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
    ("due_ns", "The date whose callback took so long, in nanoseconds."),
    ("duration_ns", "How long the callback of the date took, in nanoseconds."),
  ].map { ($0, "a column of a recording", $1) }
}
