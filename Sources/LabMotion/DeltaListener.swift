/// Who wants to know how much time has passed since the last callback.
public protocol DeltaListener: AnyObject {
  /// Time has passed.
  ///
  /// - Parameter delta: How much, since the last call.
  func update(by delta: Duration)
}
