import LabKernel
import LabText

/// How often and for how long the thread hangs in a run, and who holds it.
struct ThreadSentence {
  private let hangs: [Hang]

  init(_ measurement: RunMeasurement) { hangs = measurement.hangs }

  /// That the thread hung, and for how long.
  var what: String {
    guard let longest = hangs.max(by: { $0.culprit.time < $1.culprit.time }) else {
      return "The thread never hung."
    }
    let begin = timeWords(Instant.start.duration(to: longest.begin))
    let time = timeWords(longest.culprit.time)
    return hangs.count == 1
      ? "The thread hung for \(time), from \(begin) on."
      : "The thread hung \(hangs.count) times, for \(time) from \(begin) on."
  }

  /// Who held the thread; `nil` if it never hung.
  var why: String? {
    hangs.isEmpty ? nil : "While one piece of work holds it, nothing else can begin: \(owners)."
  }

  /// Both in a sentence.
  var short: String { "\(what.dropLast()): \(owners)." }

  /// Whether all who hang the thread are among some names.
  func isCaused(by names: Set<String>) -> Bool {
    hangs.allSatisfy { hang in hang.culprit.owner.map { names.contains($0) } ?? false }
  }

  private var owners: String {
    let blames = hangs.map { $0.culprit }.summed(byTask: hangs.count == 1)
    return listed(
      blames.prefix(2).map { blame in
        let owner = blame.owner ?? "an unknown callout"
        let name =
          blame.cause == .tasks
          ? blame.serial.map { "\(owner) task \($0)" } ?? "tasks of \(owner)"
          : hangs.count == 1 ? "a callback of \(owner)" : "callbacks of \(owner)"
        return "\(name) for \(timeWords(blame.time))"
      })
  }
}
