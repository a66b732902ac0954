import LabKernel

/// Where the loop keeps what a handle names; a handle of another loop is the caller's mistake.
extension SimulatedRunLoop {
  @inline(__always)
  func row(of timer: Timer) -> Int {
    precondition(timer.owner == number, "this timer belongs to another loop")
    return timer.id
  }

  @inline(__always)
  func row(of source: Source) -> Int {
    precondition(source.owner == number, "this source belongs to another loop")
    return source.id
  }

  @inline(__always)
  func row(of port: Port) -> Int {
    precondition(port.owner == number, "this port belongs to another loop")
    return port.id
  }

  @inline(__always)
  func row(of observer: Observer) -> Int {
    precondition(observer.owner == number, "this observer belongs to another loop")
    return observer.id
  }
}
