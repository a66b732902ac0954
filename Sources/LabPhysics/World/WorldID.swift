import LabKernel

/// The name of a thing in the world that it was added to, and in copies of that world.
///
/// A name outlives its thing: using it after `remove` stops the program, as does using it in
/// another world. What takes the place of a removed thing has another name. Names of equal
/// histories are equal, whatever the world.
public struct WorldID<Thing>: Hashable, Sendable {
  let slot: Int32
  let generation: Int32
  /// The world that gave the name; not compared, so that two runs of one simulation are equal.
  let world: OwnerNumber

  /// Returns whether two names are of the same place and generation.
  public static func == (a: Self, b: Self) -> Bool {
    a.slot == b.slot && a.generation == b.generation
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(slot)
    hasher.combine(generation)
  }
}

/// The name of a body.
public typealias BodyID = WorldID<Body>
/// The name of an attachment; it ends with the bodies that it holds.
public typealias AttachmentID = WorldID<Attachment>
