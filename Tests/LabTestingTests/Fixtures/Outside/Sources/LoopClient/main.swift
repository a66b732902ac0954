import LabKernel
import LabLoop

var firings = 0
let loop = SimulatedRunLoop(in: World())
let timer = loop.makeTimer("ball", at: .start, every: .milliseconds(10)) { loop in
  loop.world.spend(.milliseconds(12))
  firings += 1
}
loop.add(timer, to: .default)
loop.run(.default, for: .seconds(1))

precondition((49...51).contains(firings), "it fires \(firings) times")
