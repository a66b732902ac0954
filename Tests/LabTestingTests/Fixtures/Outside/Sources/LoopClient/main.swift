import LabKernel
import LabLoop

let loop = SimulatedRunLoop(in: World())
let timer = loop.makeTimer("ball", at: .start, every: .milliseconds(10)) { loop, _ in
  loop.world.spend(.milliseconds(12))
}
loop.add(timer, to: .default)
loop.run(.default, for: .seconds(1))

precondition(loop.world.now == .seconds(1) || loop.world.now > .seconds(1))
