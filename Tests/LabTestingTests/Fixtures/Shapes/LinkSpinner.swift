import Foundation
import QuartzCore

/// Turns once a second as long as it is on the screen.
final class LinkSpinner {
  private(set) var turns = 0.0
  private lazy var link = CADisplayLink(target: Proxy(turn), selector: #selector(Proxy.call))
  private var last: TimeInterval?

  func begin() { link.add(to: .main, forMode: .common) }

  func end() { link.invalidate() }

  func isOnScreen(_ isOnScreen: Bool) {
    link.isPaused = !isOnScreen
    last = nil
  }

  private func turn() {
    turns += link.targetTimestamp - (last ?? link.timestamp)
    last = link.targetTimestamp
  }
}
