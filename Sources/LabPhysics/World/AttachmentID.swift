/// The name of an attachment in the world that it was added to.
public struct AttachmentID: Hashable, Sendable {
  let slot: Int32
  let generation: Int32
}
