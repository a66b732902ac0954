import LabMetrics

/// What every column of every CSV file means.
///
/// The columns of metrics are explained by ``LabMetrics/MetricDictionary``; here stand the others.
public enum ColumnDictionary {
  /// The columns that are no metrics, with their meaning.
  static let plain: [(column: String, meaning: String)] = [
    ("experiment", "The experiment's short name: the script's file name without '.lab'."),
    ("run", "The position of the run in the plan, from 0."),
    ("replication", "Which repetition of its sweep point and arm the run is, from 0."),
    ("seed", "The seed of the run; all arms and sweep points of a replication share it."),
    ("arm", "The arm of the experiment: the variant that is compared with others."),
    ("driver", "The timer or display link that the row is about."),
    ("fingerprint", "A 64-bit hash of everything that happened in the run, in hexadecimal."),
    ("metric", "The column of runs.csv that the statistics of the row are about."),
    ("n", "Over how many replications the metric is defined."),
    ("mean", "The mean over replications, in the unit of the metric's column."),
    ("sd", "The standard deviation over replications, with n − 1; empty for n < 2."),
    ("ci95_low", "The lower end of the 95 % interval of the mean: mean − t(0.975, n − 1) sd / √n."),
    (
      "ci95_high", "The upper end of the 95 % interval of the mean: mean + t(0.975, n − 1) sd / √n."
    ),
    ("min", "The smallest value over replications."),
    ("median", "The median over replications: Hyndman–Fan type 1, an observed value."),
    ("p90", "The 90th percentile over replications, Hyndman–Fan type 1."),
    ("p99", "The 99th percentile over replications, Hyndman–Fan type 1."),
    ("max", "The largest value over replications."),
    (
      "baseline",
      "The first arm above this one that has a driver of the same name; empty if there is none."
    ),
    ("pairs", "In how many replications the metric is defined in this arm and in the baseline."),
    ("difference", "The mean over these pairs of: this arm − the baseline, on the same draws."),
    ("difference_sd", "The standard deviation of the differences, with n − 1."),
    (
      "difference_ci95_low",
      "The lower end of the 95 % interval of the mean difference, as ci95_low."
    ),
    (
      "difference_ci95_high", "The upper end of that interval. Without 0 in it, the change is real."
    ),
    (
      "variance_reduction",
      "How many times as many runs with draws of their own would give the same interval:"
        + " (var(arm) + var(baseline)) / var(difference); empty if the differences do not vary."
    ),
    ("prediction", "What theory says of a metric, as the script states it."),
    ("subject", "The drivers that a prediction is about."),
    ("predicted", "What theory says, in the unit of value_unit; empty where it does not hold."),
    ("measured", "The mean over replications of what was measured, in the same unit."),
    ("difference", "What was measured less what theory says."),
    ("finding", "The name by which expectations refer to what was found; empty without one."),
    ("search", "The search as the script states it."),
    ("place", "The values of the other sweeps, for which the search was carried out."),
    ("found", "The most extreme value for which the claim holds; empty if it holds for none."),
    (
      "fails_at",
      "Its neighbour, for which the claim does not hold; empty if nothing beyond it was tried."
    ),
    ("found_values", "What was measured in the first run with the value that was found."),
    ("fails_values", "What was measured in the first run with its neighbour that fails."),
    ("tried", "How many values were tried; a search between two of them assumes one change there."),
    (
      "changes",
      "How often the claim begins or ceases to hold from one value that was tried at first to the"
        + " next; with more than 1 there are several answers, and the most extreme is stated."
    ),
    ("expectation", "The expectation as the script states it."),
    ("verdict", "holds, fails, or not judged if no run was selected."),
    ("runs_judged", "How many comparisons the expectation made."),
    ("runs_failing", "In how many of them it did not hold or a value was undefined."),
    ("first_failing_run", "The first run that speaks against the expectation; empty if it holds."),
    ("first_failing_values", "The values of the first run that speaks against the expectation."),
    ("refresh", "The number of the refresh, from 0 at the start of the run."),
    ("vsync_ms", "When the refresh began."),
    ("latch_ms", "Until when a commit was taken into the refresh; empty if it came too early."),
    ("photon_ms", "When the picture of the refresh gave light."),
    ("measured", "1 if the row lies in the measured window, 0 in the warm-up."),
    ("outcome", "What became of the refresh (new, repeated) or of the firing's update."),
    ("updates", "How many updates reached the refresh: it shows the last of them."),
    ("overwritten", "How many of those updates nobody saw."),
    ("shown_update", "The number of the update that the refresh shows; empty if it repeats."),
    ("animation_time_ms", "The time for which the shown content was computed."),
    ("animation_error_ms", "The step of animation time minus that of light; empty if undefined."),
    ("place_pt", "Where the thing is that the driver moves; empty outside its motion."),
    ("intended_place_pt", "Where it should be then, the least way to the screen apart."),
    ("place_error_pt", "How far it is from there: place_pt − intended_place_pt."),
    ("content_lag_ms", "How far the motion on the screen is behind the wall's time."),
    ("cause", "Why the slot of the refresh showed nothing new; empty unless it was dropped."),
    ("firing", "The number of the firing, from 0."),
    ("due_ms", "The earliest due instant that the firing answered."),
    ("began_ms", "When the callback began."),
    ("ended_ms", "When the callback ended; empty if the run ended first."),
    ("missed", "The due instants since the previous firing that got no callback of their own."),
    ("lateness_ms", "How late the callback began: began − due."),
    ("trouble", "What went wrong: late_firing, double_fire, overwritten_update or dropped_slot."),
    ("number", "The number of the firing or update, or of the refresh of a double fire or slot."),
    ("begin_ms", "The due instant of the firing, or the latch before the dropped slot."),
    ("reason", "The cause of a share of the trouble; blame_ and the cause is the metric of it."),
    ("owner", "The load, callout or mode that is to blame; empty where nobody is."),
    ("serial", "The number of the task in its load, from 0; empty unless a task is to blame."),
    ("share_ms", "How long the trouble lasted for this reason; all shares add up to the trouble."),
    ("event", "The number of the record, from 0."),
    ("time_ms", "When it happened, since the start of the run."),
    ("what", "What happened: the kind of the record."),
    ("who", "Who it happened to."),
    ("detail", "The kind of source, activity, result or outcome."),
    ("mode", "The mode in which the loop ran; empty outside any run."),
    ("depth", "How many runs were nested in one another."),
    ("first", "A number that belongs to the kind of the record, often nanoseconds."),
    ("second", "Another number that belongs to the kind of the record."),
    ("rule", "The rule for bad frames that the row is about."),
    ("frames", "How many shown pictures have one before them, and so are judged."),
    ("bad_frames", "How many frames the rule calls bad; empty if it judges no single frames."),
    ("value", "The number that the rule is known by; empty where it is undefined."),
    ("value_unit", "The unit of that number."),
    ("grade", "What the publisher of the rule calls that number; empty where nobody says."),
    ("other_rule", "The rule with which the row compares."),
    ("disputed_frames", "How many frames the rule calls bad and the other one calls good."),
  ]

