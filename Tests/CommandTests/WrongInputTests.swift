import TestSupport
import Testing

@testable import runlooplab

/// What people type that is wrong: each answer names what to type.
@Suite struct `A wrong input` {
  /// A statement instead of a line of the script, or behind its end; words of the answer.
  static let statements: [(line: Int, statement: String, answer: String)] = [
    (0, "display 60 fps", "Write '60 Hz'."), (0, "display 60 hertz", "Write '60 Hz'."),
    (0, "display 60hz", "Write '60 Hz'."), (0, "display 60", "Write '60 Hz' or '60 per s'."),
    (0, "display 6e1 Hz", "Numbers have no exponent. Write '60 Hz'."),
    (0, "display 16.7 ms", "Write '59.88 Hz'."), (0, "display 59,94 Hz", "Write '59.94 Hz'."),
    (0, "dispaly 60 Hz", "Did you mean 'display'?"), (0, "Display 60 Hz", "mean 'display'?"),
    (0, "screen 60 Hz", "Did you mean 'display'?"), (1, "run 1 sec", "Write '1 s'."),
    (1, "run 2 secs", "Write '2 s'."), (1, "run 1000 msec", "Write '1000 ms'."),
    (1, "run 1e3 ms", "Write '1000 ms'."), (1, "run 1 S", "Write '1 s'."),
    (1, "run 1,5 s", "Write '1.5 s'."), (1, "run 2", "Write '2 ms', '2 us' or '2 s'."),
    (1, "run 1s500ms", "Write for example '1 ms', '1 us' or '1 s'."),
    (1, "run 60 Hz", "Write '1/60 s'."), (1, "run ten s", "Write digits, such as '10'."),
    (1, "run .5 s", "Write '0.5'."), (1, "duration 2 s", "Did you mean 'run'?"),
    (2, "ram timer", "Did you mean 'arm'?"), (2, "variant timer", "Did you mean 'arm'?"),
    (3, "  timer ball every 60 fps in default", "Write '1/60 s'."),
    (3, "  timer ball every 60 Hz in default", "Write '1/60 s'."),
    (3, "  timer ball every 16 in default", "Write '16 ms', '16 us' or '16 s'."),
    (3, "  timer ball interval 16 ms in default", "Write for example 'every 16 ms'."),
    (3, "  timer ball every 16 ms in comon", "Did you mean 'common'?"),
    (3, "  timer ball every 16 ms mode default", "Write for example 'in default'."),
    (3, "  timer ball every 16 ms in default take 1 ms", "Did you mean 'takes'?"),
    (3, "  timer ball every 16 ms in default takes 500 micros", "Write '500 us'."),
    (3, "  timer ball every 16 ms in default takes 1.5e-3 s", "Write '0.0015 s'."),
    (3, "  timer ball every 16 ms in default takes 1 milliseconds", "Write '1 ms'."),
    (3, "  NSTimer ball every 16 ms in default", "Did you mean 'timer'?"),
    (5, "  CADisplayLink ball in default", "Did you mean 'link'?"),
    (6, "expect timer.ball.dropd == 0", "Did you mean 'dropped'?"),
    (6, "expect timer.ball.jank == 0", "Write for example 'dropped' or 'dropped_pct'."),
    (6, "expect timer.ball.stutter == 0", "Write for example 'hitch_ratio' or 'hitch_max'."),
    (6, "expect timer.ball.fps > 50", "Write for example 'fps_avg' or 'judder_sd'."),
    (6, "expect timer.ball.jitter < 1 ms", "'period_jitter_sd' or 'rfc_jitter'."),
    (6, "expect timer.ball.latency < 20 ms", "'tick_to_photon_p99' or"),
    (6, "expect timer.ball.lateness < 2 ms", "'lateness_p99' or 'lateness_max'."),
    (6, "expect timer.ball.dropped = 0", "Write '==', '!=', '<'"),
    (6, "expect timer.bal.dropped == 0", "Did you mean 'ball'?"),
    (6, "expect tmier.ball.dropped == 0", "Did you mean 'timer'?"),
    (6, "expect timer.ball.lateness_max < 20", "Write '20 ms', '20 us' or '20 s'."),
    (6, "expect timer.ball.lateness_max < 2e1 ms", "Write '20 ms'."),
    (6, "expect timer.ball.fps_avg > 50 fps", "Write '50 Hz'."),
    (6, "assert timer.ball.dropped == 0", "Did you mean 'expect'?"),
    (6, "expct timer.ball.dropped == 0", "Did you mean 'expect'?"),
    (6, "load parse at 1 ms takes 2 ms as mainqueue", "Did you mean 'main-queue'?"),
    (6, "load parse at 100 takes 2 ms as port", "Write '100 ms', '100 us' or '100 s'."),
    (6, "load parse at 1 s takes 5 ms .. 22 ms as port", "Write 'uniform 0..6 ms'."),
    (6, "touch at 100 ms for 1 s", "Did you mean 'gesture'?"),
    (6, "sweep block 0 ms, 10 ms", "Write for example '= 1 ms, 2 ms'."),
    (6, "presents fifo 2 blocking", "Did you mean 'display'?"),
    (6, "repeat ten", "Write digits, such as '10'."),
  ]

