import Foundation
import TestSupport
import Testing

@Suite struct `The try command` {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(trace, to: "page.json")
  }

  @Test func `shows the table, the blame by task, and the worst moment`() throws {
    let outcome = try tool.run(
      "try", "page.json", "--display", "60Hz", "--like", "run-loop")
    #expect(outcome.status == 0 && outcome.errors == "")
    for part in [
      "page.json: Chrome trace, 6 events, 240.0 ms of CrRendererMain (pid 7): 2 tasks,\n41.5 ms,"
        + " without 1 task shorter than 100 us, 0.1 ms\n",
      "60 Hz    timer", "         link-skip", "\nrules: run loop\n",
      "dropped frames by task, ms",
      "\nEvaluateScript ", "The worst moment: ", "# arm timer, 60 Hz\nvsync:",
      "# arm link, 60 Hz\nvsync:", "\nlink-skip  a display link that skips ",
      "\nNext: runlooplab try page.json --save page.lab\n",
    ] {
      #expect(outcome.output.contains(part), "\(part)\n\(outcome.output)")
    }
    #expect(tool.names() == ["failing.lab", "good.lab", "page.json"])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `writes a script that comes to the same`() throws {
    let outcome = try tool.run("try", "page.json", "--save", "mine.lab")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Go on with: runlooplab run mine.lab"))
    #expect(
      outcome.output.contains("\n60 Hz    interval")
        && outcome.output.contains("\n120 Hz   interval"))
    let run = try tool.run("run", "mine.lab")
    #expect(run.status == 0 && run.errors == "")
    #expect(run.output.contains("1 experiment, 8 runs"))
    #expect(try tool.run("try", "page.json", "--save", "mine.lab").status == 0)
    try tool.write("mine\n", to: "mine.lab")
    // What is asked for besides is not written then.
    let refused = try tool.run("try", "page.json", "--save", "mine.lab", "--html", "page.html")
    #expect(refused.status == 4 && !tool.names().contains("page.html"))
    #expect(try tool.data(of: "mine.lab") == Data("mine\n".utf8))
  }

  @Test func `writes a page, and says what would help`() throws {
    let outcome = try tool.run("try", "page.json", "--html", "page.html")
    #expect(outcome.status == 0 && outcome.output.contains("\nPage: page.html\n"))
    #expect(outcome.output.contains("\nWhy? (run 2, raf, rate = 60 Hz"))
    let page = try tool.text(of: "page.html")
    for part in [
      "<h1>page.json</h1>", "<h2>Run ", "id=\"stage\"", "Worst hitches", "raf-time",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    #expect(try tool.run("try", "page.json", "--html", "page.html").status == 0)
    try tool.write("mine\n", to: "page.html")
    #expect(try tool.run("try", "page.json", "--html", "page.html").status == 4)
  }

  /// Nothing that a table shows needs another page, and each fix begins a line.
  @Test func `says what its arms and causes are, and lists what helps`() throws {
    let path = Checkout.root.appending(
      path: "experiments/work/recordings/own-app.trace.json.gz"
    ).path
    let output = try tool.run("try", path).output
    for part in [
      "\n(your app)  what the app did", "\nrecorded    the app's own driver in the lab",
      "\n(missed)   a fire date passed without a callback", "\n# arm recorded, recorded display\n",
      "\nWhy? (run 0, recorded)\nThe timer ball dropped ", "\n\n1. Add the timer to the common",
      "\n  Apple: RunLoop.main.add(timer, forMode: .common)\n2. Split parse into chunks",
    ] {
      #expect(output.contains(part), "\(part)\n\(output)")
    }
  }

  @Test func `takes the display of the recording`() throws {
    try tool.write(traceWithVsyncs, to: "v.json")
    let outcome = try tool.run("try", "v.json", "--save", "mine.lab")
    #expect(outcome.output.contains("display: 16 recorded vsyncs"), "\(outcome.output)")
    let script = try tool.data(of: "mine.lab")
    #expect(String(decoding: script, as: UTF8.self).contains("display   recorded mine.vsyncs.csv"))
    #expect(try tool.run("run", "mine.lab").status == 0)
  }

  /// Sixty frames of a compositor with a task of 40 ms at the twentieth, of which three are
  /// dropped: the display link drops two for the task, and knows nothing of the third.
  @Test func `holds the frames of a trace against those that its tasks predict`() throws {
    func event(_ phase: String, _ thread: Int, _ time: Int, _ name: String, _ more: String)
      -> String
    {
      "{\"ph\":\"\(phase)\",\"pid\":7,\"tid\":\(thread),\"ts\":\(time),\"name\":\"\(name)\",\(more)}"
    }
    var events = [event("M", 1, 0, "thread_name", "\"args\":{\"name\":\"CrRendererMain\"}")]
    for frame in 0..<60 {
      let time = 5_000_000 + 16_667 * frame
      let state = [20, 21, 40].contains(frame) ? "STATE_DROPPED" : "STATE_PRESENTED_ALL"
      events += [
        event(
          "X", 2, time + 50, "Scheduler::BeginFrame",
          "\"dur\":5,\"args\":{\"args\":{\"frame_time_us\":\(time)}}"),
        event(
          "X", 2, time + 10, "PipelineReporter",
          "\"dur\":9,\"args\":{\"chrome_frame_reporter\":{\"state\":\"\(state)\"}}"),
        event("X", 1, time + 4000, "RunTask", "\"dur\":2000"),
      ]
    }
    events.append(event("X", 1, 5_000_000 + 20 * 16_667 - 3000, "RunTask", "\"dur\":40000"))
    try tool.write(
      "{\"traceEvents\":[\n\(events.joined(separator: ",\n"))\n]}\n", to: "frames.json")
    let outcome = try tool.run("try", "frames.json")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
        "Of 58 frames that the recording wanted, 55 (94.83%) were in time, and 56 (96.55%) are"
          + " predicted by a display link beside its tasks; 57 (98.28%) agree, 2 vsyncs after their"
          + " own. The first that does not is that of 666.67 ms: not in time, and predicted to be;"
          + " the thread was held longest by RunTask (2.0 ms at 670.7 ms of the recording), 2.00 ms."
      ), "\(outcome.output)")
    // DevTools notes vsyncs as instants, and none while nothing is new.
    let devTools = events.filter { !$0.contains("\"ts\":53") }.map { event -> String in
      guard event.contains("Scheduler::BeginFrame") else { return event }
      return event.replacing("Scheduler::BeginFrame", with: "BeginFrame")
        .replacing("\"ph\":\"X\"", with: "\"ph\":\"I\"")
    }
    try tool.write("[\(devTools.joined(separator: ",\n"))]\n", to: "devtools.json")
    let filled = try tool.run("try", "devtools.json")
    #expect(filled.output.contains("more where the recording has none"), "\(filled.output)")
    #expect(filled.output.contains(" frames that the recording wanted, "))
    let even = try tool.run("try", "frames.json", "--display", "60Hz")
    #expect(even.output.contains("are not compared with the simulation"))
  }

  @Test func `shows what a page animates with, and the rules that it goes by`() throws {
    let outcome = try tool.run("try", "page.json", "--display", "60Hz", "--save", "mine.lab")
    #expect(outcome.status == 0 && outcome.errors == "")
    let table = outcome.output.split(separator: "\n\n")[1].split(separator: "\n")
    #expect(
      table.dropFirst(4).prefix(4).map { $0.dropFirst(9).split(separator: " ")[0] }
        == ["interval", "chain", "raf", "raf-time"])
    // The motion by time is as fast as it should be; the others lose a step for each callback.
    #expect(table[7].hasSuffix(" 100.00") && !table[6].hasSuffix(" 100.00"))
    #expect(table.last { $0.hasPrefix("rules: ") } != nil)
    let script = try tool.text(of: "mine.lab")
    #expect(script.contains("timer ball every 16 ms in common takes 0.5 ms"))
    #expect(script.contains("\nlike      chromium\n"))
    #expect(script.contains("over 340 ms by timestamp"))
    let wrong = try tool.run("try", "page.json", "--like", "x")
    #expect(wrong.status == 2 && wrong.errors.contains("'--like x' is not a word for rules."))
  }

  @Test func `says the same of a trace and of its recording`() throws {
    _ = try tool.run("import", "page.json")
    let own = try tool.run("try", "page.csv")
    let direct = try tool.run("try", "page.json", "--like", "run-loop")
    // The notes on the trace stand above the table.
    let table = { (text: String) in text.split(separator: "\n\n").dropFirst().dropLast() }
    #expect(own.status == 0 && table(own.output) == table(direct.output))
    #expect(own.output.hasPrefix("page.csv: recording, 2 tasks, 41 ms in 240 ms\n"))
    #expect(try tool.run("try", "page.csv", "--thread", "x").status == 2)
  }

  @Test(arguments: [
    ("0,5,a\n3600000000,5,b", "this task lasts until 3600 s, and 3600 s is"),
    ("0,5,a\n7,x,b", "a row is"), ("0,9,a\n5000,86400000000000,b", "this task lasts until 86"),
    ("0,9,a\n86390000000000,1000,b", "this task lasts until 86"),
  ])
  func `refuses a row of a recording with its line, and more than an hour`(
    rows: String, message: String
  ) throws {
    try tool.write("start_us,duration_us,name\n\(rows)\n", to: "own.csv")
    for command in ["try", "why", "show"] {
      let outcome = try tool.run(command, "own.csv")
      #expect(outcome.status == 3 && outcome.output == "")
      #expect(outcome.errors.hasPrefix("own.csv:3:1: error: \(message)"), "\(outcome.errors)")
      #expect(outcome.errors.contains("\n\(rows.split(separator: "\n")[1])\n"))
    }
  }

  @Test(arguments: ["x", "-5", "9223372036854775807", "3"])
  func `refuses vsyncs beside a recording with their line`(row: String) throws {
    try tool.write("start_us,duration_us,name\n0,1000,a\n", to: "own.csv")
    try tool.write("vsync_ns\n4\n\(row)\n20000000\n", to: "own.vsyncs.csv")
    let outcome = try tool.run("try", "own.csv")
    #expect(outcome.status == 3 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("own.vsyncs.csv:3:1: error: "), "\(outcome.errors)")
  }

  @Test func `names tasks and their times to the last sentence`() throws {
    let text = trace.replacing(
      "\n]}",
      with: """
        ,
        {"ph":"X","pid":7,"tid":1,"ts":6200000,"dur":90000,"name":"RunTask"},
        {"ph":"X","pid":7,"tid":1,"ts":6200000,"dur":90000,"name":"ProxyMain::BeginMainFrame"}
        ]}
        """)
    try tool.write(text, to: "page.json")
    let outcome = try tool.run("try", "page.json", "--display", "60Hz")
    let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let name = "ProxyMain::BeginMainFrame (90.0 ms at 1200.0 ms of the recording)"
    #expect(words.contains("all of it: \(name)"), "\(words)")
    #expect(words.contains("a task held the thread (\(name) and "), "\(words)")
    #expect(!words.contains("page task"))
    // A window has instants of its own, and the file is not cut.
    let window = try tool.run("try", "page.json", "--display", "60Hz", "--from", "400 ms")
    #expect(window.words.contains("all of it: \(name)"), "\(window.output)")
  }

  @Test func `says that a recording is too short to tell`() throws {
    try tool.write("start_us,duration_us,name\n0,500,a\n40000,500,b\n", to: "short.csv")
    let outcome = try tool.run("try", "short.csv")
    #expect(outcome.status == 0 && outcome.output.contains("too short to tell"))
    #expect(!outcome.output.contains("Nothing is wrong"))
    try tool.write("start_us,duration_us,name\n0,500,a\n900000,500,b\n", to: "long.csv")
    let long = try tool.run("try", "long.csv")
    #expect(long.output.contains("Nothing is wrong") && !long.output.contains("too short"))
  }

  @Test func `lists the threads`() throws {
    let list = try tool.run("try", "page.json", "--list")
    #expect(try list.status == 0 && list.output == tool.run("import", "page.json", "--list").output)
  }
}

