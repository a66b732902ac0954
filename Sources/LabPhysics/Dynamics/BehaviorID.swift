/// The name of a behavior in the animator that it was added to; never given twice.
public struct BehaviorID: Hashable, Sendable {
  let serial: Int
}
