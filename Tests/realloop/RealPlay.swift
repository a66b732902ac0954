#if os(Linux)
  import CVirtualTime
  import Foundation
  import LabRecorder
  import LoopScenarios

  /// The play of one scenario in a process that ends with it.
  enum RealPlay {
    /// How long a play may take in real time before the process is killed, in seconds.
    private static let patience: UInt32 = 20

    /// The player, for the handler of failures, which a C function pointer must be.
    nonisolated(unsafe) private static var player: Player?

    /// The recorder, if there is one.
    nonisolated(unsafe) private static var recording: RecordedPlay?

    /// Plays a scenario, prints its timeline, and ends the process.
    static func start(_ scenario: Scenario, isRecorded: Bool) -> Never {
      alarm(patience)
      if scenario.isMain { play(scenario, isRecorded) }
      Thread { play(scenario, isRecorded) }.start()
      while true { pause() }
    }

    private static func play(_ scenario: Scenario, _ isRecorded: Bool) -> Never {
      guard virtual_time_enter({ RealPlay.fail($0) }) else { exit(1) }
      var host: any LoopHost = RealLoop { finish() }
      if isRecorded {
        let recording = RecordedPlay(from: virtual_time_now())
        unsafe RealPlay.recording = recording
        host = WatchedHost(host) { recording.see($0) }
      }
      let player = Player(scenario, on: host)
      unsafe RealPlay.player = player
      player.play()
      finish()
    }

    private static func fail(_ reason: virtual_time_failure) {
      guard reason == VIRTUAL_TIME_ASLEEP_FOREVER else { exit(Int32(reason.rawValue)) }
      finish(last: "asleep")
    }

    /// Prints the timeline, and ends the process.
    ///
    /// Its other threads have nothing to say and no need to be joined.
    private static func finish(last: String? = nil) -> Never {
      var timeline = unsafe player?.timeline ?? Timeline()
      if let recording = unsafe recording {
        print(recording.timeline)
        fflush(nil)
        _exit(0)
      }
      if let last { timeline.append(last, at: Int64(virtual_time_now())) }
      print(timeline)
      fflush(nil)
      _exit(0)
    }
  }
#endif
