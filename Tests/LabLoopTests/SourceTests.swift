import LabKernel
import LabLoop
import Testing

@Suite struct `A source` {
  private let loop = SimulatedRunLoop(in: World(), isMain: false)

  @Test func `is told of every mode it joins and leaves`() {
    // R71; the common set has two members, each of which counts.
    var told: [String] = []
    let source = loop.makeSource(
      "s", schedule: { told.append("+\($1)") }, cancel: { told.append("-\($1)") },
      perform: { _, _ in })
    loop.addCommonMode(.tracking)
    loop.add(source, to: .common)
    loop.add(source, to: .default)
    loop.remove(source, from: .tracking)
    loop.add(source, to: "modal")
    loop.invalidate(source)
    #expect(told == ["+default", "+tracking", "-tracking", "+modal", "-default", "-modal"])
  }

  @Test func `keeps its signal until it performs`() {
    var signalled: [Bool] = []
    var handle: SimulatedRunLoop.Source?
    let source = loop.makeSource("s") { loop, _ in
      if let handle { signalled.append(loop.isSignalled(handle)) }
    }
    handle = source
    loop.signal(source)
    #expect(loop.isSignalled(source))
    loop.add(source, to: .default)
    loop.run(.default, for: .zero)
    #expect(signalled == [false])  // R66: the signal is taken back first.
  }

  @Test func `loses its signal with its validity`() {
    let source = loop.makeSource("s") { _, _ in }
    loop.signal(source)
    loop.invalidate(source)
    loop.signal(source)
    #expect(!loop.isSignalled(source))
    #expect(!loop.isValid(source))
    loop.add(source, to: .default)
    #expect(!loop.contains(source, in: .default))
  }
}
