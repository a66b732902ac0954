import LabKernel

/// Where the loop keeps what a handle names; a handle of another loop is the caller's mistake.
extension SimulatedRunLoop {
  @inline(__always)
  func row(of timer: Timer) -> Int {
    guard timer.owner == number else { misuse("this timer belongs to another loop") }
    return timer.id
  }

  @inline(__always)
  func row(of source: Source) -> Int {
    guard source.owner == number else { misuse("this source belongs to another loop") }
    return source.id
  }

  @inline(__always)
  func row(of port: Port) -> Int {
    guard port.owner == number else { misuse("this port belongs to another loop") }
    return port.id
  }

  @inline(__always)
  func row(of observer: Observer) -> Int {
    guard observer.owner == number else { misuse("this observer belongs to another loop") }
    return observer.id
  }
}
