import Foundation
import ResultSupport
import TestSupport
import Testing

@Suite struct `The map of a timer's phases` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func script(_ timer: String = "", display: String = "60 Hz") -> String {
    """
    title  One block
    display \(display)
    run    1 s
    load   task at 104 ms takes 20 ms as main-queue
    arm timer
      timer ball every 16.666666 ms \(timer) in common takes 0.5 ms
    expect timer.ball.double_fires == 0
    """
  }

  @Test func `covers a refresh, and says where to put the phase`() throws {
    try tool.write(script(), to: "block.lab")
    let outcome = try tool.run("map", "block.lab", "-o", "map.csv")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("  0: 47.0 % of these phases"))
    #expect(outcome.output.contains("  1: 53.0 % of these phases"))
    let rows = parseCSV(try tool.text(of: "map.csv")).dropFirst()
    let edges = rows.map { (Int64($0[1]) ?? 0, Int64($0[2]) ?? 0) }
    #expect(rows.reduce(0) { $0 + (Int64($1[3]) ?? 0) } == 16_666_667)
    #expect(zip(edges, rows).allSatisfy { "\($0.1 - $0.0)" == $1[3] })
    #expect(zip(edges, edges.dropFirst()).allSatisfy { $0.1 == $1.0 })

    let place = try #require(outcome.output.firstMatch(of: /write\s+'(first\s+at\s+\d+\s+ns)'/)?.1)
    try tool.write(script(String(place).replacing("\n", with: " ")), to: "moved.lab")
    #expect(try tool.run("run", "moved.lab").status == 0)
  }

  @Test func `that runs out of runs says what it did not cover`() throws {
    try tool.write(script(), to: "block.lab")
    let outcome = try tool.run("map", "block.lab", "--budget", "3")
    #expect(outcome.status == 6)
    #expect(outcome.output.contains("Not covered: values from "))
  }

  @Test(arguments: ["300 ns", "2 us"])
  func `is not made of more events than are kept, and says how many are`(interval: String) throws {
    let timer = "arm t\n  timer b every \(interval) in common\n"
    try tool.write("display 60 Hz\nrun 30 s\n" + timer, to: "large.lab")
    let outcome = try tool.run("map", "large.lab", "--budget", "1")
    #expect(outcome.status == 3 && outcome.output.isEmpty)
    let length = try #require(outcome.errors.firstMatch(of: #/add --set '(run=[^']+)'/#)?.1)
    let shorter = try tool.run("map", "large.lab", "--budget", "1", "--set", String(length))
    #expect(shorter.status == 6, "\(shorter.errors)")
  }

  @Test func `is a picture, which says in words what is to be seen`() throws {
    try tool.write(script(), to: "block.lab")
    #expect(try tool.run("map", "block.lab", "-o", "map.svg").status == 0)
    let picture = try tool.text(of: "map.svg")
    #expect(picture.hasPrefix("<svg ") && picture.contains(">ball.double_fires</text>"))
    #expect(
      picture.contains("ball.double_fires: 1: 53.0 % of these phases, 0: 47.0 % of these phases"))
    #expect(picture.contains("Every whole nanosecond of one refresh is covered"))
  }

  @Test func `lets a task or the display move instead`() throws {
    try tool.write(script("phase 0.2"), to: "block.lab")
    let task = try tool.run("map", "block.lab", "--of", "task")
    #expect(task.status == 0 && task.output.contains("by the arrival of task, from 104.000"))
    let place = try #require(task.output.firstMatch(of: /write\s+'(at\s+\d+\s+ns)'/)?.1)
    let moved = script("phase 0.2").replacing("at 104 ms", with: place.replacing("\n", with: " "))
    try tool.write(moved, to: "moved.lab")
    #expect(try tool.run("run", "moved.lab").status == 0)

    // A display that is later by d is a timer and a task that are earlier by d.
    let display = try tool.run("map", "block.lab", "--of", "display", "-o", "display.csv")
    #expect(display.status == 0 && display.output.contains("by the first vsync, from 0.000"))
    let other = try tool.run("map", "block.lab", "--of", "network")
    #expect(other.status == 3 && other.errors.contains("Write one of: ball, task, display."))
  }

  @Test func `is refused where order does not decide, with the place`() throws {
    try tool.write(script(display: "adaptive 40 Hz .. 120 Hz"), to: "adaptive.lab")
    let outcome = try tool.run("map", "adaptive.lab")
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("cannot be decided for every phase: display:"))
    #expect(outcome.errors.contains("give it one, such as --set 'display=120 Hz'"))
    let fixed = try tool.run("map", "adaptive.lab", "--set", "display=120 Hz")
    #expect(fixed.status == 0, "\(fixed.errors)")
    try tool.write(
      script().replacing("timer ball every 16.666666 ms", with: "link ball"), to: "link.lab")
    let link = try tool.run("map", "link.lab")
    #expect(link.status == 0 && link.output.contains("ball.dropped by the first vsync"))
  }
}
