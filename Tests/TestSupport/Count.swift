import Foundation

/// How many inputs a test plays: a usual number, and any other by a variable of the environment.
///
/// ``all`` is the table that the contributors' page prints.
package struct Count: Sendable {
  /// What is counted.
  package let property: String
  /// What `swift test --filter` plays of it.
  package let filter: String
  /// The variable that asks for another number.
  package let variable: String
  /// The number without that variable.
  package let usual: Int

  private init(
    _ property: String, filter: String, usual: Int, variable: String = "LAB_FUZZ_COUNT"
  ) {
    self.property = property
    self.filter = filter
    self.variable = variable
    self.usual = usual
  }

  /// How many inputs are played.
  package var value: Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual
  }

  /// Whether all that a test knows of is asked for by `LAB_EVERY_POINT`, and not a sample of it.
  package static var isComplete: Bool {
    ProcessInfo.processInfo.environment["LAB_EVERY_POINT"] != nil
  }
}

extension Count {
  package static let shrunkTests = Count(
    "drawn failing tests, and the scripts to which they shrink",
    filter: "load and gesture is needed", usual: 12)
  package static let wrappedCommands = Count(
    "texts with quoted commands, in lines", filter: "no quoted command", usual: 200)

  package static let madeLists = Count(
    "lists made by the laboratory under every mechanism", filter: "made list", usual: 40,
    variable: "LAB_LISTS")
  package static let madePeriods = Count(
    "lists of refreshes whose period is estimated", filter: "estimated period", usual: 60,
    variable: "LAB_LISTS")
  package static let garbledLists = Count(
    "garbled lists", filter: "garbled list", usual: 100)
  package static let irregularLists = Count(
    "lists of random intervals, of each length", filter: "irregular list", usual: 20,
    variable: "LAB_LISTS")
  package static let drawnLists = Count(
    "drawn lists, and the scripts that are written of them",
    filter: "explained or refused in words", usual: 200)
  package static let commandLists = Count(
    "drawn lists, by the command", filter: "drawn list for the command", usual: 4)
  package static let programs = Count(
    "random programs beside the real CFRunLoop (Linux)", filter: "random scenario", usual: 1000)
  package static let recordedPrograms = Count(
    "random programs on the real CFRunLoop, as a recorder tells them (Linux)",
    filter: "to the nanosecond what", usual: 200)
  package static let recordedStages = Count(
    "random stages on the real CFRunLoop, as a recorder tells them (Linux)",
    filter: "recorder on a stage", usual: 200)
  package static let rules = Count(
    "random programs beside a second statement of the rules, nine of ten of Darwin",
    filter: "statement of the rules", usual: 500)
  package static let hops = Count(
    "random programs of hops beside a second statement of their rules",
    filter: "statement of hops", usual: 1000)
  package static let pages = Count(
    "random pages of browsers beside a second statement of their rules",
    filter: "another statement of its rules", usual: 1000)
  package static let stages = Count(
    "identities of conservation, and the contract of a trace", filter: "A random stage", usual: 2000
  )
  package static let shares = Count(
    "counts and what they are counts of, in numbers and sentences", filter: "shares of a random",
    usual: 200)
  package static let tasks = Count(
    "the waits and parts of tasks, by their records", filter: "as the records say", usual: 100)
  package static let inputs = Count(
    "waits of Poisson inputs beside M/G/1", filter: "those of M/G/1", usual: 100_000,
    variable: "LAB_INPUT_COUNT")
  package static let changesAtRest = Count(
    "pages at rest, of 20 changes each, and their frames", filter: "frame of each change",
    usual: 20)
  package static let observers = Count(
    "stages with observers that take time, and loops that outlive them",
    filter: "observers that take time", usual: 40)
  package static let attributions = Count(
    "the cause of every dropped slot", filter: "attribution of dropped", usual: 300)
  package static let parts = Count(
    "numbers of a run that is measured in parts", filter: "whatever the parts", usual: 100)
  package static let movingParts = Count(
    "numbers of a run that is measured in parts and moves something", filter: "move something",
    usual: 6)
  package static let drawings = Count(
    "marks of written pictures beside the metrics", filter: "drawn random stage", usual: 40)
  package static let changes = Count(
    "identities of a change of a random stage", filter: "keeps all identities", usual: 25)
  package static let savings = Count(
    "what undisturbed tasks save", filter: "undisturbed tasks", usual: 60)
  package static let shared = Count(
    "what single tasks save that share runs", filter: "share runs", usual: 12)
  package static let sums = Count(
    "the sum of what tasks save that are far apart", filter: "far apart", usual: 20)
  package static let statements = Count(
    "metrics and attribution beside their second statement", filter: "statement of the metrics",
    usual: 100)
  package static let symptoms = Count(
    "symptoms of random scripts, eight drivers each, beside a count in Python",
    filter: "of an independent reader", usual: 3)
  package static let headlines = Count(
    "headlines of random scripts beside their columns", filter: "headline of a random script",
    usual: 100)
  package static let firstSentences = Count(
    "shipped experiments, and the first sentence of all reports", filter: "in all reports",
    usual: 4)
  package static let waiting = Count(
    "random scripts with awaited tasks, and what `why` names", filter: "Whoever waits", usual: 60)
  package static let remedies = Count(
    "random scripts whose first fixes are written, run and judged",
    filter: "A fix of a random script", usual: 12)
  package static let changeTitles = Count(
    "changes of random scripts, and their titles", filter: "The title of a change", usual: 30)
  package static let bestOfAll = Count(
    "random scripts with two causes, and the best change of all",
    filter: "The best change of all", usual: 6)
  package static let appliedChanges = Count(
    "changes of random scripts, each applied by a script", filter: "A change of a random script",
    usual: 6)
  package static let soundScripts = Count(
    "drawn timers and links that are sound at 64 phases, a half of them just below a threshold",
    filter: "sound random script", usual: 6)
  package static let followers = Count(
    "arrivals of loads that follow others", filter: "agrees on every arrival", usual: 20)
  package static let driverEnds = Count(
    "arrivals of loads that follow the ends of drivers", filter: "the end of a driver", usual: 40)
  package static let lives = Count(
    "metrics of drivers that are gone, in a longer run", filter: "driver that is gone", usual: 30)
  package static let pausedTimers = Count(
    "random timers that are paused and resumed, beside the real CFRunLoop (Linux)",
    filter: "timer that is paused", usual: 100)
  package static let panels = Count(
    "random modal panels beside the real CFRunLoop (Linux)", filter: "A modal panel", usual: 100)
  package static let owedSteps = Count(
    "random callbacks whose steps are owed, beside sums", filter: "owes what is beyond", usual: 300)
  package static let caps = Count(
    "random callbacks that act at most so often, beside a model", filter: "acts at most so often",
    usual: 40)
  package static let alarmTicks = Count(
    "random timers on a clock of ticks, beside a model", filter: "An alarm on a tick", usual: 60)
  package static let naps = Count(
    "random timers that a nap puts off, beside a model", filter: "A nap", usual: 60)
  package static let machineSleeps = Count(
    "random timers on a machine that sleeps, beside a model", filter: "A machine that sleeps",
    usual: 60)
  package static let garbledScripts = Count(
    "scripts of random bytes and words", filter: "garbled script", usual: 600)
  package static let arrangements = Count(
    "proofs of random small programs beside all their arrangements",
    filter: "same as every arrangement", usual: 1)
  package static let scripts = Count(
    "random scripts, performed", filter: "A random script", usual: 100)
  package static let shownNumbers = Count(
    "numbers of the reports of random scripts", filter: "number that is shown", usual: 6)
  package static let damagedJournals = Count(
    "damaged unfinished results", filter: "of unfinished results is made", usual: 24)
  package static let damagedShards = Count(
    "damaged shards", filter: "of a shard is refused", usual: 40)
  package static let damagedResults = Count(
    "damaged results", filter: "never called identical", usual: 60)
  package static let damagedCaptures = Count(
    "damaged captures", filter: "of a capture is measured", usual: 200)
  package static let damagedTraces = Count(
    "damaged traces of other tools, by the command", filter: "file of another tool", usual: 8)
  package static let hostileTraces = Count(
    "mutated traces of other tools, by their readers", filter: "Hostile input", usual: 500)
  package static let scenes = Count(
    "random scenes of physics", filter: "A random scene", usual: 200)
  package static let kills = Count(
    "kills of the command at random times", filter: "killed command", usual: 4,
    variable: "LAB_KILL_COUNT")
  package static let writerKills = Count(
    "kills of rankings, comparisons and live runs at random times", filter: "killed writer",
    usual: 1, variable: "LAB_KILL_COUNT")
  package static let meetings = Count(
    "pairs of rankings that are written to one folder at a time", filter: "rankings at once",
    usual: 1, variable: "LAB_KILL_COUNT")
  package static let sharedFiles = Count(
    "files that several threads write at a time", filter: "writers at once", usual: 40)
  package static let tornJournals = Count(
    "journals of rankings that are cut off or damaged anywhere", filter: "journal of a ranking",
    usual: 60)
  package static let cells = Count(
    "texts as cells of a table, which are no formulas", filter: "formula of a spreadsheet",
    usual: 2000)
  package static let fleets = Count(
    "intervals of made fleets of recordings, with a known effect", filter: "made fleets", usual: 10,
    variable: "LAB_FLEET_COUNT")
  package static let madeRecordings = Count(
    "made recordings of apps, tried, explained and measured", filter: "is tried, explained",
    usual: 12)
  package static let madePairs = Count(
    "pairs of made recordings of apps, compared and ranked", filter: "and ranked beside it",
    usual: 4)
  package static let cuts = Count(
    "runs of a scheduler of one's own, cut into pieces", filter: "piece and in many", usual: 100)
  package static let tieSeconds = Count(
    "seconds of a timer with the display's period, at every rate",
    filter: "interval of the display",
    usual: 4, variable: "LAB_TIE_SECONDS")
  package static let asyncRuns = Count(
    "repetitions of async code", filter: "Async code", usual: 40, variable: "LAB_ASYNC_COUNT")

