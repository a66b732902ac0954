import Foundation
import TestSupport
import Testing

private let script = """
  display 60 Hz
  run 1 s
  arm timer
    timer ball every 1/60 s phase 0.5 in default takes 2 ms
  arm link
    link ball in default takes 2 ms
  """

@Suite struct `The measure command of a script` {
  @Test func `prints every arm unless one is asked for`() throws {
    let tool = try Tool(files: ["a.lab": script])
    let all = try tool.run("measure", "a.lab")
    #expect(all.status == 0)
    #expect(all.output.contains("run 0, timer.ball") && all.output.contains("run 1, link.ball"))
    let link = try tool.run("measure", "a.lab", "--arm", "link")
    #expect(!link.output.contains("timer.ball") && link.output.contains("jank_stats"))
    #expect(try tool.run("measure", "a.lab", "--run", "1").output == link.output)
    // Reports print a driver with its arm.
    #expect(try tool.run("measure", "a.lab", "--driver", "link.ball").output == link.output)
    #expect(try tool.run("measure", "a.lab", "--driver", "ball").output == all.output)
    let wrong = try tool.run("measure", "a.lab", "--driver", "link.bal")
    #expect(wrong.status == 2 && wrong.errors.contains("Write 'ball'"), "\(wrong.errors)")
  }
}

@Suite struct `The events that a test recorded` {
  @Test(arguments: ["why", "measure", "try", "show", "import"], ["main", "late", "ball"])
  func `are no list and no capture, and it is said who reads them`(
    subcommand: String, name: String
  ) throws {
    let folder = Checkout.root.appending(path: "Tests/LabTestingTests/Recordings")
    let tool = try Tool()
    let outcome = try tool.run(subcommand, folder.appending(path: "\(name).trace").path)
    #expect(outcome.status == 3 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("'lab.expect().isAsRecorded(in:)'"), "\(outcome.errors)")
  }
}

@Suite struct `The measure command of a capture` {
  @Test(arguments: ["v1", "v2"])
  func `measures what the run command wrote`(version: String) throws {
    let tool = try Tool(files: ["a.lab": script])
    #expect(try tool.run("run", "a.lab", "--presentmon", version).status == 0)
    let result = try tool.run(
      "measure", "results/a/presentmon.csv", "--refresh", "60", "--cadence", "1")
    #expect(result.status == 0)
    #expect(result.output.contains("results/a/presentmon.csv: link.ball 1 0x1"))
    #expect(result.output.contains("a refresh lasts 16.667 ms"))
  }

  @Test func `says on which times it rests, and prints one metric`() throws {
    let log = "fps,frametime,elapsed\n60,16.6,0\n59,16.9,16900000\n30,33.2,50100000\n"
    let tool = try Tool(files: [
      "m.csv": log, "n.csv": log.replacing("33.2", with: "40"),
    ])
    let result = try tool.run("measure", "m.csv")
    #expect(result.status == 0)
    #expect(
      result.output.contains("\nFrame times are taken from present to present, displayed or not."))
    let one = try tool.run("measure", "m.csv", "--metric", "low1_integral")
    #expect(one.output == "m.csv  low1_integral  30.12  fps\n")
    let wrong = try tool.run("measure", "m.csv", "--metric", "low1_integra")
    #expect(wrong.status == 2 && wrong.errors.contains("Did you mean 'low1_integral'?"))
    let display = try tool.run("measure", "m.csv", "--times", "displayed")
    #expect(display.status == 3 && display.errors.contains("Write '--times presented'."))
    #expect(try tool.run("measure", "m.csv", "--times", "shown").status == 2)
    let comparison = try tool.run("compare", "m.csv", "n.csv")
    #expect(comparison.status == 0 && comparison.output.contains("low1_integral"))
    #expect(try tool.run("compare", "m.csv", "n.csv", "--identical").status == 1)
    #expect(try tool.run("compare", "m.csv", "m.csv", "--identical").status == 0)
  }

  @Test func `points at a mistake in a capture`() throws {
    let tool = try Tool(files: ["a.csv": "TimeInSeconds,MsUntilDisplayed\n1,x\n"])
    let result = try tool.run("measure", "a.csv")
    #expect(result.status == 3)
    #expect(result.errors.hasPrefix("a.csv:2:3: error: 'x' is not a number"))
    #expect(result.output.isEmpty)
  }
}

@Suite struct `The measure command of a recording` {
  private static let path = Checkout.experiment("real-page").deletingLastPathComponent()
    .appending(path: "recordings/own-app.trace.json.gz").path

  @Test func `tells what became of the app's own driver`() throws {
    let tool = try Tool(files: [:])
    let result = try tool.run("measure", Self.path)
    #expect(result.status == 0 && result.errors.isEmpty)
    for part in ["ball      405      75", "(starved: tracking)", "# ball, recorded", "jank_stats"] {
      #expect(result.output.contains(part), "\(part)\n\(result.output)")
    }
    let one = try tool.run("measure", Self.path, "--metric", "apple_hitch")
    #expect(one.output == "\(Self.path): ball  apple_hitch  160  ms/s\n")
    let none = try tool.run("measure", Self.path, "--driver", "bat")
    #expect(none.status == 2 && none.errors.contains("no driver is called 'bat'."))
  }

  @Test(arguments: [
    ("LabRecorder", "the recorder noted no driver"),
    ("DevTools", "this is a trace: runlooplab try"),
  ])
  func `refuses a trace without drivers`(source: String, complaint: String) throws {
    let text = """
      {"metadata": {"source": "\(source)"}, "traceEvents": [{"name": "RunTask", "ph": "X",
      "pid": 1, "tid": 1, "ts": 0, "dur": 5000}]}
      """
    let result = try Tool(files: ["a.json": text]).run("measure", "a.json")
    #expect(result.status == 3 && result.output.isEmpty)
    #expect(result.errors.contains(complaint), "\(result.errors)")
  }
}
