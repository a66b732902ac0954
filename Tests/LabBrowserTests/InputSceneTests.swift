import Foundation
import LabBrowser
import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// Scenes with inputs, measured in Chromium 156; see the README of the fixtures.
@Suite struct `Inputs in Chromium` {
  /// How many inputs of a scene begin and are seen within a millisecond of what was measured.
  struct Agreement {
    var inputs = 0
    var began = 0
    var seen = 0
    var shown = 0
  }

  /// All but the scene of inputs that come faster than they are answered.
  private static let open = InputScene.all.filter { $0.name != "15" }

  @Test func `begin and are seen as measured`() throws {
    var sum = Agreement()
    for scene in Self.open {
      let own = try scene.agreement(TaskRules(.chromium))
      sum.inputs += own.inputs
      sum.began += own.began
      sum.seen += own.seen
      sum.shown += own.shown
      print("scene \(scene.name): began \(own.began), seen \(own.shown) of \(own.seen)")
    }
    #expect(sum.inputs > 500)
    #expect(sum.began * 100 >= sum.inputs * 98, "\(sum)")
    #expect(sum.shown * 100 >= sum.seen * 94, "\(sum)")
  }

  /// Each rule is needed: without it, fewer of a scene agree.
  @Test(arguments: [
    (TaskRules.Rule.overtake, "09"), (.hold, "18"), (.atOnce, "02"), (.carry, "02"),
    (.draw, "02"), (.unchanged, "03"), (.together, "15"),
  ])
  func `need each rule`(rule: TaskRules.Rule, name: String) throws {
    let scene = try #require(InputScene.all.first { $0.name == name })
    let whole = try scene.agreement(TaskRules(.chromium))
    let rest = try scene.agreement(#require(TaskRules(.chromium).without(rule)))
    print("without \(rule.rawValue), scene \(name): \(rest), with it: \(whole)")
    #expect(rest.began + rest.shown < whole.began + whole.shown)
  }
}

/// A scene with what was measured in it.
struct InputScene: Sendable {
  struct Input: Sendable {
    let arrived: Int64
    let takes: Int64
    let began: Int64
    let seen: Int64?
  }

  let name: String
  private(set) var inputs: [Input] = []
  private(set) var tasks: [(arrived: Int64, takes: Int64)] = []
  /// A vsync; `nil` for a page on which nothing moves.
  private(set) var vsync: Int64?

  /// How long the callback of the animation takes, in scenes with one.
  private static let callbacks: [String: Int64] = [
    "12": 8_000_000, "15": 2_000_000, "18": 3_000_000,
  ]
  /// What lies between two posted tasks of these scenes, beyond what the rules say: 0.21 ms.
  private static let overhead: Int64 = 155_000
  private static let period: Int64 = 16_666_000

  static let all: [InputScene] = {
    let file = Checkout.fixtures().appending(path: "inputs.csv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var scenes: [InputScene] = []
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      if scenes.last?.name != fields[0] { scenes.append(InputScene(name: fields[0])) }
      let numbers = fields.dropFirst(2).map { Int64($0).map { $0 * 1000 } }
      guard let at = numbers[0] else { continue }
      let place = scenes.count - 1
      switch fields[1] {
      case "vsync": scenes[place].vsync = at
      case "task": scenes[place].tasks.append((at, numbers[1] ?? 0))
      default:
        scenes[place].inputs.append(
          Input(
            arrived: at, takes: numbers[1] ?? 0, began: numbers[2] ?? 0, seen: numbers[3]))
      }
    }
    return scenes
  }()

