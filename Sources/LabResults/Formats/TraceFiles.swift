import LabExperiment
import LabKernel
import LabMetrics

/// The CSV files that list what happened in a run, written run by run.
enum TraceFiles {
  typealias Firing = (number: Int, row: FiringRow)

  /// The file `refreshes.csv`: a row per driver and refresh.
  static let refreshes = CSVFile<DriverRow<RefreshRow>>(
    "refreshes.csv",
    columns: Column.driverKey() + [
      Column("refresh", "The number of the refresh, from 0 at the start of the run.") {
        $1.field($0.content.index)
      },
      Column("vsync_ms", .milliseconds, "When the refresh began.") {
        $1.milliseconds($0.content.vsync.nanoseconds)
      },
      Column(
        "latch_ms", .milliseconds,
        "Until when a commit was taken into the refresh; empty if it came too early."
      ) { $1.milliseconds($0.content.latch?.nanoseconds) },
      Column("photon_ms", .milliseconds, "When the frame of the refresh was displayed.") {
        $1.milliseconds($0.content.photon.nanoseconds)
      },
      Column("measured", "1 if the refresh lies in the measured window, 0 in the warm-up.") {
        $1.field($0.content.isMeasured ? 1 : 0)
      },
      Column("outcome", "What happened to the refresh: new or repeated.") {
        $1.field($0.content.isNew ? "new" : "repeated")
      },
      Column(
        "updates", .count, "How many updates reached the refresh: it shows the last of them."
      ) { $1.field($0.content.updates) },
      Column("overwritten", .count, "How many of those updates were not shown.") {
        $1.field($0.content.overwritten)
      },
      Column(
        "shown_update", "The number of the update that the refresh shows; empty if it repeats."
      ) { $1.field($0.content.shownUpdate) },
      Column(
        "animation_time_ms", .milliseconds,
        "The time for which the shown content was computed; empty if the refresh repeats."
      ) { $1.milliseconds($0.content.animationTime?.nanoseconds) },
      Column(
        "animation_error_ms", .milliseconds,
        "The step of animation time minus the display step; empty if undefined."
      ) { $1.milliseconds($0.content.animationError?.wholeNanoseconds) },
      Column(
        "place_pt", .points, "Where the thing is that the driver moves; empty outside its motion."
      ) { $1.number($0.content.content?.place) },
      Column(
        "intended_place_pt", .points,
        "Where it should be then, the least way to the screen apart."
      ) { $1.number($0.content.content?.intended) },
      Column(
        "place_error_pt", .points, "How far it is from there: place_pt − intended_place_pt."
      ) { $1.number($0.content.content?.error) },
      Column(
        "content_lag_ms", .milliseconds,
        "How far the motion on the screen is behind the wall's time."
      ) { $1.milliseconds($0.content.content?.lag.wholeNanoseconds) },
      Column("x_pt", .points, "The first body of a physics scene; empty for anything else.") {
        $1.number($0.content.content?.pose?.x)
      },
      Column("y_pt", .points, "The other coordinate of that body.") {
        $1.number($0.content.content?.pose?.y)
      },
      Column("angle_rad", "How that body has turned since the start, in radians.") {
        $1.number($0.content.content?.pose?.angle)
      },
      Column(
        "cause",
        "Why the slot of the refresh showed nothing new; empty unless it was dropped."
      ) { $1.field($0.content.cause?.rawValue ?? "") },
    ])

