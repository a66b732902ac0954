import LabDisplay
import LabKernel
import LabLoop

let loop = SimulatedRunLoop(in: World())
let display = Display(Panel(rate: .hertz(60)), in: loop.world)
var vsyncs: [Instant] = []
let link = DisplayLink("ball", in: loop, on: display) { link in
  vsyncs.append(link.timestamp)
  loop.world.spend(.milliseconds(2))
}
link.add(to: .default)
loop.run(.default, for: .milliseconds(100))

precondition(vsyncs == (0...6).map { display.panel.vsync($0) } || vsyncs.count == 6, "\(vsyncs)")
