import LabLanguage

extension Glossary {
  static let names = [
    Entry(
      "Stutter",
      "the motion is uneven: a frame stays too long (a hitch), or two steps come in one refresh (a"
        + " double fire, a jump). No number is called so; these measure it.",
      by: "dropped", "double_fires", "hitch_ratio", "animation_error_p99", "stutter_share"),
    Entry(
      "Jank",
      "Android's and Chrome's word for frames that miss their refresh; each counts by a rule of its"
        + " own, of which frame_rules.csv has all.", by: "dropped", "hitch_ratio"),
    Entry(
      "Judder", "the time between displayed frames varies: a film of 24 frames on 60 Hz.",
      by: "judder_sd", "judder_p99", "judder_max"),
    Entry(
      "Jump", "a step of the motion that is too long for its refresh.", by: "animation_error_max",
      "content_jump", "position_jump"),
    Entry(
      "Freeze", "no callback for long, so that everything stands still.", by: "frozen",
      "longest_gap",
      "hitch_max"),
    Entry(
      "Hang", "the thread does not answer an input for long.", by: "longest_gap", "lateness_max",
      "input_to_photon_max"),
    Entry(
      "Frame rate",
      "new frames a second (fps). A mean: it hides one long hitch among many short"
        + " frames.", by: "fps_avg", "fps_p1", "fps_low1_average"),
    Entry(
      "TBT", "total blocking time: by how much long tasks are longer than 50 ms.",
      by: "blocking_time"),
    Entry(
      "Blame", "attribution: who held the thread while a callback was late or a frame waited.",
      by: "blame", "blame_dropped"),
  ]

  static let laboratory = [
    Entry(
      "Unit",
      "what stands behind a number: \(Unit.all.map(\.name).joined(separator: ", ")), or a rate such as"
        + " '40 per s', '50 pt/s', '1000 pt/s²' or '5 ms/s'. A number without one is a count."),
    Entry("Scenario", "one run in full, but for the seed."),
    Entry("Arm", "a variant that an experiment compares with others on the same draws."),
    Entry("Sweep", "a value that is varied. A combination of values is a point."),
    Entry("Replication", "a repetition of a point under another seed."),
    Entry("Trace", "everything that happened in a run, in order."),
    Entry("Fingerprint", "a hash of a trace; equal fingerprints mean equal metrics."),
    Entry(
      "Attribution",
      "who held the thread, nanosecond by nanosecond, while a driver was late or a slot was dropped.",
      by: "blame", "blame_dropped"),
  ]

  static let pictures = [
    Entry(
      "Replay",
      "what was on the screen at one instant, for all arms. The shape of an arm stands at the time that"
        + " its picture shows, the line at the instant; below, a cell for every refresh: red is"
        + " dropped, an outline a repeated frame where no new one was due."),
    Entry(
      "Overview",
      "how long each picture stayed, over the whole run; red is what is more than one refresh."),
    Entry(
      "Space-time diagram",
      "what the screen showed over time, a step for every refresh. A red square is a dropped refresh, a"
        + " triangle a jump: a refresh that two or more updates reached."),
    Entry(
      "Lanes",
      "the modes of nested runs, when callbacks were due, who held the thread, when was committed, and"
        + " what the display showed. An arrow leads to a callback that began late; ▲ is a picture"
        + " that was never shown."),
    Entry(
      "Share", "which part of a sample is not above a value. The tail is its largest tenth."),
    Entry(
      "Band",
      "the 95 % interval of a mean over replications. Theory is what a 'predict' statement says, a"
        + " bound what an 'expect' statement demands."),
    Entry(
      "Heat map",
      "a metric over two sweeps; a thick outline is a point at which an expectation fails."),
  ]
}
