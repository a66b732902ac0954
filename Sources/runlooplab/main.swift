import LabDisplay
import LabKernel
import LabLoop
import LabTrace
import LabWorkload

let d: Duration = .seconds(3600)
let setting = Stage.Setting(
  panel: Panel(rate: .hertz(120)), duration: d,
  loads: [
    Load(
      name: "noise",
      tasks: .drawn(
        .poisson(perSecond: 20), takes: .uniform(.milliseconds(1) ... .milliseconds(30))),
      door: .port, modes: [.common])
  ],
  drivers: [
    Driver(
      name: "t",
      source: .timer(
        interval: .nanoseconds(8_333_333), firstFire: .at(.milliseconds(4)), tolerance: .zero),
      modes: [.default]),
    Driver(name: "l", source: .link(divider: 1, lateDelivery: .pending), modes: [.common]),
  ])
let c = ContinuousClock()
var t: Trace?
print(try c.measure { t = try Stage(setting, seed: 1).run() })
print(t!.records.count, String(t!.fingerprint, radix: 16))
