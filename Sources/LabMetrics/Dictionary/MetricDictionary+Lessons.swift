extension MetricDictionary {
  /// How to read the metrics that the others lean on, each with an example, in lines of 80 columns.
  private static let lessons: [(name: String, text: String)] = [
    (
      "hitch_ratio",
      """
      A frame hitches when it shows later than it was wanted: the frame before it
      stays, and the motion sticks. How much later is its hitch time. The ratio adds
      that up and divides by the time watched, so runs of any length compare.
      At 60 Hz a frame that shows for three refreshes instead of one sticks for
      33.3 ms; once in two seconds, that is 16.7 ms per s.
      Apple's grades (WWDC 2020, session 10077): good up to 5 ms/s, a warning above,
      critical from 10 ms/s.
      It is blind to frames that jump (animation_error, double_fires), and cannot
      tell one long hitch from many short ones (hitch_max), nor who was late
      (hitches_commit, hitches_render, blame_dropped).
      """
    ),
    (
      "animation_error",
      """
      Between two frames the content moves on by a step of its own clock, and the
      display by a step of time. Where the steps differ the eye sees a jump (too far)
      or a stop (not far enough), though every refresh may have had a new frame.
      A 60 Hz timer on a display of 59.95 Hz drops nothing for minutes, but every 20 s
      one of its frames is never shown, and the next is 16.7 ms ahead: an error of
      16.7 ms with 0 drops and a hitch ratio of 0.
      """
    ),
    (
      "double_fires",
      """
      A display shows one frame a refresh. A second callback that begins in the same
      refresh draws over the first, so its work is lost and the motion jumps a step.
      Late timers do it by nature: a late fire and the punctual next one fall into one
      refresh. A display link of an app does not: it calls back once a refresh at most.
      """
    ),
    (
      "saving",
      """
      The saving of a change is the metric without it less the metric with it, of
      one run made twice: the same tasks at the same instants, the same draws. It is
      exact and signed, and says what the change buys.
      Attribution (blame) says who held the thread while a frame waited. It adds up to
      all of the waiting, and does not say what would help:
      Two tasks of 5 ms, 1 ms apart, make a timer fire twice once. One alone does not.
      A part is attributed to each, and leaving out either removes all of it: savings
      sum up to 2 of 1.
      Two tasks of 10 ms leave one refresh empty. Each alone does, too. A part is
      attributed to each, and leaving out either changes nothing: 0 of 1, though both
      held the thread.
      See experiments/work/blame-is-not-saving.lab, and 'runlooplab why --all'.
      """
    ),
    (
      "dropped",
      """
      Only a target says what a drop is. A link at half rate repeats every frame,
      and drops none; a 30 Hz timer on 60 Hz drops half if every refresh wants a
      frame, and none with 'target 30 Hz'. Each drop has one cause: dropped_starved,
      dropped_tasks, dropped_render and so on add up to dropped. The cause is what
      most of the slot's time is attributed to: see blame_dropped.
      """
    ),
  ]

  /// Returns how to read a metric, or `nil` if its entry says it all.
  ///
  /// A lesson serves the metric of its name and the statistics of it, such as
  /// `animation_error_p99`.
  public static func lesson(for metric: String) -> String? {
    lessons.first { name, _ in
      metric == name
        || metric.hasPrefix(name + "_") && name != "dropped" && self.metric(named: metric) != nil
    }?.text
  }
}
