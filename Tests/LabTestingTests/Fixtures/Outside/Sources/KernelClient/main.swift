import LabKernel

let world = World()
world.at(.milliseconds(10), "alarm") { world in print("it rings at \(world.now)") }
world.spend(.milliseconds(4))
print("\(world.now)")
_ = world.sleep()

precondition(world.now == .milliseconds(10))
