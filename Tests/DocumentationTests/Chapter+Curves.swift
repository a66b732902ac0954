extension Chapter {
  private typealias Reading = Claim.Reading

  static let curves = Part(
    title: "Curves by hand",
    source: "The article on POP and on animations by display link.",
    claims: [
      Claim(
        28, "A view is to move by 600 px; its code says 300 points", .model,
        "On a screen of two pixels a point these are the same.", by: "article-defects",
        Reading(point: [("rate", "60 Hz")], metrics: ["repaired.ball.travel"])),
      Claim(
        29, "Two of UIView's four curves are the default", .wrong,
        "Ease-in-out alone is; Core Animation's own default is a fifth curve.", by: "article-names",
        Reading(
          metrics: [
            "ease-in-out.ball.final_place", "core-animation-default.ball.final_place",
          ])),
      Claim(
        30, "A display link has a small error of time and runs at the display's rate", .holds,
        "Measured, it ends within a refresh; counted in sixtieths it does not.",
        by: "hard-coded-sixtieth",
        Reading(point: [("rate", "120 Hz")], metrics: ["measured.ball.end", "fixed.ball.end"])),
      Claim(
        31, "The entry m42 of a transform moves a layer down", .holds,
        "Row vectors: the fourth row is the translation. What is animated is that number.",
        by: "article-defects",
        Reading(point: [("rate", "60 Hz")], metrics: ["repaired.ball.final_place"])),
      Claim(
        32, "while now < end { apply } animates", .wrong,
        "As one task it holds the thread, and nothing is shown until it ends.", by: "while-loop",
        Reading(metrics: ["loop.ball.hitch_max", "loop.ball.content_jump"])),
      Claim(
        33, "The linear animation draws time / duration × 300 until the end, then stops its link",
        .half, "It never draws its last value, and cannot be run twice.", by: "article-defects",
        Reading(
          point: [("rate", "60 Hz")],
          metrics: [
            "once.ball.final_place", "twice.ball.travel", "repaired.ball.final_place",
          ]),
        Reading(point: [("rate", "120 Hz")], metrics: ["once.ball.final_place"])),
      Claim(
        34, "Solving the cubic within 1/(1000 × duration) is enough", .half,
        "The time is right to a thousandth, the place only to that times the slope.",
        by: "solver-epsilon",
        Reading(
          point: [("epsilon", "0.001"), ("curve", "default")],
          metrics: ["article.ball.position_error_max", "article.ball.backward_steps"]),
        Reading(
          point: [("epsilon", "0.0000001"), ("curve", "default")],
          metrics: ["article.ball.position_error_max", "article.ball.backward_steps"])),
      Claim(
        34, "The method that is called easeIn eases in", .wrong,
        "It asks for easeInEaseOut; half way the two are far apart.", by: "article-names",
        Reading(metrics: ["ease-in.ball.final_place", "ease-in-out.ball.final_place"])),
      Claim(
        35, "POP does the same, in the form of objects", .holds,
        "On the main thread, by a display link and with this solver; a block of the thread stops it.",
        by: "curves-on-screen",
        Reading(
          point: [("curve", "ease-in"), ("rate", "60 Hz")],
          metrics: ["link.ball.position_error_max", "link.ball.content_lag_base"])),
    ])

  static let deltaTime = Part(
    title: "Time differences",
    source: "The article on a wrapper of the display link, and its demo.",
    claims: [
      Claim(
        36, "The notifier starts its link when it is made and stops it when it is released", .wrong,
        "The link retains it, so that it is never released; through a weak reference it is.",
        by: "dropped-owner",
        Reading(
          metrics: ["retained.ball.fires", "weak.ball.fires", "listener.ball.final_place"])),
      Claim(
        37, "The first difference counts from lastTime = 0", .wrong,
        "That is the time since the system started: the view is gone at once.", by: "first-delta",
        Reading(
          point: [("uptime", "24 h")],
          metrics: ["seed.ball.position_jump", "zero.ball.position_jump"])),
      Claim(
        38, "Speed × time and acceleration × time make the motion independent of the rate", .half,
        "To first order: the error is −a T dt / 2. Midpoint steps have none.",
        by: "frame-rate-independence",
        Reading(point: [("rate", "30 Hz")], metrics: ["euler.ball.final_error"]),
        Reading(
          point: [("rate", "120 Hz")],
          metrics: ["euler.ball.final_error", "midpoint.ball.final_error"])),
      Claim(
        39, "A life grows by 0.01 a callback up to its limit", .half,
        "It lasts 100 refreshes: it is shorter the faster the display is.",
        by: "frame-rate-independence",
        Reading(point: [("rate", "60 Hz")], metrics: ["euler.ball.end", "repaired.ball.end"]),
        Reading(point: [("rate", "120 Hz")], metrics: ["euler.ball.end", "repaired.ball.end"])),
      Claim(
        40, "About sixty views at once are no problem", .holds,
        "At a tenth of a millisecond each, up to 166.", by: "many-views",
        Reading(
          point: [("views", "60")], metrics: ["late.ball.picture_stay_max", "late.ball.fires"])),
      Claim(
        41, "Views have speeds and accelerations of ±100 and live for 0.3 to 1.5 s", .model,
        "Uneven steps cost each half its square times the acceleration.", by: "uneven-steps",
        Reading(
          point: [("block", "100 ms")],
          metrics: ["euler.ball.final_error", "midpoint.ball.final_error"])),
    ])
}
