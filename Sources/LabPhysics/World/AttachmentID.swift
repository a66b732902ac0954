import LabKernel

/// The name of an attachment in the world that it was added to, and in copies of that world.
///
/// Names of equal histories are equal, whatever the world, as those of bodies are.
public struct AttachmentID: Hashable, Sendable {
  let slot: Int32
  let generation: Int32
  let world: OwnerNumber

  /// Returns whether two names are of the same place and generation.
  public static func == (a: AttachmentID, b: AttachmentID) -> Bool {
    a.slot == b.slot && a.generation == b.generation
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(slot)
    hasher.combine(generation)
  }
}
