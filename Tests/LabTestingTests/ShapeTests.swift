import LabTesting
import Testing

@Suite struct `An application's own class` {
  private static let disturbances = """
    display 60 Hz
    load network at 310 ms, 1200 ms takes 30 ms as main-queue
    gesture scroll at 600 ms for 250 ms
    arm laboratory
    """

  private func disturb(_ lab: Laboratory) {
    lab.load("network", at: .milliseconds(310), .milliseconds(1200), takes: .milliseconds(30))
    lab.scroll(at: .milliseconds(600), for: .milliseconds(250))
  }

  @Test func `with a display link does what the script says`() throws {
    let lab = Laboratory(display: .hertz(60))
    disturb(lab)
    let spinner = LinkSpinner()
    spinner.links = lab.displayLinks("ball", options: LinkOptions(takes: .milliseconds(2)))
    spinner.begin()
    lab.advance(to: .seconds(2))
    try expectEqualNumbers(lab, Self.disturbances + "\n  link ball in common takes 2 ms\n")
    #expect(abs(spinner.turns - 2) < 0.05)
    spinner.end()
    lab.expect().leavesNothingBehind()
  }

  @MainActor @Test func `with a timer does what the script says`() throws {
    let lab = Laboratory(display: .hertz(60))
    disturb(lab)
    let carousel = TimerCarousel()
    carousel.begin(lab.timers("ball", options: TimerOptions(takes: .milliseconds(2))))
    lab.advance(to: .milliseconds(900))
    try expectEqualNumbers(
      lab, Self.disturbances + "\n  timer ball every 16.666666 ms in default takes 2 ms\n")
    lab.advance(to: .seconds(2))
    #expect(carousel.steps == 60)
    lab.expect().leavesNothingBehind()
  }

  @MainActor @Test func `with async code does what the script says`() throws {
    let lab = Laboratory(display: .hertz(60))
    disturb(lab)
    let pulse = AsyncPulse()
    let clock = lab.clock("ball", every: .nanoseconds(16_666_666), takes: .milliseconds(2))
    lab.advance(to: .milliseconds(5))
    lab.task { try await pulse.run(clock) }
    lab.advance(to: .seconds(2))
    #expect(lab["ball"].fires == pulse.beats)
    try expectEqualNumbers(
      lab,
      Self.disturbances
        + "\n  timer ball every 16.666666 ms first at 21.666666 ms in common takes 2 ms\n",
      // The block of the main queue wakes the thread, not the clock.
      except: ["wake_ups", "shared_wake_ups"])
  }
}
