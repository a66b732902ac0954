import Foundation
import LabDisplay
import LabExperiment
import LabKernel
import LabLanguage
import LabLoop
import LabMotion
import LabPhysics
import LabStudy
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// The lines of code beside changes: each belongs to its change and its platform, and is code.
@Suite struct `The code of a change` {
  /// The lines of all changes, by their platforms, with numbers for the words in capitals.
  private static let lines: [String: [String]] = {
    var lines: [String: [String]] = [:]
    for line in ChangeWords.all.flatMap(\.lines) {
      guard let colon = line.range(of: ": ") else { continue }
      let platform = line[..<colon.lowerBound].prefix { $0 != "," }
      let numbers = [
        ("COUNT", "2"), ("INTERVAL_MS", "33"), ("INTERVAL_US", "33000"), ("INTERVAL", "0.033"),
        ("DRAWABLES", "3"), ("HERTZ", "60"), ("SLACK_MS", "8"), ("TOLERANCE", "0.001"),
        ("TICK_MS", "1"), ("DELAY", "30"), ("REPEATS", ".infinity"),
      ]
      let code = numbers.reduce(String(line[colon.upperBound...])) {
        $0.replacing($1.0, with: $1.1)
      }
      lines[String(platform), default: []].append(code)
    }
    return lines
  }()

