import LabKernel

extension PhysicsWorld {
  /// Attaches a body to a point, a direction or another body.
  ///
  /// A distance of 0 is held as a point: a distance has no direction there.
  @discardableResult
  public mutating func add(_ attachment: Attachment) -> AttachmentID {
    attachment.check()
    let body = slot(of: attachment.body)
    let (other, otherOffset) = end(of: attachment)
    var attachment = attachment
    let here = place(attachment.offset, of: body)
    let there = place(otherOffset, of: other)
    var length = (there - here).length
    if case .distance(let wanted) = attachment.kind {
      length = wanted ?? length
      require(
        length >= 0 && length.isFinite, "a length must be at least 0 pt and finite, not \(length)")
      if length == 0 { attachment.kind = .point }
    }
    let free = joints.indices.first { !joints[$0].isPresent }
    let joint = Joint(
      attachment: attachment, body: body, other: other, otherOffset: otherOffset, length: length,
      generation: free.map { joints[$0].generation + 1 } ?? 0)
    let slot = free ?? joints.count
    if free == nil { joints.append(joint) } else { joints[slot] = joint }
    rows.reserveCapacity(2 * joints.count)
    return AttachmentID(
      slot: Int32(truncatingIfNeeded: slot), generation: joints[slot].generation, world: number)
  }

  /// Removes an attachment.
  public mutating func remove(_ id: AttachmentID) {
    joints[slot(of: id)].isPresent = false
  }

  /// Whether the attachment still holds; it ends with the bodies that it holds.
  public func contains(_ id: AttachmentID) -> Bool {
    id.world == number && joints.indices.contains(Int(id.slot)) && joints[Int(id.slot)].isPresent
      && joints[Int(id.slot)].generation == id.generation
  }

  /// Moves the anchor of an attachment.
  ///
  /// - Precondition: The attachment ends at an anchor.
  public mutating func moveAnchor(of id: AttachmentID, to anchor: Vector) {
    let slot = slot(of: id)
    require(
      joints[slot].other == 0 && anchor.isFinite,
      "only the anchor of an attachment can be moved, and only to a finite point, not to \(anchor)")
    joints[slot].otherOffset = anchor
    joints[slot].attachment.end = .anchor(anchor)
  }

  /// The distance of the two ends of an attachment, in points.
  public func length(of id: AttachmentID) -> Double {
    let joint = joints[slot(of: id)]
    return
      (place(joint.otherOffset, of: joint.other) - place(joint.attachment.offset, of: joint.body))
      .length
  }

  private func slot(of id: AttachmentID) -> Int {
    require(id.world == number, "this attachment belongs to another world")
    require(contains(id), "this attachment was removed from the world")
    return Int(id.slot)
  }

  private func end(of attachment: Attachment) -> (slot: Int, offset: Vector) {
    switch attachment.end {
    case .anchor(let point): return (0, point)
    case .body(let id, let offset):
      require(id != attachment.body, "a body cannot be attached to itself")
      return (slot(of: id), offset)
    }
  }

  private func place(_ offset: Vector, of slot: Int) -> Vector {
    solids[slot].motion.position + solids[slot].motion.rotation(offset)
  }

  /// Writes the equations of all attachments for a step.
  ///
  /// Where positions come first, the speed that takes an error out acts during the next step, whose
  /// length is not known yet: it is taken to be as long as the longer of this step and those
  /// before.
  mutating func prepareRows(step: Double) {
    rows.removeAll(keepingCapacity: true)
    let move = settings.order == .positionFirst ? max(step, warmth.length) : step
    for index in joints.indices where joints[index].isPresent {
      let joint = joints[index]
      let leverA = solids[joint.body].motion.rotation(joint.attachment.offset)
      let leverB = solids[joint.other].motion.rotation(joint.otherOffset)
      let gap =
        solids[joint.other].motion.position + leverB - solids[joint.body].motion.position
        - leverA
      func append(_ direction: Vector, error: Double, isSecond: Bool = false) {
        var row = Row(
          direction: direction,
          lever: Lever(a: leverA.cross(direction), b: leverB.cross(direction)), a: joint.body,
          b: joint.other, joint: index, isSecond: isSecond)
        row.impulse = isSecond ? joint.impulses.second : joint.impulses.first
        if direction == .zero { row.lever = Lever(a: 1, b: 1) }
        row.prepare(
          error: error, joint.attachment.stiffness, solids[joint.body], solids[joint.other],
          step: step, move: move, correctedShare: settings.stretchCorrected)
        rows.append(row)
      }
      switch joint.attachment.kind {
      case .distance:
        let distance = gap.length
        let direction = distance > 0 ? gap * (1 / distance) : Vector(x: 0, y: 1)
        append(direction, error: distance - joint.length)
      case .point:
        append(Vector(x: 1, y: 0), error: gap.x)
        append(Vector(x: 0, y: 1), error: gap.y, isSecond: true)
      case .direction(let wanted):
        append(.zero, error: Self.turn(from: solids[joint.body].motion.rotation, to: wanted))
      }
    }
  }

  /// Returns 2 tan(Δ/2) for the angle Δ between two rotations, without computing Δ.
  ///
  ///     2 tan(Δ/2) = 2 sin Δ/(1 + cos Δ)
  ///
  /// Beyond a quarter turn it stays at 2, the value there, so that the pull does not grow without
  /// bound.
  private static func turn(from start: Rotation, to end: Rotation) -> Double {
    let turn = start.inverse * end
    guard turn.cosine >= 0 else { return turn.sine >= 0 ? 2 : -2 }
    return 2 * turn.sine / (1 + turn.cosine)
  }

  /// Keeps the impulses of the step for the warm start of the next, blended if the step was short.
  mutating func keepRowImpulses(_ blend: Warmth.Blend?) {
    for row in rows {
      if row.isSecond {
        let kept = joints[row.joint].impulses.second
        joints[row.joint].impulses.second = blend?(kept, row.impulse) ?? row.impulse
      } else {
        let kept = joints[row.joint].impulses.first
        joints[row.joint].impulses.first = blend?(kept, row.impulse) ?? row.impulse
      }
    }
  }
}