  /// The file `firings.csv`: a row per driver and firing.
  static let firings = CSVFile<DriverRow<Firing>>(
    "firings.csv",
    columns: Column.driverKey() + [
      Column("firing", "The number of the firing, from 0.") { $1.field($0.content.number) },
      Column("due_ms", .milliseconds, "The earliest due instant that the firing answered.") {
        $1.milliseconds($0.content.row.due.nanoseconds)
      },
      Column("began_ms", .milliseconds, "When the callback began.") {
        $1.milliseconds($0.content.row.began.nanoseconds)
      },
      Column("ended_ms", .milliseconds, "When the callback ended; empty if the run ended first.") {
        $1.milliseconds($0.content.row.ended?.nanoseconds)
      },
      Column(
        "missed", .count,
        "The due instants since the previous firing that got no callback of their own; empty after"
          + " a new fire date."
      ) { $1.field($0.content.row.missed) },
      Column("lateness_ms", .milliseconds, "How late the callback began: began − due.") {
        $1.milliseconds($0.content.row.lateness.wholeNanoseconds)
      },
      Column(
        "measured", "1 if the due instant lies in the measured window, 0 if not."
      ) { $1.field($0.content.row.isMeasured ? 1 : 0) },
      Column(
        "outcome",
        "What happened to the firing's last update: shown, merged, replaced, refused or open; empty"
          + " if it made none."
      ) { $1.field($0.content.row.outcome?.rawValue ?? "") },
    ])

  /// The file `blame.csv`: a row per driver, problem and cause.
  static let blame = CSVFile<DriverRow<BlameRow>>(
    "blame.csv",
    columns: Column.driverKey() + [
      Column(
        "problem", "What went wrong: late_firing, double_fire, overwritten_update or dropped_slot."
      ) { $1.field($0.content.problem.rawValue) },
      Column(
        "number",
        "The number of the firing or update, or of the refresh of a double fire or slot."
      ) { $1.field($0.content.number) },
      Column(
        "begin_ms", .milliseconds,
        "The due instant of the firing, or the latch before the dropped slot."
      ) { $1.milliseconds($0.content.begin.nanoseconds) },
      Column(
        "reason",
        "The cause of a share of the problem; blame_ and the cause is the metric of it."
      ) { $1.field($0.content.blame.cause.rawValue) },
      Column("owner", "The load, callout or mode that is to blame; empty without one.") {
        $1.field($0.content.blame.owner ?? "")
      },
      Column(
        "serial", "The number of the task in its load, from 0; empty unless a task is to blame."
      ) { $1.field($0.content.blame.serial.map { Int($0) }) },
      Column(
        "share_ms", .milliseconds,
        "How long the problem lasted for this reason; all shares add up to the problem."
      ) { $1.milliseconds($0.content.blame.time.wholeNanoseconds) },
    ])

  /// The file `late_frames.csv`: a row per driver and number of refreshes.
  static let lateFrames = CSVFile<DriverRow<LateFrames.Bin>>(
    "late_frames.csv",
    columns: Column.driverKey() + [
      Column(
        "refreshes_late", .refreshes,
        "How many refreshes after the expected one frames were displayed; 0 for on time."
      ) { $1.field($0.content.refreshes) },
      Column(
        "shown_frames", .count,
        "How many frames were so late; those of 1 and more add up to late_frames, all to new."
      ) { $1.field($0.content.frames) },
    ])

  /// Appends the rows of a run to `late_frames.csv`.
  static func lateFrames(of run: RunName, _ drivers: [DriverMetrics], to list: Spool) {
    for driver in drivers {
      for bin in driver.frames?.lateFrames.histogram ?? [] {
        list.append(DriverRow(run: run, driver: driver.name, content: bin), to: lateFrames)
      }
    }
  }
}

/// A list that `--trace` writes of every run; the raw value is the name of its file without `.csv`.
package enum TraceList: String, CaseIterable, Hashable, Sendable {
  /// Every refresh of every driver.
  case refreshes
  /// Every callback.
  case firings
  /// Every problem, by cause.
  case blame
  /// Everything that happened.
  case events
  /// How many frames of every driver came how many refreshes late.
  case lateFrames = "late_frames"
  /// What each frame rule says of each driver.
  case frameRules = "frame_rules"
  /// Where two frame rules disagree.
  case ruleAgreement = "rule_agreement"
}