  @Test func `is of known platforms, and all of it is tried or read`() {
    #expect(
      Set(Self.lines.keys) == [
        "Apple", "Swift", "Metal", "Web", "Vulkan", "Android", "Rust", "Java", "Any", "Needs",
        "Windows",
      ])
  }

  @Test func `in Swift is compiled`() throws {
    guard let swiftc = try Interpreter("swiftc") else { return }
    let code = ["Apple", "Swift", "Metal"].flatMap { Self.lines[$0] ?? [] }
    let functions = code.enumerated().map { number, line in
      // Selectors of Objective-C are not everywhere.
      let line = line.replacing("#selector(step)", with: "Selector(\"step\")")
      return "  func example\(number)() async {\n    \(line)\n  }\n"
    }
    let folder = try TemporaryFolder()
    try folder.write(
      Self.stubs + "final class Example {\n\(functions.joined())}\n", to: "Examples.swift")
    let outcome = try swiftc.run(["-typecheck", "Examples.swift"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  /// What the lines name, and what is not here of UIKit, QuartzCore and Metal.
  private static let stubs = """
    import Dispatch
    import Foundation
    import Synchronization

    let isPending = Atomic<Bool>(false)
    nonisolated(unsafe) let timer = Timer(timeInterval: 1, repeats: true) { _ in }
    let refreshRate: Float = 60
    let rest = [0]
    nonisolated(unsafe) var next = ContinuousClock.now
    nonisolated(unsafe) var accumulator = 0.0
    let (steps, most, stepTime, target) = (1, 1, 0.01, 0.0)
    nonisolated(unsafe) let link = CADisplayLink(target: rest, selector: Selector("step"))
    nonisolated(unsafe) let layer = CAMetalLayer()
    let drawable = 0
    let commandBuffer = CommandBuffer()
    let alert = Alert()
    let window = 0
    let reason = "a timer"
    func step() {}
    func work() -> Int { 0 }
    func work(_ rest: [Int]) {}
    func use(_ result: Int) async {}
    func done(_ answer: Int) {}
    #if !canImport(ObjectiveC)
      struct Selector { init(_ name: String) {} }
      extension ProcessInfo {
        enum Activity { case userInitiated }
        func beginActivity(options: Activity, reason: String) -> Int { 0 }
      }
    #endif
    final class CADisplayLink {
      let timestamp = 0.0, targetTimestamp = 0.0
      var preferredFrameRateRange = CAFrameRateRange(minimum: 60, maximum: 60, preferred: 60)
      init(target: Any, selector: Selector) {}
      func add(to loop: RunLoop, forMode mode: RunLoop.Mode) {}
    }
    struct CAFrameRateRange { var minimum, maximum, preferred: Float }
    final class CAMetalLayer { var maximumDrawableCount = 3 }
    struct Alert { func beginSheetModal(for window: Int, then done: (Int) -> Void) {} }
    struct CommandBuffer { func present(_ drawable: Int, atTime time: Double) {} }


    """

  @Test func `of the web is parsed`() throws {
    guard let node = try Interpreter("node") else { return }
    let code = ["Web", "Any"].flatMap { Self.lines[$0] ?? [] }
    let folder = try TemporaryFolder()
    try folder.write(
      code.enumerated().map { "async function example\($0)() {\n\($1)\n}\n" }.joined(),
      to: "examples.js")
    let outcome = try node.run(["--check", "examples.js"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func `in C is compiled`() throws {
    guard let clang = try Interpreter("clang") else { return }
    let code =
      (Self.lines["Vulkan"] ?? []) + (Self.lines["Windows"] ?? [])
      + (Self.lines["Android"] ?? []).filter {
        $0.hasPrefix("egl")
      }
    let stubs = """
      enum { VK_PRESENT_MODE_FIFO_KHR, VK_PRESENT_MODE_MAILBOX_KHR };
      struct { int presentMode, minImageCount; } info;
      int display, surface, target;
      int eglPresentationTimeANDROID(int display, int surface, int time);
      int timeBeginPeriod(unsigned period);

      """
    let folder = try TemporaryFolder()
    try folder.write(
      stubs + code.enumerated().map { "void example\($0)(void) {\n\($1);\n}\n" }.joined(),
      to: "examples.c")
    let outcome = try clang.run(["-fsyntax-only", "-Werror", "examples.c"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  /// Changes with their drivers, and what is printed beside them.
  @Test(arguments: [
    (DriverChange.clock(.timestamp), ["Apple: let time = link.timestamp"]),
    (.clock(.target), ["Apple: let time = link.targetTimestamp"]),
    (.steps(.fixed(.listing)), []), (.each(.milliseconds(4)), []),
    (
      .pace(.preferred(.hertz(80))),
      [
        "Apple: link.preferredFrameRateRange = CAFrameRateRange(minimum: 80, maximum: 80,"
          + " preferred: 80)",
        "Android: surface.setFrameRate(80f, Surface.FRAME_RATE_COMPATIBILITY_DEFAULT)",
      ]
    ),
    (.common, ["Apple: link.add(to: .main, forMode: .common)"]), (.hop(.queue), []),
  ])
  func `belongs to it`(change: DriverChange, code: [String]) throws {
    let scenario = try Self.scenario("link ball in default takes 1 ms")
    #expect(
      ChangeWords.code(for: Change([.drivers(change)]), of: "ball", in: scenario) == code)
  }

  /// A driver of a display of 90 Hz, beside a page.
  private static func scenario(_ driver: String, rules: String = "run-loop") throws -> Scenario {
    let script = """
      display 90 Hz
      run 1 s
      like \(rules)
      load page at 100 ms takes 20 ms as port
      arm a
        \(driver)
      """
    let input = Experiment.Input(path: "a.lab", bytes: Array(script.utf8))
    return try Experiment(inputs: [input], overriding: []).plan()[0].scenario
  }

  /// Changes of a driver, and what is printed: the numbers are those that the driver has with it.
  @Test(arguments: [
    (
      "link ball every 3 refreshes in common", DriverChange.timer,
      "Timer(timeInterval: 0.033333 /* s */"
    ),
    ("timer ball every 40 ms in common", .linkAtTimerPace, "let rate = refreshRate / 4;"),
    (
      "timer ball every 40 ms in common catch-up delay", .catchUp(.coalesce),
      "timeInterval: 0.04 /*"
    ),
    ("timer ball every 40 ms in common", .catchUp(.delay), "timer.schedule(tick, 0, 40 "),
    ("timer ball every 40 ms in common", .tolerance(.milliseconds(5)), "tolerance = 0.005 /* s */"),
    ("timer ball every 40 ms in common", .every(.milliseconds(20)), "timeInterval: 0.02 /* s */"),
  ])
  func `has the numbers of the driver that was tried`(
    driver: String, change: DriverChange, part: String
  ) throws {
    let code = ChangeWords.code(
      for: Change([.drivers(change)]), of: "ball", in: try Self.scenario(driver))
    #expect(code.contains { $0.contains(part) }, "\(code)")
  }

  /// A page has its own code, a game loop that of its platform, and all others Apple's, if any.
  @Test(arguments: Checkout.experimentNames)
  func `is not that of another platform`(name: String) throws {
    let run = try Experiment(path: Checkout.experiment(name).path).plan()[0]
    let known = ["Apple", "Swift", "Metal", "Any", "Windows", "Web"]
    for driver in run.scenario.drivers where driver.source != .loop {
      for change in LabWorkload.Change.standard(for: run.scenario, judging: driver.name) {
        let line = ChangeWords.line(
          for: change, of: driver.name, in: run.scenario, isCommon: true)
        let platform = line.map { $0.prefix { $0 != ":" } } ?? "Any"
        #expect(known.contains(String(platform)), "\(change): \(line ?? "")")
      }
    }
  }

  @Test func `of a link's timestamp is no timer's`() throws {
    func code(_ driver: String) throws -> [String] {
      ChangeWords.code(
        for: Change([.presents(.atTarget)]), of: "ball", in: try Self.scenario(driver))
    }
    #expect(try code("link ball every 2 refreshes in common").first?.hasPrefix("Metal") == true)
    let timer = try code("timer ball every 40 ms in common")
    #expect(timer.allSatisfy { !$0.contains("link.") }, "\(timer)")
  }

  @Test func `of a task is no driver's, and none of another platform is printed`() throws {
    let page = try Self.scenario("timer ball every 40 ms in common", rules: "chromium")
    let link = try Self.scenario("link ball in default takes 1 ms")
    let timer = try Self.scenario("timer ball every 40 ms in common")
    func code(_ step: Change.Step, inBrowser: Bool = false) -> [String] {
      let isOfTimer = step == .drivers(.link) || step == .drivers(.every(.milliseconds(33)))
      return ChangeWords.code(
        for: Change([step]), of: "ball", in: inBrowser ? page : isOfTimer ? timer : link)
    }
    let load = TaskSelection("page")
    #expect(
      code(.tasks(load, .common)) == [
        "Apple: RunLoop.main.perform(inModes: [.common]) { work() }"
      ])
    #expect(
      code(.tasks(load, .mainQueue)) == ["Apple: DispatchQueue.main.async { work() }"])
    #expect(
      code(.presents(.mailbox)) == ["Vulkan: info.presentMode = VK_PRESENT_MODE_MAILBOX_KHR"])
    #expect(code(.depth(3)) == [])
    // Of the beginning of a callback, or of its end.
    for (policy, scenario, place) in [
      (CatchUp.delay, page, "first in tick"), (.delay, timer, "first in step()"),
      (.rearm, timer, "last in step()"),
    ] {
      let lines = ChangeWords.code(
        for: Change([.drivers(.catchUp(policy))]), of: "ball", in: scenario)
      #expect(lines.first?.hasSuffix("// \(place)") == true, "\(policy), \(place): \(lines)")
    }
    let steps: [Change.Step] = [
      .tasks(load, .chunks(of: .milliseconds(4))), .tasks(load, .elsewhere(.queue)),
      .drivers(.link), .drivers(.every(.milliseconds(33))),
    ]
    for step in steps {
      #expect(!code(step).contains { $0.hasPrefix("Web") })
      let web = code(step, inBrowser: true)
      #expect(
        !web.isEmpty && web.allSatisfy { ["Web", "Needs"].contains($0.prefix { $0 != ":" }) })
    }
  }
}
