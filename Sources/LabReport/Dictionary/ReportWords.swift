import LabExperiment
import LabMetrics
import LabSeries

/// The words of reports on a screen that are neither metrics nor columns of files.
enum ReportWords {
  static let all: [(word: String, meaning: String)] =
    BlameCause.allCases.map { ($0.rawValue, "A cause of waiting. \($0.meaning)") }
    + Symptom.allCases.map { symptom in
      let metric = MetricDictionary.metric(named: symptom.metric)
      return (
        symptom.noun(for: 1),
        "What a sentence calls the metric \(symptom.metric). \(metric?.meaning ?? "")"
      )
    } + [
      (
        "wrong frame",
        "A refresh in which the display showed another picture than the one that was wanted. See"
          + " wrong_picture."
      ),
      (
        "wrong step",
        "A step from one new frame to the next that is more than a tenth of a refresh off the time that"
          + " passed: the metric late_dates of a driver that draws."
      ),
      ("fps", "New frames in each second, as a mean: see 'frame rate'."),
      (
        "good", "Apple's best grade of a hitch time ratio: up to 5 ms/s. See 'critical'."
      ),
      (
        "warning", "Apple's middle grade of a hitch time ratio: from 5 to 10 ms/s. See 'critical'."
      ),
      (
        "late",
        "How late callbacks began because of an owner, all of them together: the sum of its shares of"
          + " their lateness."
      ),
      (
        "wrong_picture",
        "For how long the display showed another picture of a driver than the one that was wanted. Each"
          + " refresh counts its length once, be its slot dropped, or its frame stale, uneven, too far"
          + " on or called back twice; a drop and the double that it causes are one event."
      ),
      (
        "unanswered",
        "How many callbacks did not come when they were wanted, of a driver that does not draw: fire dates"
          + " that never came, were missed or were answered too late, each once."
      ),
      (
        "wait",
        "How long the longest task of an input took, or of an awaited load, until it was"
          + " shown, or over; of fifty inputs and more the 98th percentile. One that is not over counts"
          + " to the end of the run. More than 200 ms is trouble for an input, 250 ms for a load."
      ),
      (
        "hangs",
        "For how long pieces of work held the thread that each took 250 ms or more: an app that hangs."
      ),
      (
        "owner",
        "Who held the thread: a load, a driver or another callout; for 'starved' the mode of the loop."
      ),
      (
        "worst moment",
        "The longest hitch of the first arm that has one: dropped frames that follow one another."
          + " Without a hitch, the latest callback."
      ),
      (
        "Against",
        "The change of an arm from the first one, on the same draws: its sum over all sweep points, and"
          + " with replications the mean and its 95 % interval. 'not significant': the interval contains 0."
      ),
      (
        "outlier",
        "A run in which a metric of the table is more than ten robust standard deviations from the median"
          + " of its replications, of which there are ten or more. A robust standard deviation is 1.4826"
          + " times the median distance from the median, or, if that is 0, 1.2533 times the mean distance."
          + " What differs from the median by less than a tenth of it is none."
          + " It is counted like the others; its seed runs it again."
      ),
      (
        "fewer",
        "By how much a change makes a number smaller: before - after, negative if it makes it larger."
          + " Above a time it is 'less'. See 'saving'."
      ),
      (
        "less",
        "By how much a change makes a time smaller: before - after, negative if it makes it longer. See"
          + " 'saving'."
      ),
      (
        "breaks",
        MetricWords.breaks
      ),
      (
        "critical",
        "Apple's worst grade of a hitch time ratio, from 10 ms/s on. The others are good (up to 5 ms/s)"
          + " and warning. Source: WWDC 2020, session 10077."
      ),
      (
        "dominated",
        "Another change that alters less of the program does as much: this one is not needed."
      ),
      (
        "what helps",
        "The changes that leave fewest dropped frames, each tried by running the script again with it."
      ),
      (
        "edge",
        "So near to a vsync that the error of two clocks decides the refresh: counted as 'edge' rather"
          + " than as agreement or difference. In 'explain', Edges says what a metric leaves out."
      ),
      (
        "undecided",
        "Neither holds nor fails: the interval of what was measured has the limit in it, the machine"
          + " was disturbed, or a search ended before it had seen all. Exit status 6."
      ),
      (
        "significant",
        "The 95 % interval of the mean change, over pairs of runs with the same draws, leaves out 0."
      ),
      (
        "identical", "Two runs with one fingerprint: the same down to the last event."
      ),
      (
        "values",
        "In 'compare', how many values of a family of metrics differ between the two results; the line"
          + " shows the one that tells most."
      ),
      (
        "±", "Half the width of the 95 % interval of a mean."
      ),
      (
        "tie",
        "A run in which both sides of a comparison are equal, so that '<' and '>' do not hold of it."
      ),
      (
        "fewer without",
        "How many fewer there are if the task is left out and nothing else is changed; '–' if that was"
          + " not tried."
      ),
      (
        "interaction",
        "How much less there is without all tasks together, less the sum of how much less there is without"
          + " each alone."
      ),
      (Verdict.Outcome.holds.rawValue, "The runs show what the expectation says; marked ✓."),
      (
        Verdict.Outcome.fails.rawValue,
        "The runs do not show what the expectation says; marked ✗. The values are those of the run that"
          + " is farthest beyond the limit."
      ),
      (
        Verdict.Outcome.notJudged.rawValue,
        "No run was selected for the expectation, because --set or --only chose others; marked –."
      ),
    ]
}

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

/// The words about a pasted list.
enum SeriesWords {
  static let all: [(word: String, meaning: String)] =
    SeriesMechanism.allCases.map { ($0.rawValue, $0.meaning) }
    + SeriesMechanism.allCases.filter { $0.phrase != $0.rawValue }.map { ($0.phrase, $0.meaning) }
    + SeriesFinding.Name.allCases.map { ($0.rawValue, $0.meaning) } + [
      (
        "description length",
        "How many bits it takes to write the list down if a mechanism is known: its parameters, and how"
          + " far each number is from what the mechanism says. The mechanism with the fewest bits is"
          + " named; each bit that another one takes more halves its odds."
      ),
      (
        "undecided",
        "The best two mechanisms describe the list in lengths that differ by less than three bits."
          + " Paste more numbers, or say what was asked: --every 16ms."
      ),
      (
        "sure", "The second candidate takes ten bits or more beyond the first: odds of 1000 to 1."
      ),
      ("likely", "The second candidate takes three to ten bits beyond the first."),
      (
        "certainty",
        "How sure the mechanism of a list is: sure, likely or undecided, by the bits to the second."
      ),
      ("rest", "What the intervals of a list do apart from its one long gap."),
      (
        "behind_bits",
        "How many bits longer a mechanism describes the list than the shortest does; each halves its"
          + " odds."
      ),
      ("alike", "No list can tell this mechanism from the one that is named."),
      ("resolution_ms", "The step to which the numbers of a list are told."),
      (
        "paces",
        "The rates of what is locked to refreshes, in turn: callbacks that mostly follow every n-th"
          + " refresh, for so long that a change of rate takes fewer bits than the exceptions would."
      ),
    ]
}
