import LabKernel

extension Trajectory {
  /// Numbers that tell this trajectory from every other, the same on every platform.
  package var stableWords: [UInt64] {
    switch self {
    case .curve(let curve, let from, let to, let duration):
      [1, UInt64(bitPattern: duration.wholeNanoseconds)]
        + words([from, to]) + curve.stableWords
    case .accelerated(let from, let velocity, let acceleration):
      [2] + words([from, velocity, acceleration])
    }
  }
}

extension TimingCurve {
  fileprivate var stableWords: [UInt64] {
    switch self {
    case .linear: [1]
    case .cubic(let curve): [2] + words([curve.x1, curve.y1, curve.x2, curve.y2])
    case .article(let solver):
      [3, solver.epsilon.bitPattern] + TimingCurve.cubic(solver.curve).stableWords
    case .bounceEaseOut: [4]
    case .quadraticEaseInOut: [5]
    case .spring(let spring): [6] + words([spring.frequency, spring.damping])
    }
  }
}

private func words(_ numbers: [Double]) -> [UInt64] { numbers.map { $0.bitPattern } }
