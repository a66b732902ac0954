import LabKernel

/// An experiment script in which one of the things that people complain of goes wrong more often
/// than by chance alone.
struct TroubledScript {
  let text: String

  init(seed: UInt64) {
    var builder = Builder(chance: RandomStream(seed: seed, name: "trouble"))
    text = builder.make()
  }

  private struct Builder {
    var chance: RandomStream

    mutating func number(_ least: Int, _ most: Int) -> Int {
      Int(chance.next(in: Int64(least)...Int64(most)))
    }

    mutating func pick(_ choices: [String]) -> String { choices[number(0, choices.count - 1)] }

    mutating func make() -> String {
      let kind = number(0, 11)
      let display = kind == 6 ? pick(["120", "144", "240"]) : pick(["50", "60", "90", "120"])
      var lines = ["display \(display) Hz", "run \(number(1500, 4000)) ms"]
      if number(0, 3) == 0 {
        lines.append("load page poisson 9 per s takes uniform 0..4 ms as port")
      }
      if kind == 0 {
        lines.append("gesture scroll at \(number(200, 900)) ms for \(number(300, 900)) ms")
      }
      if kind == 2 {
        lines.append("load stall at \(number(300, 900)) ms takes \(number(80, 500)) ms as block")
      }
      if kind == 10 { lines.append("wake-up delayed by uniform 0..\(number(3, 6)) ms") }
      return (lines + ["arm a"] + driver(kind)).joined(separator: "\n") + "\n"
    }

    private mutating func driver(_ kind: Int) -> [String] {
      let moving = "  animate d along linear from 0 to \(number(4000, 9000)) over 9 s by "
      return switch kind {
      case 0:
        ["  timer d every \(number(40, 400)) ms in default takes 0.2 ms target none"]
      case 1:
        ["  link d in common takes uniform 1..\(number(12, 40)) ms", moving + "target"]
      case 2:
        ["  timer d every \(number(4, 20)) ms catch-up burst in common target none"]
      case 3:
        [
          "  timer d every \(number(20, 60)) ms catch-up rearm in common takes"
            + " \(number(4, 9)) ms target none"
        ]
      case 4:
        [
          "  timer d every \(number(100, 140)) ms catch-up rearm in common takes 1 ms target none"
        ]
      case 5:
        ["  timer d every \(number(60, 90)) ms in common takes 1 ms target \(number(2, 8)) Hz"]
      case 6:
        ["  link d in common takes 1 ms", moving + pick(["fixed 1/60 s", "fixed 1/30 s"])]
      case 7:
        scene(frames: "1/\(number(20, 45)) s")
      case 8:
        scene(frames: "1/\(number(62, 75)) s")
      case 9:
        [
          "  timer d every 1/\(number(17, 24)) s phase 0.35 in common takes 0.2 ms"
            + " target \(number(17, 24)) Hz", moving + "timestamp",
        ]
      case 10:
        ["  link d in common takes 0.5 ms", moving + "now"]
      default:
        [
          "  link d in common takes 1 ms",
          "  animate d along linear from 0 to \(number(5, 40)) over 9 s by target",
        ]
      }
    }

    private func scene(frames: String) -> [String] {
      ["  link d in common takes 1 ms", "  simulate d scene crates steps fixed \(frames) shows x"]
    }
  }
}
