extension Chapter {
  private typealias Reading = Claim.Reading

  static let timing = Part(
    title: "Timers, display links and the run loop",
    source: "“iOS Core Animation: Advanced Techniques”, chapter 11, timer-based animation.",
    claims: sources + links + modes)

  private static let sources = [
    Claim(
      1,
      "The display refreshes sixty times a second, and Core Animation interpolates at each refresh",
      .model, "The render server works out every picture for the refresh that shows it.",
      by: "curves-on-screen",
      Reading(
        point: [("curve", "bounce"), ("rate", "60 Hz")],
        metrics: ["server.ball.position_error_max", "server.ball.content_lag_base"])),
    Claim(
      2, "The hands of a clock move by a timer of one second; sixty times a second is the same",
      .model, "The same animation with another interval.", by: "replay",
      Reading(metrics: ["clock-hands.hands.end", "clock-hands.hands.picture_stay_max"])),
    Claim(
      3, "A timer of 1/60 s that adds 1/60 s a time moves a ball in a second, and again at a touch",
      .holds, "A touch invalidates the timer and begins anew.", by: "replay",
      Reading(
        metrics: ["once.ball.end", "once.ball.fires", "under-way.ball.fires", "again.ball.travel"])),
    Claim(
      4, "Any value can be interpolated; one that cannot turns over in the middle", .model,
      "The animations of numbers use the same function as points and transforms.",
      by: "article-names", Reading(metrics: ["linear.ball.final_place"])),
    Claim(
      5, "Animating many things at once shows problems", .holds,
      "From as many on as no longer fit into a refresh.", by: "many-views",
      Reading(point: [("views", "166")], metrics: ["late.ball.picture_stay_max"]),
      Reading(
        point: [("views", "200")],
        metrics: ["late.ball.picture_stay_max", "late.ball.fires", "skip.ball.fires"])),
    Claim(
      6, "The main thread works off a list: touches, packets, blocks, timers, the redraw", .model,
      "Four doors, each of which delays a timer in its own way.", by: "doors",
      Reading(point: [("door", "port")], metrics: ["timer.ball.lateness_max"]),
      Reading(point: [("door", "main-queue")], metrics: ["timer.ball.lateness_max"])),
    Claim(
      7, "A timer runs only after the task before it, which has no upper limit", .holds,
      "Its lateness is what is left of the task.", by: "unbounded-delay",
      Reading(point: [("task", "10 ms")], metrics: ["timer.ball.lateness_max"]),
      Reading(point: [("task", "2 s")], metrics: ["timer.ball.lateness_max"])),
    Claim(
      8, "The redraw is delayed in the same way", .holds,
      "No picture comes while a task holds the thread.", by: "stutter-jump",
      Reading(
        point: [("block", "100 ms")],
        metrics: ["link.ball.hitch_max", "link.ball.content_repeated"])),
    Claim(
      9,
      "A timer that is late after a redraw is choppy, and one that fires twice between two jumps",
      .holds, "Double fires are p (1 − p) of the refreshes, p the share of late fires.",
      by: "stutter-jump",
      Reading(point: [("block", "10 ms")], metrics: ["timer.ball.double_fires"]),
      Reading(
        point: [("block", "50 ms")],
        metrics: ["timer.ball.double_fires", "timer.ball.content_jump", "timer.ball.discontinuity"])
    ),
    Claim(
      11, "Three remedies: a display link, measured time, the right modes", .holds,
      "In that order, and only together.", by: "three-fixes",
      Reading(
        point: [("phase", "6.4 ms")],
        metrics: [
          "timer-fixed.ball.position_error_rms", "link-fixed.ball.position_error_rms",
          "link-now.ball.position_error_rms", "both-timestamp.ball.position_error_rms",
          "timer-fixed.ball.end", "both-timestamp.ball.end",
        ])),
  ]

  private static let links = [
    Claim(
      12, "A display link fires before the redraw (in one translation: after each refresh)", .holds,
      "It fires at a vsync, and the next one shows what it drew; “after” is a slip.",
      by: "curves-on-screen",
      Reading(
        point: [("curve", "linear"), ("rate", "60 Hz")],
        metrics: ["link.ball.lateness_max", "link.ball.content_lag_base"])),
    Claim(
      13, "An interval of 2 gives 30 callbacks a second, and is right for code slower than 1/60 s",
      .holds, "Every second refresh is even, every late one is not.", by: "slow-handler",
      Reading(
        point: [("cost", "20 ms"), ("pace", "1")],
        metrics: ["link.ball.picture_stay_min", "link.ball.picture_stay_max"]),
      Reading(
        point: [("cost", "20 ms"), ("pace", "2")],
        metrics: ["link.ball.picture_stay_min", "link.ball.picture_stay_max"])),
    Claim(
      14, "A display link skips a missed frame altogether and goes on at the next", .half,
      "That is one policy. By the other, which devices show, one callback comes late.",
      by: "lost-ticks",
      Reading(
        point: [("block", "50 ms")],
        metrics: ["link.ball.missed", "link-skip.ball.missed", "timer.ball.missed"])),
    Claim(
      15, "Measuring the time cures the wrong speed", .holds,
      "The end is right; but the callback's clock adds unevenness of its own, the vsync's none.",
      by: "clock-choice",
      Reading(
        point: [("block", "0 ms")],
        metrics: ["now.ball.content_lag_sd", "timestamp.ball.content_lag_sd"]),
      Reading(point: [("block", "50 ms")], metrics: ["fixed.ball.end", "now.ball.end"])),
  ]

  private static let modes = [
    Claim(
      16, "The common modes have a higher priority than the default mode", .wrong,
      "Modes are sets: they say when a source is served, not in which order.",
      by: "modes-are-not-priorities",
      Reading(metrics: ["timer-default.ball.lateness_mean", "timer-common.ball.lateness_mean"])),
    Claim(
      17, "While scrolling, standard timers and requests do not run", .holds,
      "They starve as long as the loop runs in another mode.", by: "scroll-freeze",
      Reading(
        point: [("scroll", "500 ms")],
        metrics: ["timer-default.ball.starved", "timer-default.ball.longest_gap"])),
    Claim(
      18, "In the common modes your animation may stop others", .half,
      "By its cost alone: both share the thread, and what fits into a refresh does no harm.",
      by: "common-modes-cost",
      Reading(point: [("cost", "12 ms")], metrics: ["common.scroller.lateness_max"]),
      Reading(
        point: [("cost", "18 ms")],
        metrics: ["common.scroller.lateness_max", "default.scroller.blocked"])),
    Claim(
      19,
      "Adding a link to the default and the tracking mode, or a timer to the common ones, is right",
      .holds, "Both names come to the same.", by: "scroll-freeze",
      Reading(
        point: [("scroll", "500 ms")],
        metrics: [
          "link-both.ball.fires", "link-common.ball.fires", "timer-common.ball.starved",
        ])),
  ]
}
