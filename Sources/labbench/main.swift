import Foundation

let usage = """
  Usage: labbench [OPTION …]

  Measures what the lab costs, each workload beside its limit in the same run: the median of five
  repetitions, in nanoseconds of processor time. Build it with '-c release'.

    --only NAME      only workloads whose names begin so, or one of them, such as 'loop-periodic 10';
                     may be given several times
    --repeat N       another number of repetitions
    --csv            prints comma-separated values
    --instructions   counts the instructions of some of them with valgrind, start-up left out, and
                     prints no times
    --perform NAME N does so much of the work of a line of --instructions, for a tool to count
    --smoke          does little work, and only checks the results

  """

let exitStatus: Int32
do {
  exitStatus = try Options(Array(CommandLine.arguments.dropFirst())).perform()
} catch let mistake as Options.Mistake {
  FileHandle.standardError.write(Data("labbench: \(mistake.message)\n\n\(usage)".utf8))
  exitStatus = 2
}
exit(exitStatus)
