import LabExperiment
import LabMetrics

/// The words of reports on a screen that are neither metrics nor columns of files.
enum ReportWords {
  /// Every word with its meaning.
  static let all: [(word: String, meaning: String)] =
    BlameCause.allCases.map { ($0.rawValue, "A cause of waiting. \($0.meaning)") } + [
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
