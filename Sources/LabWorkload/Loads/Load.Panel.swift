import LabDisplay
package import LabKernel
package import LabLoop

extension Load {
  /// How long a task of the main queue runs a loop of its own when its work is done.
  ///
  /// So does a block that shows an alert or another modal panel. Timers and links of the common
  /// modes go on, and the main queue does not, since a block of it is under way.
  ///
  /// - Source: AppKit, `runModal`, whose mode `NSModalPanelRunLoopMode` is one of the common modes;
  ///   CFRunLoop.c, which serves no main queue within a block of it.
  package enum Panel: Hashable, Sendable {
    /// So long.
    case lasting(Duration)
    /// Up to an instant.
    case until(Instant)

    /// When a panel ends that is shown now.
    func end(from now: Instant) -> Instant {
      switch self {
      case .lasting(let time): now.advanced(by: time)
      case .until(let end): end
      }
    }
  }

  /// Runs the loop as long as the panel of a task is there, if it has one.
  func runPanel(in loop: SimulatedRunLoop) {
    let now = loop.world.now
    guard let end = panel?.end(from: now), end > now else { return }
    loop.run(.modal, for: now.duration(to: end))
  }
}

extension SimulatedRunLoop.Mode {
  /// The mode in which a modal panel runs the loop.
  package static let modal = SimulatedRunLoop.Mode("modal")
}

extension [Load] {
  /// Whether one of them shows a modal panel.
  var havePanels: Bool { contains { $0.panel != nil } }
}

extension Scenario {
  private var hasPanels: Bool { loads.havePanels }

  /// Whether the loop ever runs in another mode than the default.
  package var hasOtherModes: Bool { !gestures.isEmpty || hasPanels }

  /// Whether modes are all those that a run has.
  func areAll(_ modes: [SimulatedRunLoop.Mode]) -> Bool {
    modes.contains(.common)
      || modes.contains(.default) && modes.contains(.tracking) && !hasPanels
  }

  /// The drivers, those whose callbacks come by blocks of the main queue in no mode of a panel:
  /// a block of it is under way.
  package var driversBesidePanels: [Driver] {
    guard hasPanels else { return drivers }
    return drivers.map { driver in
      guard case .link(let link) = driver.source else { return driver }
      var changed = driver
      switch link.lateDelivery {
      case .offMain(.queue), .offMain(.coalesced), .offMain(.once), .offMain(.selector):
        changed.modes = [.default, .tracking]
      case .pending, .skip, .latest, .queue, .offMain(.port), .offMain(.timer): break
      }
      return changed
    }
  }
}
