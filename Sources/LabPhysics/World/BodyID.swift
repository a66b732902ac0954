import LabKernel

/// The name of a body in the world that it was added to, and in copies of that world.
///
/// A name outlives its body: using it after `remove` stops the program, as does using it in another
/// world. A body that takes the place of a removed one has another name. Names of equal histories
/// are equal, whatever the world.
public struct BodyID: Hashable, Sendable {
  let slot: Int32
  let generation: Int32
  /// The world that gave the name; not compared, so that two runs of one simulation are equal.
  let world: OwnerNumber

  /// Returns whether two names are of the same place and generation.
  public static func == (a: BodyID, b: BodyID) -> Bool {
    a.slot == b.slot && a.generation == b.generation
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(slot)
    hasher.combine(generation)
  }
}
