import LabKernel

/// A random script in which somebody waits more often than by chance alone: an input, a load that
/// is shown or asked about, a driver in a mode that it does not know, frames in a queue, or all of
/// them for a thread that hangs.
///
/// The display, the modes, the other loads and the drivers are those of ``RandomScript``, with a
/// longer run, or a few quiet ones.
struct WaitingScript {
  let text: String

  init(seed: UInt64) {
    var builder = Builder(chance: RandomStream(seed: seed, name: "waiting"))
    text = builder.make(seed: seed)
  }

  private struct Builder {
    var chance: RandomStream

    mutating func number(_ least: Int, _ most: Int) -> Int {
      Int(chance.next(in: Int64(least)...Int64(most)))
    }

    mutating func odds(_ one: Int) -> Bool { number(1, one) == 1 }

    mutating func pick(_ choices: [String]) -> String { choices[number(0, choices.count - 1)] }

    mutating func make(seed: UInt64) -> String {
      let kind = number(0, 9)
      let isRandom = 2..<7 ~= kind ? odds(2) : odds(4)
      let (scene, drivers) =
        isRandom ? random(seed: seed) : quiet(isSlow: kind >= 7 || kind < 2 && odds(2))
      let length = number(1500, 3000)
      var head = scene.filter { !$0.hasPrefix("run ") }
      head.insert("run \(length) ms", at: 1)
      let name = drivers.contains { $0.contains(" d0 ") } ? "d0" : "view"
      if kind == 5 || kind == 6 {
        head[0] = "display \(pick(["60", "90", "120"])) Hz presents fifo \(number(2, 3)) blocking"
        head.removeAll { $0.hasPrefix("gesture") }
        return (head + ["arm a", "  loop game in common takes \(number(1, 5)) ms"])
          .joined(separator: "\n") + "\n"
      }
      let more = troubles(kind, shownBy: name, until: length)
      return (head + more.head + ["arm a"] + drivers + more.arm + more.tail)
        .joined(separator: "\n") + "\n"
    }

    /// A scene and drivers with everything that a run can hold.
    private func random(seed: UInt64) -> ([String], [String]) {
      let lines = RandomScript(seed: seed).text.split(separator: "\n").map(String.init)
      let arm = lines.firstIndex(of: "arm a") ?? lines.endIndex
      return (Array(lines[..<arm]), Array(lines[arm...].dropFirst()))
    }

    private mutating func quiet(isSlow: Bool) -> ([String], [String]) {
      let slow = "timer view every \(number(2, 4)) s in common takes 0.2 ms target none"
      let driver =
        isSlow
        ? slow
        : pick([
          "link view in common takes 1 ms", "link view in common takes uniform 1..3 ms",
          "timer view every \(number(1, 4) * 100) ms in common takes 0.2 ms target none",
        ])
      return (["display \(pick(["60", "90", "120"])) Hz"], ["  " + driver])
    }

    private mutating func troubles(
      _ kind: Int, shownBy name: String, until length: Int
    ) -> (head: [String], arm: [String], tail: [String]) {
      let at = number(200, length / 2)
      let shown = odds(2) ? " shown through \(name)" : ""
      let delivery = pick(["port", "block", "main-queue"])
      switch kind {
      case 0, 1:
        let long = "load parse at \(at) ms takes \(number(180, 240)) ms as \(delivery)"
        let again = "load more at \(at + 5) ms takes \(number(100, 240)) ms as \(delivery)"
        let taps = (0..<number(1, 3)).map { "\(at + 10 + 300 * $0) ms" }.joined(separator: ", ")
        return ([long, again, "input tap at \(taps) takes \(number(1, 20)) ms\(shown)"], [], [])
      case 2, 3:
        let gesture = "gesture scroll at \(at) ms for \(number(300, 900)) ms"
        let load =
          "load reply at \(at + 20) ms takes 2 ms as \(pick(["source", "block"])) in default"
        let isAsked = shown.isEmpty
        return (
          [gesture, load + shown], [], isAsked ? ["expect reply.response_max >= 0 ms"] : []
        )
      case 4:
        return (
          [
            odds(3)
              ? "load alert at \(at) ms takes 1 ms as main-queue runs modal for \(number(300, 900)) ms"
              : "gesture scroll at \(at) ms for \(number(300, 900)) ms"
          ],
          ["  timer count every \(number(40, 300)) ms in default takes 0.2 ms target none"], []
        )
      case 7, 8:
        return (["load crunch at \(at) ms takes \(number(255, 900)) ms as \(delivery)"], [], [])
      default: return ([], [], [])
      }
    }
  }
}
