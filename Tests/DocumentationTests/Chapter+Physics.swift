extension Chapter {
  private typealias Reading = Claim.Reading

  static let physics = Part(
    title: "Physics by hand",
    source: "The same chapter of “iOS Core Animation: Advanced Techniques”, physical simulation.",
    claims: [
      Claim(
        20,
        "A space holds bodies of a mass and a moment, whose shapes have friction and elasticity",
        .model, "An engine of the lab's own, with the order of a step and the mixing of Chipmunk.",
        by: "crates-repeat",
        Reading(
          point: [("rate", "60 Hz"), ("jitter", "0 ms")],
          metrics: ["fixed.crates.contacts_began", "fixed.crates.escapes"])),
      Claim(
        21, "A crate falls if each frame steps by the time that it measures", .holds,
        "But above the parabola, by half of gravity times the sum of the squared steps.",
        by: "free-fall-law",
        Reading(
          point: [("rate", "60 Hz"), ("jitter", "0 ms"), ("stall", "0 ms")],
          metrics: ["position-first.crate.final_error", "velocity-first.crate.final_error"]),
        Reading(
          point: [("rate", "60 Hz"), ("jitter", "0 ms"), ("stall", "250 ms")],
          metrics: ["position-first.crate.final_error"])),
      Claim(
        22, "Five crates fall into a heap in a box of four walls", .model,
        "Those at the edges begin a point inside the walls, which push them out.",
        by: "crates-repeat",
        Reading(
          point: [("rate", "60 Hz"), ("jitter", "0 ms")],
          metrics: ["variable.crates.departure_end", "variable.crates.escapes"])),
      Claim(
        23, "The accelerometer sets the direction of gravity sixty times a second", .model,
        "What a frame uses is up to a sample and a frame old, and behind a block as old as the block.",
        by: "accelerometer",
        Reading(
          point: [("rate", "60 Hz"), ("phase", "1 ms"), ("block", "200 ms"), ("stop", "3.99 s")],
          metrics: ["across.crates.input_age_max", "queued.crates.input_age_max"])),
      Claim(
        24, "Steps that are not fixed give other results from the same input", .holds,
        "A tenth of a millisecond of jitter is enough; fixed steps give the same bits.",
        by: "crates-repeat",
        Reading(
          point: [("rate", "60 Hz"), ("jitter", "0.1 ms")],
          metrics: ["variable.crates.departure_end", "fixed.crates.departure_max"])),
      Claim(
        25, "After a phone call things have passed through walls", .holds,
        "Where one step is longer than the way through: exactly 1 − 3 pt / step of the bullets.",
        by: "bullet",
        Reading(
          point: [("rate", "60 Hz"), ("speed", "1000")], metrics: ["link.bullet.escapes"])),
      Claim(
        25, "A dropped frame loses a crate", .holds,
        "If it is longer than the lowest crate needs to the floor. Fixed steps lose none.",
        by: "phone-call",
        Reading(
          point: [("start", "501 ms"), ("stall", "280 ms")],
          metrics: ["variable.crates.escapes", "fixed.crates.escapes"])),
      Claim(
        26, "Steps of 1/120 s until the frame is reached give a smooth animation", .half,
        "Where the rates divide; elsewhere it runs ahead by up to a step. Drawing between does not.",
        by: "steps-per-frame",
        Reading(
          point: [("rate", "90 Hz")],
          metrics: ["listing.box.motion_error_max", "interpolated.box.motion_error_max"])),
      Claim(
        27, "Physics that takes more than half of the time that it simulates needs longer steps",
        .holds, "One missed refresh then costs half the rate for ever, unless late callbacks come.",
        by: "spiral-of-death",
        Reading(
          point: [("u", "0.45"), ("b", "0 ms")],
          metrics: ["skip.crates.fires", "late.crates.fires"]),
        Reading(
          point: [("u", "0.55"), ("b", "0 ms")],
          metrics: ["skip.crates.fires", "late.crates.fires", "clamped.crates.fires"])),
    ])

  static let dynamics = Part(
    title: "UIKit Dynamics", source: "The article on items and behaviors.",
    claims: [
      Claim(
        42, "An animator composes behaviors, which act as soon as they are added", .model,
        "A group comes and goes with all that it holds; at rest the animator pauses, and what is added"
          + " wakes it.", by: "waking-animator",
        Reading(
          point: [("m", "2")],
          metrics: ["room.box.fires", "room.box.end", "space.box.speed_max", "sky.box.speed_end"])),
      Claim(
        43, "Gravity accelerates items until they hit something", .model,
        "A magnitude of 1 is 1000 pt/s²: a spring of 0.5 Hz gives by 101.3 pt.", by: "attachment",
        Reading(
          point: [("f", "0.5"), ("z", "1"), ("jitter", "0 ms")],
          metrics: ["listing.box.final_place"])),
      Claim(
        44, "Items collide with the bounds of the view, with paths and with segments", .model,
        "A box falls onto a ramp and the bounds, and stays within.", by: "contacts-and-rope",
        Reading(
          point: [("elasticity", "0"), ("step", "1/120 s")],
          metrics: ["bounds.box.escapes", "bounds.box.final_place"])),
      Claim(
        45, "A delegate is told when a contact begins and when it ends", .holds,
        "In turns; at rest one has begun and not ended.", by: "contacts-and-rope",
        Reading(
          point: [("elasticity", "0.64"), ("step", "1/120 s")],
          metrics: ["bounds.box.contacts_began", "bounds.box.contacts_ended"])),
      Claim(
        46, "An attachment keeps its length; a frequency and a damping make it a spring", .holds,
        "What the text calls oscillation is the frequency. The error halves with the step.",
        by: "attachment",
        Reading(
          point: [("f", "0.5"), ("z", "0.2"), ("jitter", "0 ms")],
          metrics: [
            "rod.box.position_error_max", "listing.box.position_error_max",
            "fine.box.position_error_max",
          ])),
      Claim(
        47, "A push acts once or on and on", .model,
        "100 pt/s², or 100 pt/s, divided by the mass: that of 100 by 100 pt is 1.",
        by: "push-snap-resistance",
        Reading(
          point: [("size", "100")], metrics: ["push.box.speed_end", "kick.box.speed_end"])),
      Claim(
        48, "A snap pulls an item to a point", .model,
        "By a spring of the lab's own constants; the less damped, the longer its way.",
        by: "push-snap-resistance",
        Reading(
          point: [("size", "100")], metrics: ["snap-loose.box.travel", "snap-tight.box.travel"])),
      Claim(
        49, "A gesture moves the anchor", .model,
        "The item lags by 2 ζ V / ω, and by the age of the newest touch.", by: "attachment",
        Reading(
          point: [("f", "0.5"), ("z", "0.2"), ("jitter", "0 ms")],
          metrics: ["dragged.box.final_place", "dragged.box.input_age_max"])),
      Claim(
        50, "Observers of the centers are told of every step, and ask for a layout", .holds,
        "Which is made once a frame, before the commit.", by: "contacts-and-rope",
        Reading(
          point: [("elasticity", "0"), ("step", "1/240 s")],
          metrics: ["rope.box.notifications", "rope.box.layouts"])),
      Claim(
        51, "Density, elasticity, friction and resistance belong to the items", .model,
        "A density of 2 halves a push; resistance divides the speed in every step.",
        by: "push-snap-resistance",
        Reading(
          point: [("size", "200")], metrics: ["kick.box.speed_end", "glide.box.speed_end"])),
    ])
}