  static let script = [
    "display 60 Hz", "run 1 s", "arm timer", "  timer ball every 1/60 s in default", "arm link",
    "  link ball in default",
  ]

  /// Words of a command, and of the answer.
  static let commands: [(words: [String], answer: String)] = [
    (["explain", "dropd"], "Did you mean 'dropped'?"),
    (["explain", "good.lab"], "explained by 'runlooplab why good.lab'."),
    (["explain", "latness"], "Did you mean 'lateness'?"),
    (["explain", "comon", "modes"], "Did you mean 'common modes'?"),
    (["explain", "trackng"], "Did you mean 'tracking'?"),
    (["explain", "anim"], "Did you mean 'animation_error_mean'?"),
    (["show", "good.lab", "--worst", "dropd"], "Did you mean 'dropped'?"),
    (["show", "good.lab", "--worst", "jank"], "Write for example 'dropped' or 'dropped_pct'."),
    (["show", "good.lab", "--arm", "tiemr"], "Did you mean 'timer'?"),
    (["run", "good.lab", "--set", "dispaly=120 Hz"], "Did you mean 'display'?"),
    (["run", "good.lab", "--set", "frames=3"], "Write for example 'display=120 Hz'"),
    (["run", "good.lab", "--set", "timer.ball.tkaes=3 ms"], "Did you mean 'takes'?"),
    (["run", "good.lab", "--set", "run=2 secs"], "Write '2 s'."),
    (["run", "good.lab", "--metric", "hich_ratio"], "Did you mean 'hitch_ratio'?"),
    (["run", "good.lab", "--metrics", "drop"], "Write for example 'dropped' or 'dropped_pct'."),
    (["run", "good.lab", "--report", "junti"], "Did you mean 'junit'?"),
    (["compare", "a", "b", "--metric", "dropd"], "Did you mean 'dropped'?"),
    (["compare", "a", "b"], "Name a folder such as results/beat."),
    (["measure", "good.lab", "--driver", "disc"], "no driver is called 'disc'. Write 'ball'."),
    (["why", "good.lab", "--driver", "disc"], "has no driver 'disc', but 'ball'."),
    (["run", "god.lab"], "there is no such file, but 'good.lab' is there."),
    (["watch", "nofile.lab"], "'nofile.lab' cannot be read: there is no such file."),
  ]

  @Test(arguments: statements.indices)
  func `in a script is answered with what to write`(number: Int) throws {
    let (line, statement, answer) = Self.statements[number]
    var lines = Self.script + [""]
    lines[line] = statement
    let tool = try Tool()
    try tool.write(lines.joined(separator: "\n") + "\n", to: "x.lab")
    check(try tool.run("check", "x.lab"), "\(statement)", answer)
  }

  @Test(arguments: commands.indices)
  func `on the command line is answered with what to type`(number: Int) throws {
    let (words, answer) = Self.commands[number]
    check(try Tool().run(words), words.joined(separator: " "), answer)
  }

  private func check(_ outcome: BuiltProgram.Outcome, _ input: String, _ answer: String) {
    #expect(outcome.status == 2 || outcome.status == 3, "\(input)")
    #expect(outcome.errors.contains(answer), "\(input): \(outcome.errors)")
    #expect(!outcome.errors.contains("'rank'"))
  }
}