  package static let sleeps = Count(
    "runs of a test that sleeps 16 ms", filter: "over in the end", usual: 2,
    variable: "LAB_SLEEP_COUNT")
  package static let virtualSleeps = Count(
    "runs of the same test on the laboratory's clock", filter: "as often as it is asked",
    usual: 100,
    variable: "LAB_ASYNC_COUNT")

  package static let all: [Count] = [
    programs, recordedPrograms, recordedStages, arrangements, rules, hops, pages, stages, shares,
    tasks, inputs, changesAtRest, observers, attributions, statements, symptoms, headlines,
    firstSentences, waiting, remedies, changeTitles, bestOfAll, appliedChanges, soundScripts,
    followers, driverEnds, lives, pausedTimers, panels, owedSteps, caps, alarmTicks, naps,
    machineSleeps, parts, movingParts, drawings, changes, savings, shared, sums, shrunkTests,
    wrappedCommands, garbledScripts, scripts, shownNumbers, damagedJournals, damagedShards,
    damagedResults, damagedCaptures, damagedTraces, hostileTraces, scenes, cuts, kills, writerKills,
    meetings, sharedFiles, tornJournals, cells, fleets, madeRecordings, madePairs, tieSeconds,
    asyncRuns, sleeps, virtualSleeps, madeLists, madePeriods, garbledLists, irregularLists,
    drawnLists, commandLists,
  ]

  /// A row of the table of the contributors' page.
  package var row: String { "| \(property) | \(usual) | `\(variable)` | `'\(filter)'` |" }
}
