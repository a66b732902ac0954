#if os(Linux)
  import CVirtualTime
  import Foundation
  import LoopScenarios

  /// The play of one scenario in a process that ends with it.
  enum RealPlay {
    /// How long a play may take in real time before the process is killed, in seconds.
    private static let patience: UInt32 = 20

    /// The player, for the handler of failures, which a C function pointer must be.
    nonisolated(unsafe) private static var player: Player?

    /// Plays a scenario, prints its timeline, and ends the process.
    static func start(_ scenario: Scenario) -> Never {
      alarm(patience)
      if scenario.isMain { play(scenario) }
      Thread { play(scenario) }.start()
      while true { pause() }
    }

    private static func play(_ scenario: Scenario) -> Never {
      guard virtual_time_enter({ RealPlay.fail($0) }) else { exit(1) }
      let host = RealLoop(scenario) { finish() }
      let player = Player(scenario, on: host)
      unsafe RealPlay.player = player
      player.play()
      finish()
    }

    private static func fail(_ reason: virtual_time_failure) {
      unsafe player?.end(
        reason == VIRTUAL_TIME_ASLEEP_FOREVER ? "asleep" : "error:\(reason.rawValue)")
      finish()
    }

    private static func finish() -> Never {
      print(unsafe player?.timeline ?? Timeline())
      fflush(nil)
      // The other threads of the process have nothing to say and no need to be joined.
      _exit(0)
    }
  }
#endif
