import Foundation
import LabKernel

/// The file of a recorder that could be, or hardly could: its order, kinds, gaps, modes and numbers
/// are drawn.
struct MadeRecording {
  /// Its text.
  private(set) var text = ""
  private let names: [String]
  private var random: RandomStream
  private var events: [String] = []

  /// Names as people give them, and some that are words of the language.
  static let names = [
    "ball", "a b", "Straße", "updateBall()", "Ball (1)", "Feed: tick", "MyClass.tick()",
    "-[Foo tick:]", "ball!", "tick #2", "a  b", "Größe", "é", "日本", "スクロール", "", " ", "-", "--",
    "(more names)", "a-", "-a", "a--b", "2nd", "42", "_", "_x", "x_", "timer", "every", "in",
    "page",
    "takes", "driver", "{d}", "a\\\\b", "a\\\"b", "a\\nb", "🏀", "recorded",
  ]

  /// Makes the recording of a number, with drivers of some names.
  init(_ number: Int, seed: UInt64, names: [String] = Self.names) {
    self.names = names
    random = RandomStream(seed: seed, name: "recording \(number)")
    let length = draw(300_000, 1_500_000)
    for _ in 0...chance(3) { addDriver(within: length) }
    addModes(within: length)
    for _ in 0..<draw(0, 6) {
      let start = draw(0, length)
      let arrived = one(in: 2) ? "\"arrived\": \(start - draw(0, 20_000))" : ""
      add(
        one(in: 2) ? "parse" : "RunTask", one(in: 2) ? "task" : "loop", start, draw(50, 60_000),
        arrived)
    }
    if !one(in: 4) { addVsyncs(within: length) }
    if one(in: 3) {
      for _ in 0..<10 { instant("commit", 2, draw(0, length)) }
    }
    if one(in: 2) { events.sort { $0.utf8.count < $1.utf8.count } }
    let metadata = "\"metadata\": {\"source\": \"LabRecorder\", \"version\": 1}"
    let list = "\"traceEvents\": [\(events.joined(separator: ",\n"))]"
    text = one(in: 3) ? "{\(list), \(metadata)}" : "{\(metadata), \(list)}"
    if one(in: 3) { damage() }
  }

  private mutating func draw(_ low: Int64, _ high: Int64) -> Int64 { random.next(in: low...high) }
  private mutating func one(in count: Int64) -> Bool { draw(1, count) == 1 }
  private mutating func chance(_ most: Int64) -> Int64 { draw(0, most) }
  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int(draw(0, Int64(values.count - 1)))]
  }

  private mutating func add(
    _ name: String, _ category: String, _ start: Int64, _ duration: Int64, _ arguments: String
  ) {
    let process = ["driver", "mode", "input"].contains(category) ? 2 : 1
    events.append(
      "{\"name\": \"\(name)\", \"cat\": \"\(category)\", \"ph\": \"X\", \"pid\": \(process),"
        + " \"tid\": 1, \"ts\": \(start), \"dur\": \(duration), \"args\": {\(arguments)}}")
  }

  private mutating func instant(_ name: String, _ process: Int, _ time: Int64) {
    events.append(
      "{\"name\": \"\(name)\", \"ph\": \"i\", \"pid\": \(process), \"ts\": \(time)}")
  }

  /// Calls on a grid, some late or long, some left out, some with what the recorder adds.
  private mutating func addDriver(within length: Int64) {
    let name = pick(names)
    let kind = one(in: 4) ? "link" : "timer"
    let interval = pick([4_000, 8_333, 16_667, 16_667, 33_333, 100_000] as [Int64])
    let gaps = pick([1_000, 12, 4] as [Int64])
    var due = draw(0, 60_000)
    while due < length {
      let date = due
      due += interval
      if one(in: gaps) { due += interval * draw(0, 9) }
      if one(in: 40) { due += draw(0, interval) }
      let late = one(in: 8) ? draw(0, 3 * interval) : draw(20, 300)
      let cost = one(in: 8) ? draw(0, 2 * interval) : draw(100, 3_000)
      var arguments = "\"kind\": \"\(kind)\""
      if !one(in: 10) { arguments += ", \"due\": \(date)" }
      if kind == "timer", !one(in: 10) { arguments += ", \"interval\": \(interval)" }
      if one(in: 12) { arguments += ", \"next\": \(due)" }
      if one(in: 30) { arguments += ", \"valid\": false" }
      add(name, "driver", date + late, cost, arguments)
      if one(in: 3) { add("RunTask", "loop", date + late + cost, draw(10, 20_000), "") }
    }
  }

  /// None, one, or some that begin late or are nested.
  private mutating func addModes(within length: Int64) {
    guard !one(in: 3) else { return }
    let begin = one(in: 2) ? 0 : draw(0, length)
    add("kCFRunLoopDefaultMode", "mode", begin, length - begin, "\"depth\": 1")
    for _ in 0..<draw(0, 3) {
      let mode = one(in: 2) ? "UITrackingRunLoopMode" : "other"
      add(mode, "mode", draw(0, length), draw(0, 300_000), "\"depth\": \(draw(0, 3))")
    }
  }

  private mutating func addVsyncs(within length: Int64) {
    let period = pick([16_667, 16_667, 8_333, 4_167, 41_667] as [Int64])
    let gaps = pick([1_000, 5] as [Int64])
    for time in stride(from: draw(0, period), through: length, by: Int(period)) where !one(in: gaps)
    {
      instant("vsync", 1, time)
    }
  }

  /// Puts something else where a number stands.
  private mutating func damage() {
    let numbers = text.ranges(of: /: [0-9]+/)
    let other = pick([
      "0", "-1", "1e-9", "85000", "139999.999", "3e8", "3e9", "1e13", "2251799813685248",
      "9223372036854775807", "-9223372036854775808", "1e300", "null", "\"x\"",
    ])
    text.replaceSubrange(pick(numbers), with: ": \(other)")
  }
}
