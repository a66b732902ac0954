import Foundation

/// How many inputs a test plays: a usual number, and any other by a variable of the environment.
///
/// ``all`` is the table that the contributors' page prints.
public struct Count: Sendable {
  /// What is counted.
  public let property: String
  /// What `swift test --filter` plays of it.
  public let filter: String
  /// The variable that asks for another number.
  public let variable: String
  /// The number without that variable.
  public let usual: Int

  private init(
    _ property: String, filter: String, usual: Int, variable: String = "LAB_FUZZ_COUNT"
  ) {
    self.property = property
    self.filter = filter
    self.variable = variable
    self.usual = usual
  }

  /// How many inputs are played.
  public var value: Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual
  }

  /// Whether all that a test knows of is asked for by `LAB_EVERY_POINT`, and not a sample of it.
  public static var isComplete: Bool {
    ProcessInfo.processInfo.environment["LAB_EVERY_POINT"] != nil
  }
}

extension Count {
  /// Failing tests that are drawn and shrunk.
  public static let shrunkTests = Count(
    "drawn failing tests, and the scripts to which they shrink",
    filter: "load and gesture is needed", usual: 12)
  /// Texts with commands that are broken into lines.
  public static let wrappedCommands = Count(
    "texts with quoted commands, in lines", filter: "no quoted command", usual: 200)
}

