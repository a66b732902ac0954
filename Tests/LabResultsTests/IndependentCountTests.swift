import Foundation
import LabExperiment
import LabKernel
import LabResults
import ResultSupport
import TestSupport
import Testing

/// The columns of symptoms beside a count in another language, which reads the lists alone.
@Suite struct `The count of symptoms` {
  @Test(arguments: 0..<Count("of an independent reader").value)
  func `is that of an independent reader`(number: Int)
    throws
  {
    guard let python = Self.python else {
      print("The count of symptoms is not compared: there is no python3.")
      return
    }
    let script = Self.script(seed: UInt64(number))
    let folder = try TemporaryFolder()
    let plan = try WrittenResult.plan(script)
    _ = try ResultWriter(WrittenResult.request(plan), plan, at: folder.path("test"), .keep)
      .perform(jobs: 1)
    try folder.write(script, to: "test.lab")
    let counter = Checkout.fixtures().appending(path: "count_symptoms.py").path
    let process = Process()
    let output = Pipe()
    process.executableURL = python
    process.arguments = [counter, folder.path("test"), folder.path("test.lab")]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let lines = text.split(separator: "\n")
    #expect(lines.dropLast().isEmpty, "\(text)\n\(script)")
    #expect(lines.last.map { $0.hasPrefix("compared ") && $0 != "compared 0" } == true)
  }

  private static var python: URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").map { URL(filePath: "\($0)/python3") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// A script in plain words of fixed order, so that a reader of a few lines understands it.
  static func script(seed: UInt64) -> String {
    var chance = RandomStream(seed: seed, name: "symptoms")
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(chance.next(in: 0...Int64(values.count - 1)))]
    }
    var text = """
      display \(pick([50, 60, 90, 120, 144])) Hz
      run 3000 ms
      gesture scroll at 700 ms for \(chance.next(in: 100...900)) ms
      load    work poisson \(chance.next(in: 1...40)) per s takes uniform 0..\(chance.next(in: 2...40)) ms as main-queue
      load    hang at \(chance.next(in: 1000...2500)) ms takes \(chance.next(in: 1...400)) ms as block

      """
    for arm in 0..<8 {
      let mode = pick(["in default", "in common"])
      let cost = "takes uniform 0..\(chance.next(in: 1...12)) ms"
      if pick([true, false]) {
        let interval = chance.next(in: 4_000_000...(pick([20_000_000, 400_000_000])))
        let policy = pick(["coalesce", "burst", "delay", "skip", "rearm"])
        let target = pick(["none", "none", "1 refreshes", "2 refreshes"])
        text += "arm a\(arm)\n  timer ball every \(interval) ns catch-up \(policy) \(mode) \(cost)"
        text += " target \(target)\n"
      } else {
        text +=
          "arm a\(arm)\n  link ball every \(chance.next(in: 1...3)) refreshes \(mode) \(cost)\n"
      }
      let clock = pick(["now", "timestamp", "fixed 1/60 s", "fixed 1/30 s"])
      if pick([true, true, false]) {
        text += "  animate ball along linear from 0 to \(chance.next(in: 10...2000))"
        text += " over \(chance.next(in: 30...60)) s by \(clock)\n"
      }
    }
    return text
  }
}
