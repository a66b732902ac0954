import Foundation

let usage = """
  Usage: labbench [OPTION …]

  Measures what the lab costs, each workload beside its limit in the same run: the median of five
  repetitions, in nanoseconds of processor time. Build it with '-c release'.

    --only NAME      only workloads whose names begin so, or one of them, such as 'loop-periodic 10';
                     may be given several times
    --repeat N       another number of repetitions
    --csv            prints comma-separated values
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
