import LabKernel
import LabLanguage
import LabWorkload

extension ScriptCompiler {
  /// The fastest finger, in points per second.
  private static let fastest = 1_000_000.0

  /// Reads what a finger does, once or several times.
  func gestures(_ bound: ResolvedStatement) throws(Mistake) -> [Gesture] {
    let word = try bound.head(.gesture)
    let first = Gesture(
      name: word.rawValue,
      begins: try bound.required("at", .instant),
      lasts: try bound.required("for", .positiveDuration),
      moves: try bound.value("moves every", .positiveDuration),
      kind: try kind(word, bound))
    if first.kind.isDragged, first.tracking == nil {
      throw Mistake(
        bound.statement.keyword.place,
        "the finger lifts before it has moved by the slop, so that nothing is tracked. Write a longer"
          + " 'for', a higher 'speed' or 'gesture tap'.")
    }
    guard let (count, interval) = try bound.value("times", .repetition) else { return [first] }
    return (0..<count).map { number in
      var gesture = first
      gesture.begins = first.begins.advanced(by: interval * number)
      return gesture
    }
  }

  private func kind(
    _ word: GestureWord, _ bound: ResolvedStatement
  ) throws(Mistake) -> Gesture.Kind {
    let speed = try bound.value("speed", .speed)
    let slop = try bound.value("slop", .points)
    guard word == .drag || word == .fling else {
      guard let stray = (bound.statement["speed"] ?? bound.statement["slop"])?.first else {
        return word == .tap ? .tap : .scroll
      }
      throw Mistake(
        stray.place, "a \(word.rawValue) has no speed. Write 'gesture drag' or 'gesture fling'.")
    }
    guard let speed else {
      throw Mistake(
        bound.statement.keyword.place,
        "a \(word.rawValue) needs 'speed'. Write for example 'speed 500 pt per s'.")
    }
    guard speed > 0, speed <= Self.fastest else {
      throw Mistake(
        bound.statement["speed"]?.first?.place,
        "a speed is more than 0 and at most 1000000 pt per s.")
    }
    guard slop ?? 0 >= 0 else {
      throw Mistake(
        bound.statement["slop"]?.first?.place,
        "the slop is 0 pt or more. Write for example 'slop 10'.")
    }
    return word == .drag
      ? .drag(speed: speed, slop: slop ?? Gesture.slop)
      : .fling(speed: speed, slop: slop ?? Gesture.slop)
  }
}

extension Gesture.Kind {
  /// Whether the finger is dragged.
  fileprivate var isDragged: Bool {
    switch self {
    case .drag, .fling: true
    case .scroll, .tap: false
    }
  }
}
