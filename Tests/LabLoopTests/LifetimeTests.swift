import LabKernel
import LabLoop
import Testing

/// Something that a callout captures.
private final class Witness {}

@Suite struct `A callout that can never be called again` {
  private let loop = SimulatedRunLoop(in: World(), isMain: false)

  /// Whether what a callout captures is gone after something was done with it.
  private func isReleased(_ body: (Witness) -> Void) -> Bool {
    weak var weakWitness: Witness?
    do {
      let witness = Witness()
      weakWitness = witness
      body(witness)
    }
    return weakWitness == nil
  }

  @Test func `is released with its timer's invalidation`() {
    #expect(
      isReleased { witness in
        let timer = loop.makeTimer("t", at: .start) { _, _ in _ = witness }
        loop.add(timer, to: .common)
        loop.invalidate(timer)
      })
  }

  @Test func `is released once a timer that fires once has fired`() {
    #expect(
      isReleased { witness in
        let timer = loop.makeTimer("t", at: .start) { _, _ in _ = witness }
        loop.add(timer, to: .default)
        loop.run(.default)
      })
  }

  @Test func `is kept to the end of the callout that invalidates its timer`() {
    var isAlive = false
    var timer: SimulatedRunLoop.Timer?
    weak var weakWitness: Witness?
    do {
      let witness = Witness()
      weakWitness = witness
      timer = loop.makeTimer("t", at: .start, every: .milliseconds(1)) { loop, _ in
        if let timer { loop.invalidate(timer) }
        isAlive = weakWitness != nil
        _ = witness
      }
    }
    if let timer { loop.add(timer, to: .default) }
    loop.run(.default)
    #expect(isAlive && weakWitness == nil)
  }

  @Test func `is released with its source's invalidation, the attendants too`() {
    #expect(
      isReleased { witness in
        let source = loop.makeSource(
          "s", schedule: { _, _ in _ = witness }, cancel: { _, _ in _ = witness }
        ) { _, _ in _ = witness }
        loop.add(source, to: .default)
        loop.invalidate(source)
      })
  }

  @Test func `is released after the innermost of nested callouts of one source`() {
    var source: SimulatedRunLoop.Source?
    var depths: [Int] = []
    #expect(
      isReleased { witness in
        source = loop.makeSource("s") { loop, _ in
          guard let source else { return }
          depths.append(loop.depth)
          if depths.count == 1 {
            loop.signal(source)
            loop.run(.default, for: .zero)
          } else {
            loop.invalidate(source)
          }
          depths.append(loop.depth)
          _ = witness
        }
        guard let source else { return }
        loop.add(source, to: .default)
        loop.signal(source)
        loop.run(.default, for: .zero)
      })
    #expect(depths == [1, 2, 2, 1])
  }

  @Test func `is released with its port's invalidation, from within the callout`() {
    #expect(
      isReleased { witness in
        var port: SimulatedRunLoop.Port?
        port = loop.makePort("p") { loop, _ in
          if let port { loop.invalidate(port) }
          _ = witness
        }
        guard let port else { return }
        loop.add(port, to: .default)
        loop.ring(port)
        loop.run(.default)
      })
  }

  @Test func `is released with its observer's only call`() {
    #expect(
      isReleased { witness in
        let observer = loop.makeObserver("o", of: .entry, repeats: false) { _, _ in _ = witness }
        loop.add(observer, to: .default)
        loop.perform(in: .default) { _ in }
        loop.run(.default, for: .zero)
      })
  }

  @Test func `breaks the cycle of an owner and its timer`() {
    final class Owner {
      var timer: SimulatedRunLoop.Timer?
      var count = 0
    }
    weak var weakOwner: Owner?
    do {
      let owner = Owner()
      weakOwner = owner
      owner.timer = loop.makeTimer("t", at: .start, every: .milliseconds(1)) { loop, _ in
        owner.count += 1
        if owner.count == 3, let timer = owner.timer { loop.invalidate(timer) }
      }
      if let timer = owner.timer { loop.add(timer, to: .default) }
    }
    #expect(weakOwner != nil)
    loop.run(.default)
    #expect(weakOwner == nil)
  }
}
