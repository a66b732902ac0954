import Foundation

/// What the command line asks for.
struct Options {
  /// Something on the command line that makes no sense.
  struct Mistake: Error {
    let message: String
  }

  private var prefixes: [String] = []
  private var repetitions = 5
  private var printsCSV = false
  private var scale = Benchmark.Scale.full
  private var asksForHelp = false
  private var countsInstructions = false
  /// The line of the table of instructions whose work is done, and how much of it.
  private var performed: (name: String, size: Int)?

  init(_ words: [String]) throws(Mistake) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--only": prefixes.append(try Self.value(of: word, &rest))
      case "--repeat":
        let text = try Self.value(of: word, &rest)
        guard let number = Int(text), (1...1000).contains(number) else {
          throw Mistake(message: "'--repeat \(text)' is not a number from 1 to 1000.")
        }
        repetitions = number
      case "--csv": printsCSV = true
      case "--instructions": countsInstructions = true
      case "--perform":
        let name = try Self.value(of: word, &rest)
        let text = try Self.value(of: word, &rest)
        guard let size = Int(text), size > 0 else {
          throw Mistake(message: "'--perform \(name) \(text)' needs a number from 1.")
        }
        performed = (name, size)
      case "--smoke":
        scale = .smoke
        repetitions = 1
      case "--help", "-h": asksForHelp = true
      default: throw Mistake(message: "'\(word)' is not an option.")
      }
    }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(Mistake) -> String {
    guard let value = rest.popFirst() else {
      throw Mistake(message: "'\(option)' needs a value.")
    }
    return value
  }

  /// Measures, prints, and returns the status to exit with: 1 if a result is wrong.
  func perform() throws -> Int32 {
    guard !asksForHelp else {
      print(usage, terminator: "")
      return 0
    }
    if let performed {
      guard try Instructions.perform(performed.name, performed.size) else {
        throw Mistake(message: "no line of --instructions is called '\(performed.name)'.")
      }
      return 0
    }
    if countsInstructions { return try Instructions.printTable(prefixes) ? 0 : 1 }
    let all =
      Periodic.benchmarks(scale) + Hours.benchmarks + Units.benchmarks + Physics.benchmarks
      + Recorder.benchmarks
      + Scripts.benchmarks
      + Streams.benchmarks + LongLists.benchmarks
      + Proofs.benchmarks + Starts.benchmarks
    let chosen = all.filter { benchmark in
      prefixes.isEmpty
        || prefixes.contains { benchmark.name.hasPrefix($0) || benchmark.label == $0 }
    }
    guard !chosen.isEmpty else {
      throw Mistake(message: "no workload begins with '\(prefixes.joined(separator: "' or '"))'.")
    }
    if !printsCSV { print("\(Output.machine)\n\n\(Output.titles)") }
    var measurements: [Measurement] = []
    for benchmark in chosen {
      let measurement = try Measurement(benchmark, scale, repetitions: repetitions)
      measurements.append(measurement)
      if !printsCSV {
        print(Output.line(measurement))
        fflush(nil)
      }
    }
    if printsCSV { print(Output.csv(measurements), terminator: "") }
    return complain(of: measurements) ? 1 : 0
  }

  private func complain(of measurements: [Measurement]) -> Bool {
    for measurement in measurements {
      guard let complaint = measurement.complaint else { continue }
      FileHandle.standardError.write(
        Data("labbench: \(measurement.benchmark.label): \(complaint)\n".utf8))
    }
    return measurements.contains { $0.complaint != nil }
  }
}
