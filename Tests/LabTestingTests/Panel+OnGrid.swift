import LabTesting

extension Panel {
  /// A panel of 60 Hz whose first vsync comes at the start.
  static let onGrid = Panel(rate: .hertz(60))
}
