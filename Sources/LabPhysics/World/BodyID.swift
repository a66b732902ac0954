/// The name of a body in the world that it was added to.
///
/// A name outlives its body: using it after `remove` stops the program, and a body that takes the
/// place of a removed one has another name.
public struct BodyID: Hashable, Sendable {
  let slot: Int32
  let generation: Int32
}
