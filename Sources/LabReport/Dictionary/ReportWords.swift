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
        "The longest hitch of the first arm that has one: dropped refreshes that follow one another."
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
        "saves",
        "By how much a change makes a metric smaller: before - after, negative if it makes it larger. See"
          + " 'saving'."
      ),
      (
        "breaks",
        MetricWords.breaks
      ),
      (
        "immediate",
        "Apple's worst rating of a hitch time ratio, above 50 ms/s: fix it at once. The others are good"
          + " (to 10 ms/s), warning (to 25) and critical (to 50). 'explain apple_hitch' names the"
          + " sources."
      ),
      (
        "dominated",
        "Another change that alters less of the program does as much: this one is not needed."
      ),
      (
        "what helps",
        "The changes that leave fewest dropped refreshes, each tried by running the script again with it."
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
        "saves alone",
        "What leaving the task out saves, if nothing else is changed; '–' if that was not tried."
      ),
      (
        "interaction",
        "What all tasks save when they are left out together, less the sum of what each saves alone."
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