  private var scenario: Scenario {
    func recorded(_ list: [(arrived: Int64, takes: Int64)]) -> Load.Tasks {
      .recorded(
        list.map {
          Recording.Task(
            arrival: Instant(nanoseconds: $0.arrived), duration: .nanoseconds($0.takes),
            name: name)
        })
    }
    let callback = Self.callbacks[name]
    let last = inputs.last?.began ?? 0
    let phase = ((vsync ?? 0) % Self.period + Self.period) % Self.period
    var scenario = Scenario(
      panel: Panel(
        rate: RefreshRate(1_000_000_000, per: Self.period), phase: .nanoseconds(phase)),
      duration: .nanoseconds(last + 1_000_000_000),
      loads: [
        Load(
          name: "key", tasks: recorded(inputs.map { ($0.arrived, $0.takes) }), delivery: .source,
          modes: [.common], isInput: true, shownThrough: name == "03" ? nil : "ball"),
        Load(
          name: "posted", tasks: recorded(tasks.map { ($0.arrived, $0.takes + Self.overhead) }),
          delivery: .port, modes: [.common]),
      ],
      drivers: [
        callback.map {
          Driver(
            name: "ball", source: .link(), modes: [.common], cost: .constant(.nanoseconds($0)))
        }
          ?? Driver(
            name: "ball",
            source: .timer(interval: .zero, firstFire: .milliseconds(1)), modes: [.common])
      ])
    scenario.measuresTasks = true
    return scenario
  }

  /// Performs the scene, and compares each input with what was measured of it.
  func agreement(_ rules: TaskRules) throws -> `Inputs in Chromium`.Agreement {
    var scenario = scenario
    scenario.browser = rules
    let trace = try Stage(scenario, seed: 1).run()
    let load = try #require(trace.names.firstIndex(of: "key"))
    let frames = trace.names.firstIndex(of: "page frame")
    var began: [Int64: Int64] = [:]
    var ended: [Int64: Int64] = [:]
    var drawing = SeenFrames(trace.header.page)
    var open: Int64?
    for record in trace.records {
      let now = record.time.nanoseconds
      switch record.event {
      case .vsync: drawing.vsyncs.append(now)
      case .taskBegan(let subject, let serial, _) where subject == load: began[serial] = now
      case .taskEnded(let subject, let serial) where subject == load: ended[serial] = now
      case .calloutBegan(let subject, _, _, _) where Int(subject) == frames: open = now
      case .calloutEnded(let subject, _, _, _) where Int(subject) == frames:
        if let begin = open { drawing.frames.append((begin, now)) }
      default: break
      }
    }
    let seen = drawing.seen
    var agreement = `Inputs in Chromium`.Agreement()
    for (serial, input) in inputs.enumerated() {
      agreement.inputs += 1
      let began = began[Int64(serial)] ?? .max
      if abs(began - input.began) <= 1_000_000 { agreement.began += 1 }
      let frame = ended[Int64(serial)].flatMap { end in seen.first { $0.began >= end } }
      if name == "03" {
        // Nothing changes, so that no frame is made for it.
        agreement.seen += 1
        let end = ended[Int64(serial)] ?? .max
        if frame.map({ $0.began > end + 100_000_000 }) ?? true { agreement.shown += 1 }
      } else if name != "04", let measured = input.seen {
        // In scene 04 the answer asks for a callback of 4 ms, which cannot be said.
        agreement.seen += 1
        if let frame, abs(frame.photon - measured) <= 1_000_000 { agreement.shown += 1 }
      }
    }
    return agreement
  }
}

/// When frames are seen, told once more: one draw a refresh.
private struct SeenFrames {
  var vsyncs: [Int64] = []
  var frames: [(began: Int64, ended: Int64)] = []
  let page: Trace.Header.Page?

  init(_ page: Trace.Header.Page?) { self.page = page }

  var seen: [(began: Int64, photon: Int64)] {
    guard let page else { return [] }
    var used = 0
    return frames.compactMap { frame in
      let slot = (vsyncs.firstIndex { $0 > frame.ended } ?? vsyncs.count) - 1
      if let drawn = page.drawn, slot > used {
        used = slot
        return (frame.began, frame.ended + drawn.wholeNanoseconds)
      }
      used = max(used, slot) + 1
      return used < vsyncs.count
        ? (frame.began, vsyncs[used] + page.late.wholeNanoseconds) : nil
    }
  }
}