  /// Returns the explanation of a metric, column or rule, or `nil` if there is none of that name.
  public static func explanation(of name: String) -> String? {
    if let metric = MetricDictionary.metric(named: name) ?? MetricDictionary.metric(inColumn: name)
    {
      return """
        \(metric.name)   (column \(metric.column))

        \(metric.meaning)

        Unit     \(metric.unit.words)
        Formula  \(metric.formula)
        Edges    \(metric.edgeCases)
        Source   \(metric.source)
        """ + (MetricDictionary.lesson(for: metric.name).map { "\n\n" + $0 } ?? "")
    }
    if let rule = FrameRules.rule(named: name) {
      return """
        \(rule.name)   (a rule for bad frames)

        \(rule.meaning)

        Value    \(rule.valueMeaning) In \(rule.unit).
        Source   \(rule.source)
        """
    }
    if let successor = MetricDictionary.successor(of: name) {
      return "\(name)\n\nA former name; now \(successor)."
    }
    return (plain + PresentMonFile.meanings).first { $0.column == name }
      .map { "\($0.column)\n\n\($0.meaning)" }
  }

  /// The names of all metrics, columns and rules, metrics first.
  public static var names: [String] {
    MetricDictionary.all.map(\.name) + plain.map(\.column) + FrameRules.rules.map(\.name)
      + PresentMonFile.meanings.map(\.column)
  }

  /// Every metric on a line of its own, with its meaning.
  public static var overview: String {
    var table = TextTable([.left, .left])
    for metric in MetricDictionary.all { table.append([metric.name, metric.meaning]) }
    return table.lines.joined(separator: "\n")
  }
}

extension MetricUnit {
  fileprivate var words: String {
    switch self {
    case .count: "a count"
    case .refreshes: "refreshes"
    case .milliseconds: "milliseconds, exact to the nanosecond"
    case .millisecondsPerSecond: "milliseconds per second"
    case .percent: "percent"
    case .partsPerMillion: "parts per million"
    case .points: "points of the screen"
    case .perSecond: "hertz"
    }
  }
}
