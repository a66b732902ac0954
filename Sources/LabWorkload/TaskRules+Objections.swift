package import LabBrowser
import LabDisplay
import LabKernel
import LabLoop
import LabTrace

extension TaskRules {
  /// Why a browser cannot have a driver, and what to write in its place; `nil` if it can.
  package func objection(to driver: Driver) -> String? {
    if let mode = driver.modes.first(where: { $0 != .common && $0 != .default }) {
      return "\(browser.name) has no modes, so that nothing runs in \(mode.name) alone."
        + " Write 'in common'."
    }
    switch driver.source {
    case .timer(let timer): return objection(to: timer)
    case .loop:
      return "a page of \(browser.name) is called back, and has no loop."
        + " Write 'link \(driver.name) in common'."
    case .link(let link):
      if case .offMain = link.lateDelivery {
        return "\(browser.name) calls a link back in its frames. Write 'in common' for 'off-main'."
      }
      if link.pace != .every(1) {
        return "\(browser.name) calls back in every frame. Leave the pace of the link out."
      }
      if link.lateDelivery != .pending || link.keepsPhase || link.zeroTimestampOnResume {
        return "what happens to a late vsync is a rule of \(browser.name)."
          + " Leave the policy of the link out."
      }
      return nil
    }
  }

  private func objection(to timer: Driver.Timer) -> String? {
    let length = timer.interval.wholeNanoseconds
    if length % 1_000_000 != 0 {
      let below = max(1, length / 1_000_000)
      return "timers of \(browser.name) take whole milliseconds."
        + " Write for example 'every \(below) ms' or 'every \(below + 1) ms'."
    }
    if timer.tolerance > .zero {
      return "timers of \(browser.name) have no tolerance. Leave 'tolerance' out."
    }
    if timer.isByWallClock {
      return "by which clock the timers of \(browser.name) go in a sleep was not measured."
        + " Leave 'by wall clock' out, or write 'like run-loop'."
    }
    guard let said = timer.catchUp, said != .delay, said != timers.interval else { return nil }
    let usual = timers.interval.rawValue
    return "a repeating timer of \(browser.name) is a setInterval or a chain of setTimeout, and has"
      + " no 'catch-up \(said.rawValue)'. Leave 'catch-up' out or write 'catch-up \(usual)'"
      + (timers.interval == .delay
        ? ": here both do the same." : " for the one, or write 'catch-up delay' for the other.")
  }

  /// Why a browser cannot have a load, and what to write in its place; `nil` if it can.
  package func objection(to load: Load) -> String? {
    if load.isInput {
      return inputs == nil
        ? "what \(browser.name) does about input is not among its rules. Write 'load' with 'as port'."
        : load.modes == [.common] || load.modes == [.default]
          ? nil : "\(browser.name) has no modes. Leave 'in' out."
    }
    if load.panel != nil {
      return "a page of \(browser.name) runs no loop within a task: an alert holds its thread."
        + " Leave 'runs modal' out, and write how long it is there behind 'takes'."
    }
    if !Delivery.ofPages.contains(load.delivery) {
      return "tasks of \(browser.name) are messages. Write 'as port', or 'as relay' for those of a"
        + " worker."
    }
    if load.modes != [.common], load.modes != [.default] {
      return "\(browser.name) has no modes. Leave 'in' out."
    }
    return nil
  }

  /// Why a browser cannot have a scenario, and what to write in its place; `nil` if it can.
  func objection(toAnyOf scenario: Scenario) -> String? {
    objection(to: scenario) ?? scenario.drivers.lazy.compactMap { objection(to: $0) }.first
      ?? scenario.loads.lazy.compactMap { objection(to: $0) }.first
  }

  /// Why a browser cannot have a scenario, but for its drivers and loads; `nil` if it can.
  package func objection(to scenario: Scenario) -> String? {
    if scenario.panel.isAdaptive {
      return "\(browser.name) was measured at a fixed rate."
        + " Write for example 'display 60 Hz'."
    }
    switch scenario.panel.presentMode {
    case .mailbox, .fifo: break
    case .blocking, .atTarget:
      return "a page of \(browser.name) does not present its frames itself. Leave 'presents' out."
    }
    if !scenario.gestures.isEmpty {
      return "what \(browser.name) does about input is not among its rules. Leave the gestures out."
    }
    if scenario.profile.alarmTick > 0 {
      return "when \(browser.name) wakes for a timer is one of its rules, and was not measured on a"
        + " clock of ticks. Leave 'alarms' out, or write 'like run-loop'."
    }
    if scenario.profile.nap != nil {
      return "how \(browser.name) puts timers off is not among its rules. Leave 'napping' out."
    }
    if scenario.profile.wall.hasSleeps {
      return "what \(browser.name) does when the machine sleeps was not measured."
        + " Leave 'sleep' out, or write 'like run-loop'."
    }
    if scenario.wakeUpDelay != nil, without(.costs) != nil {
      return "how late \(browser.name) wakes up is one of its rules. Leave 'wake-up' out, or its"
        + " rule: 'except costs'."
    }
    return nil
  }
}