extension Count {
  /// Lists that the laboratory makes, and what is told of them.
  public static let madeLists = Count(
    "lists made by the laboratory under every mechanism", filter: "made list", usual: 40,
    variable: "LAB_LISTS")
  /// Lists of refreshes whose period is estimated.
  public static let madePeriods = Count(
    "lists of refreshes whose period is estimated", filter: "estimated period", usual: 60,
    variable: "LAB_LISTS")
  /// Lists with bytes that are wrong.
  public static let garbledLists = Count(
    "garbled lists", filter: "garbled list", usual: 100)
  /// Lists of numbers in no order.
  public static let irregularLists = Count(
    "lists of random intervals, of each length", filter: "irregular list", usual: 20,
    variable: "LAB_LISTS")
  /// Lists that are drawn with the options for them.
  public static let drawnLists = Count(
    "drawn lists, and the scripts that are written of them",
    filter: "explained or refused in words", usual: 200)
  /// Lists that the command is given.
  public static let commandLists = Count(
    "drawn lists, by the command", filter: "drawn list for the command", usual: 4)
  /// Programs on the real and the simulated loop.
  public static let programs = Count(
    "random programs beside the real CFRunLoop (Linux)", filter: "random scenario", usual: 1000)
  /// Programs on the real loop that a recorder watches.
  public static let recordedPrograms = Count(
    "random programs on the real CFRunLoop, as a recorder tells them (Linux)",
    filter: "to the nanosecond what", usual: 200)
  /// Stages on the real loop that a recorder watches.
  public static let recordedStages = Count(
    "random stages on the real CFRunLoop, as a recorder tells them (Linux)",
    filter: "recorder on a stage", usual: 200)
  /// Programs on the loop and on a second statement of its rules.
  public static let rules = Count(
    "random programs beside a second statement of the rules, nine of ten of Darwin",
    filter: "statement of the rules", usual: 500)
  /// Programs of hops on the link and on a second statement of their rules.
  public static let hops = Count(
    "random programs of hops beside a second statement of their rules",
    filter: "statement of hops", usual: 1000)
  /// Pages on a browser's thread and on a second statement of its rules.
  public static let pages = Count(
    "random pages of browsers beside a second statement of their rules",
    filter: "another statement of its rules", usual: 1000)
  /// Stages whose identities are checked.
  public static let stages = Count(
    "identities of conservation, and the contract of a trace", filter: "A random stage", usual: 2000
  )
  /// Stages whose counts are held against what they are counts of.
  public static let shares = Count(
    "counts and what they are counts of, in numbers and sentences", filter: "shares of a random",
    usual: 200)
  /// Stages whose tasks are measured.
  public static let tasks = Count(
    "the waits and parts of tasks, by their records", filter: "as the records say", usual: 100)
  /// Inputs whose waits are held against queueing theory.
  public static let inputs = Count(
    "waits of Poisson inputs beside M/G/1", filter: "those of M/G/1", usual: 100_000,
    variable: "LAB_INPUT_COUNT")
  /// Pages at rest whose frames follow from their changes.
  public static let changesAtRest = Count(
    "pages at rest, of 20 changes each, and their frames", filter: "frame of each change",
    usual: 20)
  /// Stages whose loops have observers that work, and end before their stages or after.
  public static let observers = Count(
    "stages with observers that take time, and loops that outlive them",
    filter: "observers that take time", usual: 40)
  /// Stages whose dropped slots are attributed.
  public static let attributions = Count(
    "the cause of every dropped slot", filter: "attribution of dropped", usual: 300)
  /// Stages that are measured in parts.
  public static let parts = Count(
    "numbers of a run that is measured in parts", filter: "whatever the parts", usual: 100)
  /// Stages with motions that are measured in parts.
  public static let movingParts = Count(
    "numbers of a run that is measured in parts and moves something", filter: "move something",
    usual: 6)
  /// Stages that are drawn.
  public static let drawings = Count(
    "marks of written pictures beside the metrics", filter: "drawn random stage", usual: 40)
  /// Stages with a change.
  public static let changes = Count(
    "identities of a change of a random stage", filter: "keeps all identities", usual: 25)
  /// Stages without tasks that disturb each other.
  public static let savings = Count(
    "what undisturbed tasks save", filter: "undisturbed tasks", usual: 60)
  /// Stages whose single tasks are left out of shared runs.
  public static let shared = Count(
    "what single tasks save that share runs", filter: "share runs", usual: 12)
  /// Stages with tasks that are far apart.
  public static let sums = Count(
    "the sum of what tasks save that are far apart", filter: "far apart", usual: 20)
  /// Scripts on the metrics and on their second statement.
  public static let statements = Count(
    "metrics and attribution beside their second statement", filter: "statement of the metrics",
    usual: 100)
  /// Scripts whose symptoms another program counts from the lists.
  public static let symptoms = Count(
    "symptoms of random scripts, eight drivers each, beside a count in Python",
    filter: "of an independent reader", usual: 3)
  /// Scripts whose first sentence is held against their columns.
  public static let headlines = Count(
    "headlines of random scripts beside their columns", filter: "headline of a random script",
    usual: 100)
  /// Shipped experiments whose first sentence is looked for in all reports.
  public static let firstSentences = Count(
    "shipped experiments, and the first sentence of all reports", filter: "in all reports",
    usual: 4)
  /// Scripts with awaited tasks.
  public static let waiting = Count(
    "random scripts with awaited tasks, and what `why` names", filter: "Whoever waits", usual: 60)
  /// Scripts of which the first changes of `why` are applied by another script.
  public static let remedies = Count(
    "random scripts whose first fixes are written, run and judged",
    filter: "A fix of a random script", usual: 12)
  /// Scripts whose changes have titles.
  public static let changeTitles = Count(
    "changes of random scripts, and their titles", filter: "The title of a change", usual: 30)
  /// Scripts in which a mode and tasks hold a timer up, and what helps most.
  public static let bestOfAll = Count(
    "random scripts with two causes, and the best change of all",
    filter: "The best change of all", usual: 6)
  /// Scripts of which every change that is tried is applied by another script.
  public static let appliedChanges = Count(
    "changes of random scripts, each applied by a script", filter: "A change of a random script",
    usual: 6)
  /// Scripts of which each frame comes when it is wanted.
  public static let soundScripts = Count(
    "drawn timers and links that are sound at 64 phases, a half of them just below a threshold",
    filter: "sound random script", usual: 6)
  /// Scripts with loads that follow others.
  public static let followers = Count(
    "arrivals of loads that follow others", filter: "agrees on every arrival", usual: 20)
  /// Scripts with loads that follow the ends of drivers.
  public static let driverEnds = Count(
    "arrivals of loads that follow the ends of drivers", filter: "the end of a driver", usual: 40)
  /// Runs that go on after the last life of a driver.
  public static let lives = Count(
    "metrics of drivers that are gone, in a longer run", filter: "driver that is gone", usual: 30)
  /// Timers that are paused and resumed on the real loop, too.
  public static let pausedTimers = Count(
    "random timers that are paused and resumed, beside the real CFRunLoop (Linux)",
    filter: "timer that is paused", usual: 100)
  /// Modal panels on the real loop, too.
  public static let panels = Count(
    "random modal panels beside the real CFRunLoop (Linux)", filter: "A modal panel", usual: 100)
  /// Steps that are owed, and closed forms.
  public static let owedSteps = Count(
    "random callbacks whose steps are owed, beside sums", filter: "owes what is beyond", usual: 300)
  /// Callbacks that look at the time since they last acted.
  public static let caps = Count(
    "random callbacks that act at most so often, beside a model", filter: "acts at most so often",
    usual: 40)
  /// Alarms on a clock of ticks.
  public static let alarmTicks = Count(
    "random timers on a clock of ticks, beside a model", filter: "An alarm on a tick", usual: 60)
  /// Timers that a system puts off.
  public static let naps = Count(
    "random timers that a nap puts off, beside a model", filter: "A nap", usual: 60)
  /// Timers on a machine that sleeps.
  public static let machineSleeps = Count(
    "random timers on a machine that sleeps, beside a model", filter: "A machine that sleeps",
    usual: 60)
  /// Scripts with mistakes in them.
  public static let garbledScripts = Count(
    "scripts of random bytes and words", filter: "garbled script", usual: 600)
  /// Programs that are proven, and whose every arrangement is performed.
  public static let arrangements = Count(
    "proofs of random small programs beside all their arrangements",
    filter: "same as every arrangement", usual: 1)
  /// Scripts that are performed.
  public static let scripts = Count(
    "random scripts, performed", filter: "A random script", usual: 100)
  /// Scripts whose reports are read.
  public static let shownNumbers = Count(
    "numbers of the reports of random scripts", filter: "number that is shown", usual: 6)
  /// Unfinished results with a wrong byte.
  public static let damagedJournals = Count(
    "damaged unfinished results", filter: "of unfinished results is made", usual: 24)
  /// Shards with a wrong byte.
  public static let damagedShards = Count(
    "damaged shards", filter: "of a shard is refused", usual: 40)
  /// Results with a wrong byte.
  public static let damagedResults = Count(
    "damaged results", filter: "never called identical", usual: 60)
  /// Captures with a wrong byte.
  public static let damagedCaptures = Count(
    "damaged captures", filter: "of a capture is measured", usual: 200)
  /// Files of other tools that the command reads.
  public static let damagedTraces = Count(
    "damaged traces of other tools, by the command", filter: "file of another tool", usual: 8)
  /// Files of other tools that a reader is given.
  public static let hostileTraces = Count(
    "mutated traces of other tools, by their readers", filter: "Hostile input", usual: 500)
  /// Scenes of rigid bodies.
  public static let scenes = Count("random scenes of physics", filter: "A random scene", usual: 200)
  /// Kills of the command.
  public static let kills = Count(
    "kills of the command at random times", filter: "killed command", usual: 4,
    variable: "LAB_KILL_COUNT")
  /// Kills of commands that write one file or one folder.
  public static let writerKills = Count(
    "kills of rankings, comparisons and live runs at random times", filter: "killed writer",
    usual: 1, variable: "LAB_KILL_COUNT")
  /// Rankings that are written to one folder at a time.
  public static let meetings = Count(
    "pairs of rankings that are written to one folder at a time", filter: "rankings at once",
    usual: 1, variable: "LAB_KILL_COUNT")
  /// Files that several writers write.
  public static let sharedFiles = Count(
    "files that several threads write at a time", filter: "writers at once", usual: 40)
  /// Journals of rankings that are cut off.
  public static let tornJournals = Count(
    "journals of rankings that are cut off or damaged anywhere", filter: "journal of a ranking",
    usual: 60)
  /// Texts that are written as cells.
  public static let cells = Count(
    "texts as cells of a table, which are no formulas", filter: "formula of a spreadsheet",
    usual: 2000)
  /// Made fleets of recordings.
  public static let fleets = Count(
    "intervals of made fleets of recordings, with a known effect", filter: "made fleets", usual: 10,
    variable: "LAB_FLEET_COUNT")
  /// Recordings of apps that are tried alone.
  public static let madeRecordings = Count(
    "made recordings of apps, tried, explained and measured", filter: "is tried, explained",
    usual: 12)
  /// Recordings of apps that are compared and ranked two by two.
  public static let madePairs = Count(
    "pairs of made recordings of apps, compared and ranked", filter: "and ranked beside it",
    usual: 4)
  /// Runs of a scheduler of one's own that are cut into pieces.
  public static let cuts = Count(
    "runs of a scheduler of one's own, cut into pieces", filter: "piece and in many", usual: 100)
  /// Seconds of a timer with the display's period.
  public static let tieSeconds = Count(
    "seconds of a timer with the display's period, at every rate",
    filter: "interval of the display",
    usual: 4, variable: "LAB_TIE_SECONDS")
  /// Repetitions of async code.
  public static let asyncRuns = Count(
    "repetitions of async code", filter: "Async code", usual: 40, variable: "LAB_ASYNC_COUNT")

