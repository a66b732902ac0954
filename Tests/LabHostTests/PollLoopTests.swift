#if os(Linux)
  import Foundation
  import LabLoop
  import LabTrace
  import Testing

  @testable import LabHost

  @Suite struct `A loop that polls` {
    /// The alarm ends the process if the loop does not end.
    @Test func `ends at its limit though the system has no timer left for it`() async {
      await #expect(processExitsWith: .success) {
        let loop = try PollLoop(on: RealMachine())
        var limit = rlimit(rlim_cur: 1, rlim_max: 1)
        guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
          exit(1)
        }
        alarm(5)
        exit(loop.run(.default, for: .milliseconds(20)) == .timedOut ? 0 : 2)
      }
    }
  }
#endif
