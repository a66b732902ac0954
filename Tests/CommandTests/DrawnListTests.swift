import Foundation
import TestSupport
import Testing

/// `LAB_FUZZ_COUNT=1000 swift test --filter 'drawn list for the command'` gives it any number.
@Suite struct `A drawn list for the command` {
  @Test(arguments: FuzzBatch.all("drawn list for the command"))
  func `ends as the help says, and its script is run`(_ batch: FuzzBatch) throws {
    let tool = try Tool()
    for number in batch.numbers {
      let list = DrawnList(number, seed: batch.seed)
      try tool.write(list.text, to: "list.txt")
      let options = list.options.map { "\($0.name)=\($0.value)" }
      let outcome = try tool.run(
        ["why", "list.txt", "--save", "list.lab", "--force"] + options)
      #expect(
        outcome.exited && [0, 2, 3].contains(outcome.status),
        "\(batch) \(number): \(outcome.status) \(outcome.errors)\n\(options)\n\(list.text)")
      #expect(outcome.status == 0 || outcome.output.isEmpty && !outcome.errors.isEmpty)
      guard outcome.status == 0 else { continue }
      let run = try tool.run("run", "list.lab", "--quiet", "--force")
      #expect(run.exited && run.status == 0, "\(batch) \(number): \(run.errors)\n\(list.text)")
    }
  }
}

@Suite struct `A capture of frames that is asked why` {
  private static let capture = """
    Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,MsBetweenPresents,\
    MsBetweenDisplayChange,MsUntilDisplayed
    game.exe,77,0x1,0,0.00833,8.33,16.667,21
    game.exe,77,0x1,1,0.01666,8.33,0.000,0.000
    game.exe,77,0x1,0,0.02499,8.33,16.667,21
    game.exe,77,0x1,0,0.04165,8.33,16.667,21

    """

  @Test func `is measured`() throws {
    let tool = try Tool()
    try tool.write(Self.capture, to: "game.csv")
    let (why, measure) = (try tool.run("why", "game.csv"), try tool.run("measure", "game.csv"))
    #expect(why.status == 0 && why.output == measure.output)
    #expect(why.errors.contains("runlooplab measure game.csv"))
  }

  @Test func `is a list by one of its columns`() throws {
    let tool = try Tool()
    try tool.write(Self.capture, to: "game.csv")
    let outcome = try tool.run("why", "game.csv", "--column", "MsBetweenPresents")
    #expect(outcome.status == 0 && outcome.output.contains("4 intervals in ms"))
  }
}