  /// Runs of a test that sleeps in real time, whose failures are counted.
  public static let sleeps = Count(
    "runs of a test that sleeps 16 ms", filter: "over in the end", usual: 2,
    variable: "LAB_SLEEP_COUNT")
  /// Runs of the same test in virtual time.
  public static let virtualSleeps = Count(
    "runs of the same test on the laboratory's clock", filter: "as often as it is asked",
    usual: 100,
    variable: "LAB_ASYNC_COUNT")

  /// All of them.
  public static let all: [Count] = [
    programs, recordedPrograms, recordedStages, arrangements, rules, hops, pages, stages, shares,
    tasks, inputs, changesAtRest, observers, attributions, statements, symptoms, headlines,
    firstSentences, waiting,
    remedies, changeTitles, bestOfAll, appliedChanges, soundScripts,
    followers, driverEnds, lives, pausedTimers, panels, owedSteps,
    caps, alarmTicks, naps, machineSleeps,
    parts, movingParts,
    drawings,
    changes,
    savings,
    shared,
    sums, shrunkTests, wrappedCommands, garbledScripts, scripts, shownNumbers, damagedJournals,
    damagedShards, damagedResults,
    damagedCaptures,
    damagedTraces, hostileTraces, scenes, cuts, kills, writerKills, meetings, sharedFiles,
    tornJournals, cells, fleets, madeRecordings, madePairs, tieSeconds, asyncRuns, sleeps,
    virtualSleeps, madeLists,
    madePeriods, garbledLists, irregularLists, drawnLists, commandLists,
  ]

  /// A row of the table of the contributors' page.
  public var row: String { "| \(property) | \(usual) | `\(variable)` | `'\(filter)'` |" }
}