@Suite struct `A script that names a trace` {
  private static let script = """
    display 60 Hz
    run 240 ms
    load page recorded page.json as main-queue
    arm timer
      timer ball every 1/60 s in common

    """

  private func tool(_ text: String, script: String = script) throws -> Tool {
    let tool = try Tool()
    try tool.write(text, to: "page.json")
    try tool.write(script, to: "a.lab")
    return tool
  }

  @Test func `runs as with its recording`() throws {
    let tool = try tool(trace)
    _ = try tool.run("import", "page.json")
    try tool.write(Self.script.replacing("page.json", with: "page.csv"), to: "a2.lab")
    let direct = try tool.run("run", "a.lab", "--out", "-")
    let own = try tool.run("run", "a2.lab", "--out", "-")
    #expect(direct.status == 0 && direct.output == own.output.replacing("\na2,", with: "\na,"))
    // The result keeps what was read, so that a part of the runs can be performed again.
    #expect(try tool.run("run", "a.lab", "--resume").status == 0)
    #expect(try tool.run("run", "a.lab", "--resume").output.contains("finished before"))
  }

  @Test func `takes tasks and vsyncs from one trace`() throws {
    let script = Self.script.replacing("60 Hz", with: "recorded page.json")
    let both = try tool(traceWithVsyncs, script: script)
    #expect(try both.run("check", "a.lab").status == 0)
    #expect(try both.run("run", "a.lab", "--shard", "1/1").status == 0)
    let none = try tool(trace, script: script).run("check", "a.lab")
    #expect(none.status == 3)
    #expect(none.errors.hasPrefix("a.lab:1:9: error: 'page.json' holds no vsyncs."))
  }

  @Test(arguments: [
    ("{\"nodes\":[],\"samples\":[]}", "this is a CPU profile"),
    (trace.replacing("\"RunTask\"", with: "\"RunTask\",,"), "byte "),
    (
      trace.replacing("\"tid\":1,\"ts\":52", with: "\"tid\":9,\"ts\":52")
        .replacing("CrRendererMain", with: "worker").replacing(
          "\"dur\":1500", with: "\"dur\":30000"),
      "2 threads could be the main thread."
    ),
  ])
  func `shows what is wrong with it where the script names it`(text: String, words: String) throws {
    let outcome = try tool(text).run("check", "a.lab")
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.hasPrefix("a.lab:3:20: error: 'page.json': \(words)"), "\(outcome.errors)")
  }
}
