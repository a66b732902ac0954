import TestSupport
import Testing

@testable import runlooplab

@Suite struct `Color` {
  /// Whether there is color: on a terminal, in a pipe.
  @Test(arguments: [
    ([:], [true, false]), (["NO_COLOR": "1"], [false, false]), (["NO_COLOR": ""], [true, false]),
    (["CLICOLOR": "0"], [false, false]), (["CLICOLOR": "1"], [true, false]),
    (["CLICOLOR_FORCE": "1"], [true, true]), (["CLICOLOR_FORCE": "0"], [true, false]),
    (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], [false, false]), (["TERM": "dumb"], [false, false]),
  ])
  func `follows the environment`(environment: [String: String], expected: [Bool]) {
    for (isTerminal, isOn) in zip([true, false], expected) {
      #expect(ColorChoice.auto.isOn(isTerminal: isTerminal, environment: environment) == isOn)
      #expect(ColorChoice.always.isOn(isTerminal: isTerminal, environment: environment))
      #expect(!ColorChoice.never.isOn(isTerminal: isTerminal, environment: environment))
    }
  }

  @Test func `is in a pipe when it is asked for`() throws {
    let tool = try Tool()
    let outcome = try tool.run("run", "good.lab", "--color", "always")
    #expect(outcome.output.contains("\u{1b}["))
    #expect(try !tool.run("run", "good.lab", "--color=never").output.contains("\u{1b}"))
  }
}
