/// Plays scenarios on the real CFRunLoop, in virtual time.
///
/// Reads scenarios from standard input, separated by empty lines, and writes one timeline a line to
/// standard output. Each is played in a process of its own, forked before anything has touched a
/// run loop: its main thread has a fresh main loop and a fresh main queue, and whatever goes wrong
/// there is told in one line.
///
///     echo 'timer a 10/10: busy 12
///     run 40' | swift run realloop
///     10: timer(a) │ 30: timer(a) │ 42: =>timedOut
///
/// With `--endless FILE` it plays nothing, but records a timer in a file, in real time, until it is
/// killed; with `--article` it runs the app of LabRecorder's article. With `--recorded` a recorder
/// watches the loop, and the timeline is what the recorder tells.
#if os(Linux)
  import CVirtualTime
  import Glibc
  import LoopScenarios
#endif

@main
enum RealLoopTool {
  static func main() {
    #if os(Linux)
      if let place = CommandLine.arguments.firstIndex(of: "--endless") {
        let file = CommandLine.arguments[place + 1]
        MainActor.assumeIsolated { RecordedPlay.goOnForever(in: file) }
      }
      if CommandLine.arguments.contains("--article") {
        return MainActor.assumeIsolated { RecordedPlay.playArticle() }
      }
      var text = ""
      while let line = readLine(strippingNewline: false) {
        if line != "\n" {
          text += line
        } else if !text.isEmpty {
          play(text)
          text = ""
        }
      }
      if !text.isEmpty { play(text) }
    #else
      print("error: only Linux lets a program have its own clock")
    #endif
  }

  #if os(Linux)
    private static func play(_ text: String) {
      do {
        let scenario = try ScenarioParser.parse(text)
        fflush(nil)
        let child = virtual_time_fork()
        guard child != 0 else {
          RealPlay.start(scenario, isRecorded: CommandLine.arguments.contains("--recorded"))
        }
        var status: Int32 = 0
        guard child > 0, unsafe waitpid(child, &status, 0) == child else {
          return print("error: no process")
        }
        if status != 0 { print("error: ended with status \(status)") }
      } catch {
        print("error: \(error)")
      }
    }
  #endif
}
