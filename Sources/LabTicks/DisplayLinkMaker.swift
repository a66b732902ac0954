/// What makes the display links of an application: real ones, or in a test those of a laboratory.
public protocol DisplayLinkMaker {
  /// Makes a link, which calls a closure once it is added to a mode of a run loop.
  ///
  /// The link keeps the closure until it is invalidated, as a real one keeps its target.
  func displayLink(_ action: @escaping (any DisplayLinkProtocol) -> Void)
    -> any DisplayLinkProtocol
}
